import Language
import LanguageServices

/// The state while a folder is being read: the data and the problems so far.
struct DataReading {
    var data: SentenceData
    let grammar: any SentenceGrammar
    /// Whether everything is read immediately, including data that could be read on first use.
    let isWhole: Bool
    private(set) var problems: [DataProblem] = []

    /// The template files, which are read once all names are known.
    private var texts: [TextFile] = []
    /// The kinds that each kind directly includes.
    private var included: [Int: (kinds: [Int], location: DataLocation)] = [:]

    /// The first use of each set that is not defined in a file.
    private var uses: [Int: (location: DataLocation, column: Int)] = [:]

    init(language: LanguageTag, grammar: any SentenceGrammar, isWhole: Bool) {
        self.isWhole = isWhole
        data = SentenceData(language: language)
        self.grammar = grammar
    }

    mutating func report(_ location: DataLocation, column: Int = 1, _ message: String) {
        problems.append(data.problem(location, column: column, message))
    }

    mutating func keepTemplates(_ text: TextFile) { texts.append(text) }

    /// Records that a template uses a set.
    mutating func noteUse(of set: Int, at location: DataLocation, column: Int) {
        if data.sets[set] == nil, uses[set] == nil { uses[set] = (location, column) }
    }

    /// Reports sets that are neither defined in the files nor collocates of a word.
    private mutating func reportUnknownSets() {
        let company = Set(data.rows.flatMap { $0.company.map(\.name) })
        let known = (Array(company) + Array(data.sets.keys)).map { data.setNames.names[$0] }.sorted()
        for (set, use) in uses.sorted(by: { $0.key < $1.key }) where !company.contains(set) {
            let name = data.setNames.names[set]
            report(
                use.location,
                column: use.column,
                "the set '\(name)' is undefined, and no word has such company\(ClosestMatch.hint(for: name, in: known))"
            )
        }
    }

    /// Records the kinds that a kind is declared to include.
    mutating func include(_ kind: Int, _ kinds: [Int], at location: DataLocation) {
        included[kind, default: ([], location)].kinds += kinds
    }

    /// Reads sets, kinds and templates. Sets are read first, because templates refer to them.
    mutating func readTemplates() {
        for text in texts { readSets(text) }
        for text in texts { readGroups(text) }
    }

    // MARK: Completion

    /// Builds the indexes.
    mutating func finish() {
        if isWhole { reportUnknownSets() }
        let wholes = wholeKinds()
        data.includedKinds = wholes
        data.rowsOfKind = Array(repeating: 0, count: data.kindNames.names.count)
        let mass = data.kindNames.known("mass")
        let count = data.kindNames.known("count")
        let pluralOnly = data.kindNames.known("plural-only")
        for position in data.rows.indices {
            var kinds = KindSet()
            for kind in data.rows[position].namedKinds {
                kinds.insert(kind)
                if let whole = wholes[kind] { kinds.formUnion(whole) }
            }
            data.rows[position].kinds = kinds
            for kind in kinds.kinds where data.rowsOfKind.indices.contains(kind) { data.rowsOfKind[kind] += 1 }
            if let pluralOnly, kinds.contains(pluralOnly) {
                data.rows[position].number = .pluralOnly
            } else if let mass, kinds.contains(mass), !(count.map(kinds.contains) ?? false) {
                data.rows[position].number = .singularOnly
            }
            let key = data.rows[position].headword.lowercased()
            data.rowsByHeadword[key, default: []].append(position)
            for (name, form) in data.rows[position].forms where name != LexiconRow.otherForms {
                data.rowsByForm[form.lowercased(), default: []].append(position)
            }
        }
        for (number, group) in data.groups.enumerated() {
            if let word = group.word {
                data.groupsByHeadword[word.headword.lowercased(), default: []].append(number)
            } else {
                data.groupsByPart[group.partOfSpeech, default: []].append(number)
            }
        }
        let positions = Dictionary(data.files.enumerated().map { ($1, $0) }) { first, _ in first }
        problems.sort {
            (positions[$0.file] ?? 0, $0.line, $0.column) < (positions[$1.file] ?? 0, $1.line, $1.column)
        }
    }

