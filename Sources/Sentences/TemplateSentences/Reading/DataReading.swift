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
    private var included: [Int: (kinds: [Int], place: DataLocation)] = [:]

    /// Where each set that is no set of a file is named first.
    private var uses: [Int: (place: DataLocation, column: Int)] = [:]

    init(language: LanguageTag, grammar: any SentenceGrammar, isWhole: Bool) {
        self.isWhole = isWhole
        data = SentenceData(language: language)
        self.grammar = grammar
    }

    mutating func report(_ place: DataLocation, column: Int = 1, _ message: String) {
        problems.append(data.problem(place, column: column, message))
    }

    mutating func keepTemplates(_ text: TextFile) { texts.append(text) }

    /// Keeps in mind that a template names a set.
    mutating func noteUse(of set: Int, at place: DataLocation, column: Int) {
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
    mutating func include(_ kind: Int, _ kinds: [Int], at place: DataLocation) {
        included[kind, default: ([], place)].kinds += kinds
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

extension DataReading {
    /// Reads the sets and the kinds of a file, and passes over its templates.
    mutating func readSets(_ file: TextFile) {
        var open: (name: Int, texts: [WordSet.Text])?
        func close(_ data: inout SentenceData) {
            guard let set = open else { return }
            data.sets[set.name] = WordSet(set.texts)
            open = nil
        }
        for line in file.lines {
            switch line.heading {
            case .group, .word: close(&data)
            case .kind:
                close(&data)
                readKind(line)
            case .set:
                close(&data)
                open = openSet(line)
            case nil:
                guard open != nil else { continue }
                if let text = setText(line) { open?.texts.append(text) }
            }
        }
        close(&data)
    }

    private mutating func openSet(_ line: TextLine) -> (name: Int, texts: [WordSet.Text]) {
        let name = line.text.dropFirst(4).trimmed
        let number = data.setNames.number(of: name)
        if !DataName.isName(name) {
            report(line.place, column: 5, "'\(name)' is no name of a set; \(DataName.allowed)")
        } else if data.sets[number] != nil {
            report(line.place, column: 5, "there is a set '\(name)' already")
        }
        return (number, data.sets[number]?.texts ?? [])
    }

    private mutating func setText(_ line: TextLine) -> WordSet.Text? {
        let cells = line.cells
        guard cells.count == 2 || cells.count == 3, let level = LearnerLevel(rawValue: String(cells[0])) else {
            report(line.place, "a line of a set is a level (A1 to C2), a tab, and a text; features after another tab")
            return nil
        }
        guard !cells[1].isEmpty, cells[1] == Substring(cells[1].trimmed) else {
            report(line.place, column: line.column(ofCell: 1), "the text is empty, or has spaces at its ends")
            return nil
        }
        guard !cells[1].contains(where: { $0 == "{" || $0 == "}" }) else {
            report(line.place, column: line.column(ofCell: 1), "a text of a set has no slots")
            return nil
        }
        guard let agreement = Features.agreement(cells.count == 3 ? cells[2] : "") else {
            report(line.place, column: line.column(ofCell: 2), "'\(cells[2])' are no features; \(Features.allowed)")
            return nil
        }
        return WordSet.Text(text: String(cells[1]), level: level, agreement: agreement)
    }

    /// `kind fruit: food count`
    private mutating func readKind(_ line: TextLine) {
        let parts = line.text.dropFirst(5).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first?.trimmed ?? ""
        let kinds = parts.count == 2 ? parts[1].split(separator: " ").map(String.init) : []
        for other in [name] + kinds where !DataName.isName(other) {
            report(
                line.place,
                "'\(other)' is no name of a kind; write 'kind fruit: food count', and \(DataName.allowed)"
            )
            return
        }
        let number = data.kindNames.number(of: name)
        include(number, kinds.map { data.kindNames.number(of: $0) }, at: line.place)
    }
}

extension DataReading {
    /// Reads the groups of a file, and passes over its sets and kinds.
    ///
    /// The templates of single words are only looked for: there are many times more of them than of the others, and they
    /// are read when their word is asked for.
    mutating func readGroups(_ file: TextFile) {
        var group: TemplateGroup?
        var start = 0
        // Lines below a heading that is wrong are not reported as well.
        var isExpected = false
        func close(_ reading: inout DataReading, at end: Int) {
            guard var whole = group else { return }
            whole.lines = file.lines[start..<end]
            if whole.word == nil || reading.isWhole { whole.templates = reading.templates(of: whole) }
            reading.data.groups.append(whole)
            group = nil
        }
        for (place, line) in file.lines.enumerated() {
            if line.heading != nil {
                close(&self, at: place)
                start = place + 1
            }
            switch line.heading {
            case .group:
                group = heading(line)
                isExpected = true
            case .word:
                group = ownHeading(line)
                isExpected = true
            case .set:
                isExpected = true
            case .kind:
                isExpected = false
            case nil:
                if group == nil, !isExpected {
                    report(
                        line.place,
                        "the line belongs to nothing; before it there must be 'set name', '[part-of-speech kinds]' or "
                            + "'= word', a tab and its part of speech"
                    )
                }
            }
        }
        close(&self, at: file.lines.count)
    }

    /// `[n food -mass]`
    private mutating func heading(_ line: TextLine) -> TemplateGroup? {
        guard line.text.hasSuffix("]") else {
            report(line.place, "the heading has no ']' at its end")
            return nil
        }
        let words = line.text.dropFirst().dropLast().split(separator: " ")
        guard let label = words.first, let part = PartLabel.part(String(label)) else {
            let known = PartLabel.names.joined(separator: ", ")
            report(line.place, column: 2, "the heading begins with a part of speech, which is one of \(known)")
            return nil
        }
        var group = TemplateGroup(partOfSpeech: part, place: line.place)
        for word in words.dropFirst() {
            let isExcluded = word.hasPrefix("-")
            let name = isExcluded ? word.dropFirst() : word
            guard DataName.isName(name) else {
                report(line.place, "'\(name)' is no kind; \(DataName.allowed)")
                return nil
            }
            let number = data.kindNames.number(of: String(name))
            if isExcluded { group.excluded.append(number) } else { group.required.append(number) }
        }
        return group
    }

    /// `= bank`, a tab, `n`, and where it matters another tab and `money`
    private mutating func ownHeading(_ line: TextLine) -> TemplateGroup? {
        let cells = line.cells
        guard cells.count == 2 || cells.count == 3, let part = PartLabel.part(cells[1].trimmed) else {
            report(
                line.place,
                "a heading of one word is '= word', a tab, its part of speech, and perhaps a tab and a sense"
            )
            return nil
        }
        let headword = cells[0].dropFirst(2).trimmed
        guard !headword.isEmpty else {
            report(line.place, column: 3, "the headword is empty")
            return nil
        }
        let sense = cells.count == 3 ? cells[2].trimmed : ""
        var group = TemplateGroup(partOfSpeech: part, place: line.place)
        group.word = TemplateGroup.Owner(headword: headword, sense: sense.isEmpty ? nil : sense)
        return group
    }

    /// Reads the templates of a group, and reports what is wrong with them.
    private mutating func templates(of group: TemplateGroup) -> [Template] {
        var reader = TemplateReader(grammar: grammar, setNames: data.setNames, sets: data.sets)
        let templates = reader.templates(of: group)
        for problem in reader.problems { report(problem.place, column: problem.column, problem.message) }
        for use in reader.uses { noteUse(of: use.set, at: use.place, column: use.column) }
        data.setNames = reader.setNames
        return templates
    }
}
