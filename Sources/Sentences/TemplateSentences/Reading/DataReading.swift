import Language
import LanguageServices

/// The reading of a folder: what is known so far, and what is wrong.
struct DataReading {
    var data: SentenceData
    let grammar: any SentenceGrammar
    /// Whether everything is read, also what may wait.
    let isWhole: Bool
    private(set) var problems: [DataProblem] = []

    /// Files of templates, which are read when all names are known.
    private var texts: [TextFile] = []
    /// The kinds that each kind includes, as they are declared.
    private var included: [Int: (kinds: [Int], place: DataPlace)] = [:]

    /// Where each set that is no set of a file is named first.
    private var uses: [Int: (place: DataPlace, column: Int)] = [:]

    init(language: LanguageTag, grammar: any SentenceGrammar, isWhole: Bool) {
        self.isWhole = isWhole
        data = SentenceData(language: language)
        self.grammar = grammar
    }

    mutating func report(_ place: DataPlace, column: Int = 1, _ message: String, isWarning: Bool = false) {
        let file = data.files.indices.contains(place.file) ? data.files[place.file] : ""
        problems.append(DataProblem(file: file, line: place.line, column: column, message, isWarning: isWarning))
    }

    mutating func keepTemplates(_ text: TextFile) { texts.append(text) }

    /// Keeps in mind that a template names a set.
    mutating func noteUse(of set: Int, at place: DataPlace, column: Int) {
        if data.sets[set] == nil, uses[set] == nil { uses[set] = (place, column) }
    }

    /// Reports sets that are neither in the files nor the company of any word.
    private mutating func reportUnknownSets() {
        let company = Set(data.rows.flatMap { $0.company.map(\.name) })
        let known = (Array(company) + Array(data.sets.keys)).map { data.setNames.names[$0] }.sorted()
        for (set, use) in uses.sorted(by: { $0.key < $1.key }) where !company.contains(set) {
            let name = data.setNames.names[set]
            report(
                use.place,
                column: use.column,
                "there is no set '\(name)', and no word has such company\(ClosestMatch.hint(for: name, in: known))"
            )
        }
    }

    /// Declares what a kind includes.
    mutating func include(_ kind: Int, _ kinds: [Int], at place: DataPlace) {
        if let known = included[kind] {
            included[kind] = (known.kinds + kinds, known.place)
        } else {
            included[kind] = (kinds, place)
        }
    }

    /// Reads sets, kinds and templates; the sets of all files first, since templates name them.
    mutating func readTemplates() {
        for text in texts { readSets(text) }
        for text in texts { readGroups(text) }
    }

    // MARK: The end

    /// Puts together what belongs together.
    mutating func finish() {
        if isWhole { reportUnknownSets() }
        let wholes = wholeKinds()
        data.includedKinds = wholes
        data.rowsOfKind = Array(repeating: 0, count: data.kindNames.names.count)
        let mass = data.kindNames.known("mass")
        let count = data.kindNames.known("count")
        let pluralOnly = data.kindNames.known("plural-only")
        for place in data.rows.indices {
            var kinds = KindSet()
            for kind in data.rows[place].namedKinds {
                kinds.insert(kind)
                if let whole = wholes[kind] { kinds.formUnion(whole) }
            }
            data.rows[place].kinds = kinds
            for kind in kinds.kinds where data.rowsOfKind.indices.contains(kind) { data.rowsOfKind[kind] += 1 }
            if let pluralOnly, kinds.contains(pluralOnly) {
                data.rows[place].number = .pluralOnly
            } else if let mass, kinds.contains(mass), !(count.map(kinds.contains) ?? false) {
                data.rows[place].number = .singularOnly
            }
            let key = data.rows[place].headword.lowercased()
            data.rowsByHeadword[key, default: []].append(place)
            for (name, form) in data.rows[place].forms where name != LexiconRow.otherForms {
                data.rowsByForm[form.lowercased(), default: []].append(place)
            }
        }
        for (number, group) in data.groups.enumerated() {
            if let word = group.word {
                data.groupsByHeadword[word.headword.lowercased(), default: []].append(number)
            } else {
                data.groupsByPart[group.partOfSpeech, default: []].append(number)
            }
        }
        let places = Dictionary(data.files.enumerated().map { ($1, $0) }) { first, _ in first }
        problems.sort {
            (places[$0.file] ?? 0, $0.line, $0.column) < (places[$1.file] ?? 0, $1.line, $1.column)
        }
    }

    /// For each declared kind all that it includes, directly or not.
    private mutating func wholeKinds() -> [Int: KindSet] {
        var wholes: [Int: KindSet] = [:]
        for (kind, declared) in included.sorted(by: { $0.key < $1.key }) {
            var whole = KindSet()
            var open = declared.kinds
            while let next = open.popLast() {
                if next == kind {
                    report(declared.place, "the kind '\(data.kindNames.names[kind])' includes itself")
                    continue
                }
                guard !whole.contains(next) else { continue }
                whole.insert(next)
                open += included[next]?.kinds ?? []
            }
            wholes[kind] = whole
        }
        return wholes
    }
}
