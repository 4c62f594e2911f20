import LanguageServices

/// Reads the templates of a group from its lines.
struct TemplateReader {
    let grammar: any SentenceGrammar
    private(set) var setNames: NameTable
    let sets: [Int: WordSet]
    /// What is wrong.
    private(set) var problems: [(place: DataPlace, column: Int, message: String)] = []
    /// The sets that slots name.
    private(set) var uses: [(set: Int, place: DataPlace, column: Int)] = []

    init(grammar: any SentenceGrammar, setNames: NameTable, sets: [Int: WordSet]) {
        self.grammar = grammar
        self.setNames = setNames
        self.sets = sets
    }

    /// The templates of a group, without those that are wrong.
    mutating func templates(of group: TemplateGroup) -> [Template] {
        group.lines.compactMap { template($0, of: group) }
    }

    private mutating func template(_ line: TextLine, of group: TemplateGroup) -> Template? {
        let cells = line.cells
        guard cells.count == 2, let level = LearnerLevel(rawValue: String(cells[0])) else {
            problems.append((line.place, 1, "a template is a level (A1 to C2), a tab, and the sentence"))
            return nil
        }
        let column = line.column(ofCell: 1)
        var parser = TemplateParser(
            text: cells[1],
            partOfSpeech: group.partOfSpeech,
            isOwn: group.word != nil,
            grammar: grammar,
            setNames: setNames,
            fileSets: sets
        )
        let template = parser.template(level: level, place: line.place)
        for problem in parser.problems { problems.append((line.place, column + problem.offset, problem.message)) }
        for use in parser.uses { uses.append((use.set, line.place, column + use.offset)) }
        setNames = parser.setNames
        return template
    }
}
