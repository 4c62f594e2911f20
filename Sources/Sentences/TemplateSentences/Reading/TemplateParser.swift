import Language
import LanguageServices

/// Parses the text of a template.
struct TemplateParser {
    let text: Substring
    let partOfSpeech: PartOfSpeech
    /// Whether the template applies to only one word.
    let isOwn: Bool
    let grammar: any SentenceGrammar
    var setNames: NameTable
    let fileSets: [Int: WordSet]

    /// The problems, each with its offset in Unicode scalars.
    private(set) var problems: [(offset: Int, message: String)] = []
    /// The sets that slots use, each with the offset of its slot.
    private(set) var uses: [(set: Int, offset: Int)] = []
    private(set) var pieces: [Template.Piece] = []
    private(set) var choices: [Template.Choice] = []
    /// The sets with which forms agree; the sentence must contain a text from each of them.
    private(set) var agreements: [(choice: Int, name: String, offset: Int)] = []
    private(set) var chosen: Set<Int> = []

    /// The template; `nil` if it is invalid.
    mutating func template(level: LearnerLevel, location: DataLocation) -> Template? {
        guard !text.isEmpty, text == Substring(text.trimmed) else {
            problems.append((0, "the sentence is empty, or begins or ends with a space"))
            return nil
        }
        var rest = text.unicodeScalars
        var offset = 0
        while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
            let before = rest[..<brace]
            if !before.isEmpty { pieces.append(.text(String(before))) }
            offset += before.count
            guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
                problems.append((offset, "unbalanced brace; braces are only for slots"))
                return nil
            }
            let slot = rest[rest.index(after: brace)..<end]
            read(String(slot), at: offset)
            offset += slot.count + 2
            rest = rest[rest.index(after: end)...]
        }
        if !rest.isEmpty { pieces.append(.text(String(rest))) }
        for agreement in agreements where !chosen.contains(agreement.choice) && !hasSingleText(agreement.choice) {
            problems.append(
                (agreement.offset, "nothing is chosen for '\(agreement.name)': there is no {\(agreement.name)}")
            )
        }
        let hasWord = pieces.contains {
            switch $0 {
            case .word, .spelled: true
            default: false
            }
        }
        if !hasWord { problems.append((0, "the sentence does not contain the word: add {word} or {=…}")) }
        guard problems.isEmpty else { return nil }
        return Template(level: level, pieces: pieces, choices: choices, location: location)
    }

    // MARK: Slots

    private mutating func read(_ slot: String, at offset: Int) {
        if slot.hasPrefix("=") {
            let word = String(slot.dropFirst())
            if word.isEmpty || word != word.trimmed {
                problems.append((offset, "{=…} is empty, or begins or ends with a space"))
            } else if !isOwn {
                problems.append((offset, "{=\(word)} is allowed only in groups for one word; use {word} here"))
            }
            return pieces.append(.spelled(word))
        }
        if slot.unicodeScalars.contains(where: { $0 == "{" || $0 == "=" }) {
            return problems.append((offset, "a slot cannot contain another slot"))
        }
        if grammar.articles.contains(slot) { return pieces.append(.article) }
        let sides = slot.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let partner = sides.count == 2 ? sides[1] : nil
        var head = sides.first ?? ""
        var form: String?
        if let dot = head.lastIndex(of: ".") {
            form = String(head[head.index(after: dot)...])
            head = String(head[..<dot])
        }
        var agreeing: Int?
        if let partner {
            guard DataName.isName(partner) else {
                return problems.append((offset, "'\(partner)' is not a valid set name; \(DataName.allowed)"))
            }
            if partner == "word", grammar.agreesWithWord {
                agreeing = Template.word
            } else {
                let choice = choice(partner, offset)
                agreeing = choice
                agreements.append((choice, partner, offset))
            }
        }
        if head == "word" { return word(form, agreeing, offset) }
        if let agreeing, form == nil, grammar.isPronoun(head) {
            return pieces.append(.pronoun(head, agreeing: agreeing))
        }
        if partner == nil, form == nil { return set(head, offset) }
        if partner == nil, let form, isSet(head) { return inflected(head, form, offset) }
        lemma(head, form ?? grammar.defaultForm(of: head), agreeing, offset)
    }

    private mutating func word(_ form: String?, _ agreeing: Int?, _ offset: Int) {
        let names = grammar.forms.names(of: partOfSpeech)
        if let form, !names.contains(form) {
            let hint = ClosestMatch.hint(for: form, in: names)
            problems.append(
                (offset, "'\(form)' is not a form of this word; its forms are \(names.joined(separator: ", "))\(hint)")
            )
            return pieces.append(.word(form: nil, agreeing: nil))
        }
        if form == "present", agreeing == nil {
            problems.append((offset, "the form 'present' must agree with a set: write {word.present/people}"))
        }
        pieces.append(.word(form: form, agreeing: agreeing))
    }

    private mutating func set(_ name: String, _ offset: Int) {
        guard DataName.isName(name) else {
            return problems.append((offset, "'\(name)' is not a valid set name; \(DataName.allowed)"))
        }
        let choice = choice(name, offset)
        chosen.insert(choice)
        pieces.append(.choice(choice))
    }

    private mutating func inflected(_ name: String, _ form: String, _ offset: Int) {
        guard grammar.part(ofForm: form) != nil else {
            return problems.append((offset, "'\(form)' is not a form that a text in a set can have"))
        }
        let choice = choice(name, offset)
        chosen.insert(choice)
        pieces.append(.inflected(choice, form: form, agreeing: nil))
    }

    private mutating func lemma(_ lemma: String, _ form: String, _ agreeing: Int?, _ offset: Int) {
        guard !lemma.isEmpty, lemma == lemma.trimmed, let part = grammar.part(ofForm: form) else {
            let names = grammar.forms.names(of: .verb).joined(separator: ", ")
            return problems.append((offset, "'\(form)' is not a form; the forms of verbs are \(names)"))
        }
        let word = InflectableWord(lemma, part)
        let agreement = agreeing.map { _ in Agreement() }
        guard grammar.forms.form(form, of: word, agreement: agreement) != nil else {
            return problems.append(
                (offset, "'\(lemma)' has no form '\(form)' here; it may have to agree: {\(lemma)/people}")
            )
        }
        pieces.append(.lemma(lemma, form: form, agreeing: agreeing))
    }

    // MARK: Names

    /// Whether a set contains only one text, in which case a form may agree with it even if it is not in the sentence.
    private func hasSingleText(_ choice: Int) -> Bool { fileSets[choices[choice].set]?.texts.count == 1 }

    /// Whether a name is the name of a set, with or without a number at its end.
    private func isSet(_ name: String) -> Bool {
        setNames.known(name) != nil || setNames.known(Self.numbered(name).name) != nil
    }

    /// Splits off a number at the end of a name: *people2* becomes *people* and 2.
    private static func numbered(_ name: String) -> (name: String, number: Int) {
        guard let digit = name.last?.wholeNumberValue, digit >= 2 else { return (name, 1) }
        return (String(name.dropLast()), digit)
    }

    /// The index of a choice among the template's choices.
    private mutating func choice(_ name: String, _ offset: Int) -> Int {
        var (base, number) = Self.numbered(name)
        // The name of a set may itself end with a digit.
        if let known = setNames.known(name), number > 1, fileSets[known] != nil { (base, number) = (name, 1) }
        let choice = Template.Choice(set: setNames.number(of: base), number: number)
        uses.append((choice.set, offset))
        if let position = choices.firstIndex(of: choice) { return position }
        choices.append(choice)
        return choices.count - 1
    }
}

/// Reads the templates of a group from its lines.
struct TemplateReader {
    let grammar: any SentenceGrammar
    private(set) var setNames: NameTable
    let sets: [Int: WordSet]
    /// The problems found.
    private(set) var problems: [(location: DataLocation, column: Int, message: String)] = []
    /// The sets that slots use.
    private(set) var uses: [(set: Int, location: DataLocation, column: Int)] = []

    /// The valid templates of a group.
    mutating func templates(of group: TemplateGroup) -> [Template] {
        group.lines.compactMap { template($0, of: group) }
    }

    private mutating func template(_ line: TextLine, of group: TemplateGroup) -> Template? {
        let cells = line.cells
        guard cells.count == 2, let level = LearnerLevel(rawValue: String(cells[0])) else {
            problems.append((line.location, 1, "a template consists of a level (A1 to C2), a tab and the sentence"))
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
        let template = parser.template(level: level, location: line.location)
        for problem in parser.problems { problems.append((line.location, column + problem.offset, problem.message)) }
        for use in parser.uses { uses.append((use.set, line.location, column + use.offset)) }
        setNames = parser.setNames
        return template
    }
}
