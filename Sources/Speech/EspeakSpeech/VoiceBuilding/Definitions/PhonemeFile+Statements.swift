import LanguageServices

extension PhonemeFile {
    /// What a line in a phoneme may begin with.
    static let statementKeys = [
        "ipa", "length", "begins", "ends", "become", "reduce", "append", "insert", "link", "sound", "sequence",
        "formants", "track",
    ]

    /// Reads a line that says something of a phoneme.
    static func read(_ line: DefinitionText.Line, into phoneme: inout PhonemeDefinition) throws(ServiceError) {
        guard statementKeys.contains(line.key) else { throw unknown(line) }
        var values = Array(line.values)
        var conditions: [PhonemeCondition] = []
        if let when = values.firstIndex(where: { $0.text == "when" }) {
            conditions = try Self.conditions(values[(when + 1)...], line)
            values.removeSubrange(when...)
        }
        guard let first = values.first else { throw line.problem("'\(line.key)' has no value") }
        let most = ["sound", "sequence", "formants"].contains(line.key) ? 2 : 1
        if values.count > most { throw line.problem("this is one word too many", at: values[most]) }

        func add(_ action: PhonemeStatement.Action) {
            phoneme.statements.append(
                PhonemeStatement(action: action, conditions: conditions, place: DefinitionPlace(line))
            )
        }
        func attribute() throws(ServiceError) {
            guard conditions.isEmpty else { throw line.problem("'\(line.key)' takes no condition") }
        }
        switch line.key {
        case "ipa": add(.symbol(try symbol(first, line)))
        case "length":
            let length = try line.number(first, in: 10...510)
            if conditions.isEmpty { phoneme.length = length } else { add(.length(length)) }
        case "begins":
            try attribute()
            phoneme.begins = try vowelClass(first, line)
        case "ends":
            try attribute()
            phoneme.ends = try vowelClass(first, line)
        case "become": add(.become(try mnemonic(first, line)))
        case "append": add(.append(try mnemonic(first, line)))
        case "insert": add(.insert(try mnemonic(first, line)))
        case "reduce": add(.reduce(try mnemonic(first, line)))
        case "link": add(.link(try mnemonic(first, line)))
        case "sound": add(.likePhoneme(try reference(values[...], line)))
        case "sequence":
            let loudness = values.count > 1 ? try line.number(values[1], in: 1...250) : 0
            add(.sequence(first.text, loudness: loudness))
        case "formants":
            add(.track(FormantTrack(shape: first.text, endShape: values.count > 1 ? values[1].text : nil)))
        default: add(.namedTrack(first.text))
        }
    }

    static func unknown(_ line: DefinitionText.Line) -> ServiceError {
        let known = ["phoneme", "track", "at"] + statementKeys
        return line.problem(
            "there is no key '\(line.key)'\(ClosestMatch.hint(for: line.key, in: known))",
            remedy: "the keys are \(known.joined(separator: ", "))"
        )
    }

    // MARK: Words

    /// The name of a phoneme: one to four bytes of ASCII.
    static func mnemonic(_ word: DefinitionText.Word, _ line: DefinitionText.Line) throws(ServiceError) -> String {
        guard isMnemonic(word.text) else {
            throw line.problem(
                "'\(word.text)' cannot be the name of a phoneme",
                at: word,
                remedy: "use espeak-ng's names, which have one to four ASCII characters: eI"
            )
        }
        return word.text
    }

    static func isMnemonic(_ text: String) -> Bool {
        (1...4).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    static func reference(
        _ words: ArraySlice<DefinitionText.Word>,
        _ line: DefinitionText.Line
    ) throws(ServiceError) -> PhonemeDefinition.Reference {
        switch words.count {
        case 1: return .init(table: nil, mnemonic: try mnemonic(words[words.startIndex], line))
        case 2:
            return .init(table: words[words.startIndex].text, mnemonic: try mnemonic(words[words.startIndex + 1], line))
        default:
            throw line.problem("a phoneme is wanted here, or a table and a phoneme", remedy: "write 'en-us t'")
        }
    }

    private static func vowelClass(
        _ word: DefinitionText.Word,
        _ line: DefinitionText.Line
    ) throws(ServiceError) -> PhonemeDefinition.VowelClass {
        guard let known = PhonemeDefinition.VowelClass(rawValue: word.text) else {
            throw line.problem("'\(word.text)' is no class of vowels", at: word, remedy: "use central, a, e, i, o or u")
        }
        return known
    }

    /// A symbol fits into sixteen bytes, and its first byte must not be taken for flags.
    private static func symbol(
        _ word: DefinitionText.Word,
        _ line: DefinitionText.Line
    ) throws(ServiceError) -> String {
        guard word.text.utf8.count <= 16 else {
            throw line.problem("the symbol has more than 16 bytes", at: word, remedy: "use a shorter one")
        }
        guard word.text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            throw line.problem("the symbol has control characters", at: word)
        }
        return word.text
    }

    // MARK: Conditions

    /// `POSITION is [not] WHAT`, joined by `and` and `or`, which are worked out from left to right.
    private static func conditions(
        _ words: ArraySlice<DefinitionText.Word>,
        _ line: DefinitionText.Line
    ) throws(ServiceError) -> [PhonemeCondition] {
        var rest = words
        var result: [PhonemeCondition] = []
        while true {
            guard let position = rest.popFirst() else {
                throw line.problem("a condition is missing at the end", remedy: "write 'when next is vowel'")
            }
            guard let known = PhonemeCondition.Position(rawValue: position.text) else {
                let names = PhonemeCondition.Position.allCases.map(\.rawValue)
                throw line.problem(
                    "'\(position.text)' names no phoneme nearby\(ClosestMatch.hint(for: position.text, in: names))",
                    at: position,
                    remedy: "use one of \(names.joined(separator: ", "))"
                )
            }
            guard let verb = rest.popFirst(), verb.text == "is" else {
                throw line.problem("'is' is missing behind '\(position.text)'", at: position)
            }
            let isNegated = rest.first?.text == "not"
            if isNegated { rest = rest.dropFirst() }
            guard let what = rest.popFirst() else {
                throw line.problem("what '\(position.text)' is to be is missing", at: verb)
            }
            let property = try property(what, line)
            result.append(PhonemeCondition(position: known, isNegated: isNegated, property: property))
            guard let join = rest.popFirst() else { return result }
            guard join.text == "and" || join.text == "or" else {
                throw line.problem("'and' or 'or' is wanted here", at: join)
            }
            result[result.count - 1].joinsNextByOr = join.text == "or"
        }
    }

    private static func property(
        _ word: DefinitionText.Word,
        _ line: DefinitionText.Line
    ) throws(ServiceError) -> PhonemeCondition.Property {
        if let number = PhonemeCondition.kinds[word.text] { return .kind(number) }
        if isMnemonic(word.text) { return .phoneme(word.text) }
        let names = Array(PhonemeCondition.kinds.keys)
        throw line.problem(
            "'\(word.text)' is neither a phoneme nor a property\(ClosestMatch.hint(for: word.text, in: names))",
            at: word,
            remedy: "the properties are \(names.sorted().joined(separator: ", "))"
        )
    }
}