    /// For each declared kind, all kinds that it includes directly or indirectly.
    private mutating func wholeKinds() -> [Int: KindSet] {
        var wholes: [Int: KindSet] = [:]
        for (kind, declared) in included.sorted(by: { $0.key < $1.key }) {
            var whole = KindSet()
            var open = declared.kinds
            while let next = open.popLast() {
                if next == kind {
                    report(declared.location, "the kind '\(data.kindNames.names[kind])' includes itself")
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
    /// Reads the sets and kinds in a file, and skips its templates.
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
            report(line.location, column: 5, "'\(name)' is not a valid set name; \(DataName.allowed)")
        } else if data.sets[number] != nil {
            report(line.location, column: 5, "the set '\(name)' is already defined")
        }
        return (number, data.sets[number]?.texts ?? [])
    }

    private mutating func setText(_ line: TextLine) -> WordSet.Text? {
        let cells = line.cells
        guard cells.count == 2 || cells.count == 3, let level = LearnerLevel(rawValue: String(cells[0])) else {
            report(
                line.location,
                "expected a level (A1 to C2), a tab and a text, optionally followed by a tab and features"
            )
            return nil
        }
        guard !cells[1].isEmpty, cells[1] == Substring(cells[1].trimmed) else {
            report(line.location, column: line.column(ofCell: 1), "the text is empty, or begins or ends with a space")
            return nil
        }
        guard !cells[1].contains(where: { $0 == "{" || $0 == "}" }) else {
            report(line.location, column: line.column(ofCell: 1), "a text in a set cannot contain slots")
            return nil
        }
        guard let agreement = Features.agreement(cells.count == 3 ? cells[2] : "") else {
            let message = "'\(cells[2])' is not a valid list of features; \(Features.allowed)"
            report(line.location, column: line.column(ofCell: 2), message)
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
                line.location,
                "'\(other)' is not a valid kind name; write 'kind fruit: food count', and \(DataName.allowed)"
            )
            return
        }
        let number = data.kindNames.number(of: name)
        include(number, kinds.map { data.kindNames.number(of: $0) }, at: line.location)
    }
}

extension DataReading {
    /// Reads the groups in a file, and skips its sets and kinds.
    ///
    /// The templates for single words, which are by far the most numerous, are only located here; they are read on
    /// first use.
    mutating func readGroups(_ file: TextFile) {
        var group: TemplateGroup?
        var start = 0
        // Do not report errors in lines below an invalid heading.
        var isExpected = false
        func close(_ reading: inout DataReading, at end: Int) {
            guard var whole = group else { return }
            whole.lines = file.lines[start..<end]
            if whole.word == nil || reading.isWhole { whole.templates = reading.templates(of: whole) }
            reading.data.groups.append(whole)
            group = nil
        }
        for (location, line) in file.lines.enumerated() {
            if line.heading != nil {
                close(&self, at: location)
                start = location + 1
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
                        line.location,
                        "the line is not below a heading; begin with 'set name', '[part-of-speech kinds]' or "
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
            report(line.location, "the heading does not end with ']'")
            return nil
        }
        let words = line.text.dropFirst().dropLast().split(separator: " ")
        guard let label = words.first, let part = PartLabel.part(String(label)) else {
            let known = PartLabel.names.joined(separator: ", ")
            report(line.location, column: 2, "the heading must begin with a part of speech, one of \(known)")
            return nil
        }
        var group = TemplateGroup(partOfSpeech: part, location: line.location)
        for word in words.dropFirst() {
            let isExcluded = word.hasPrefix("-")
            let name = isExcluded ? word.dropFirst() : word
            guard DataName.isName(name) else {
                report(line.location, "'\(name)' is not a kind; \(DataName.allowed)")
                return nil
            }
            let number = data.kindNames.number(of: String(name))
            if isExcluded { group.excluded.append(number) } else { group.required.append(number) }
        }
        return group
    }

    /// `= bank`, a tab, `n`, then optionally a tab and the sense `money`
    private mutating func ownHeading(_ line: TextLine) -> TemplateGroup? {
        let cells = line.cells
        guard cells.count == 2 || cells.count == 3, let part = PartLabel.part(cells[1].trimmed) else {
            report(
                line.location,
                "the heading for one word is '= word', a tab and its part of speech, then optionally a tab and a sense"
            )
            return nil
        }
        let headword = cells[0].dropFirst(2).trimmed
        guard !headword.isEmpty else {
            report(line.location, column: 3, "the headword is empty")
            return nil
        }
        let sense = cells.count == 3 ? cells[2].trimmed : ""
        var group = TemplateGroup(partOfSpeech: part, location: line.location)
        group.word = TemplateGroup.Owner(headword: headword, sense: sense.isEmpty ? nil : sense)
        return group
    }

    /// Reads the templates in a group, and reports their problems.
    private mutating func templates(of group: TemplateGroup) -> [Template] {
        var reader = TemplateReader(grammar: grammar, setNames: data.setNames, sets: data.sets)
        let templates = reader.templates(of: group)
        for problem in reader.problems { report(problem.location, column: problem.column, problem.message) }
        for use in reader.uses { noteUse(of: use.set, at: use.location, column: use.column) }
        data.setNames = reader.setNames
        return templates
    }
}
