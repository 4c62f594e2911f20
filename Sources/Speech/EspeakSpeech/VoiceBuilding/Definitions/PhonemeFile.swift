import LanguageServices

/// The phonemes of an accent, from `phonemes.txt`.
struct PhonemeFile: Sendable, Hashable {
    /// The phonemes in file order.
    private(set) var phonemes: [PhonemeDefinition] = []
    /// Tracks that several phonemes share.
    private(set) var tracks: [String: FormantTrack] = [:]

    init() {}

    /// Parses the file; `Voices/README.md` documents its format.
    ///
    /// - Throws: `ServiceError.Code.configuration` with the file, line and column, and a remedy.
    init(_ bytes: [UInt8], path: String) throws(ServiceError) {
        var block = Block.none
        var locations: [String: DefinitionLocation] = [:]
        for line in try DefinitionText(bytes, path: path).lines {
            switch line.key {
            case "phoneme":
                try finish(&block)
                block = .phonemes(try Self.heads(line))
                for phoneme in block.phonemes {
                    if let first = locations.updateValue(phoneme.location, forKey: phoneme.mnemonic) {
                        throw line.problem("'\(phoneme.mnemonic)' is already defined on line \(first.line)")
                    }
                }
                guard locations.count <= Self.maximumPhonemes else {
                    throw line.problem("there are more than \(Self.maximumPhonemes) phonemes")
                }
            case "track":
                // A name alone refers to a track; a name followed by a shape defines one.
                if line.values.count == 1 {
                    try Self.add(line, to: &block)
                } else {
                    try finish(&block)
                    block = try trackHead(line)
                }
            case "at":
                try Self.addTarget(line, to: &block)
            default:
                try Self.add(line, to: &block)
            }
        }
        try finish(&block)
        try checkTracks()
    }

    /// The block to which the following lines belong.
    private enum Block {
        case none
        case phonemes([PhonemeDefinition])
        case track(String, FormantTrack, DefinitionLocation)

        var phonemes: [PhonemeDefinition] {
            if case .phonemes(let list) = self { return list }
            return []
        }
    }

    private static let maximumPhonemes = 200
    private static let maximumStatements = 60
}

// MARK: Blocks

extension PhonemeFile {
    /// `phoneme M …` and `phoneme M … like [TABLE] M`.
    private static func heads(_ line: DefinitionText.Line) throws(ServiceError) -> [PhonemeDefinition] {
        var names = Array(line.values)
        var model: PhonemeDefinition.Reference?
        if let like = names.firstIndex(where: { $0.text == "like" }) {
            model = try reference(names[(like + 1)...], line)
            names.removeSubrange(like...)
        }
        guard !names.isEmpty else { throw line.problem("'phoneme' has no name", remedy: "write 'phoneme eI'") }
        var result: [PhonemeDefinition] = []
        for name in names {
            result.append(
                PhonemeDefinition(
                    mnemonic: try mnemonic(name, line),
                    model: model,
                    location: DefinitionLocation(line, name)
                )
            )
        }
        return result
    }

    private func trackHead(_ line: DefinitionText.Line) throws(ServiceError) -> Block {
        let words = Array(line.values)
        guard (2...3).contains(words.count) else {
            throw line.problem("a track takes a name and one or two shapes", remedy: "write 'track palm vowel/a_8'")
        }
        guard tracks[words[0].text] == nil else {
            throw line.problem("the track '\(words[0].text)' is already defined", at: words[0])
        }
        let track = FormantTrack(shape: words[1].text, endShape: words.count > 2 ? words[2].text : nil)
        return .track(words[0].text, track, DefinitionLocation(line))
    }

    private static func addTarget(_ line: DefinitionText.Line, to block: inout Block) throws(ServiceError) {
        let values = Array(line.values)
        guard (3...4).contains(values.count) else {
            throw line.problem(
                "'at' takes F1, F2 and F3 in hertz, and the milliseconds to the next target",
                remedy: "write 'at 670 1620 2450 45'; omit the milliseconds for the last target"
            )
        }
        let target = FormantTrack.Target(
            first: try line.number(values[0], in: FormantTrack.frequencies),
            second: try line.number(values[1], in: FormantTrack.frequencies),
            third: try line.number(values[2], in: FormantTrack.frequencies),
            duration: values.count > 3 ? try line.number(values[3], in: FormantTrack.durations) : 0
        )
        guard target.first < target.second, target.second < target.third else {
            throw line.problem("the formants are not in ascending order (F1 < F2 < F3)", at: values[0])
        }
        func adding(to track: FormantTrack) throws(ServiceError) -> FormantTrack {
            guard track.targets.count < FormantTrack.maximumTargets else {
                throw line.problem("a track has at most \(FormantTrack.maximumTargets) targets")
            }
            var track = track
            track.targets.append(target)
            return track
        }
        switch block {
        case .track(let name, let track, let location):
            block = .track(name, try adding(to: track), location)
        case .phonemes(var phonemes):
            for index in phonemes.indices {
                let last = phonemes[index].statements.count - 1
                guard last >= 0, case .track(let track) = phonemes[index].statements[last].action else {
                    throw line.problem("'at' is not preceded by 'formants'", remedy: "write 'formants SHAPE' before it")
                }
                phonemes[index].statements[last].action = .track(try adding(to: track))
            }
            block = .phonemes(phonemes)
        case .none:
            throw line.problem("'at' is used before the first phoneme or track")
        }
    }

    private static func add(_ line: DefinitionText.Line, to block: inout Block) throws(ServiceError) {
        guard case .phonemes(var phonemes) = block else {
            let known = ["phoneme", "track", "at"] + PhonemeFile.statementKeys
            guard known.contains(line.key) else { throw unknown(line) }
            throw line.problem("'\(line.key)' is used before the first 'phoneme'")
        }
        for index in phonemes.indices {
            guard phonemes[index].statements.count < maximumStatements else {
                throw line.problem("a phoneme has at most \(maximumStatements) statements")
            }
            if let last = phonemes[index].statements.last, last.conditions.isEmpty, last.action.isLast {
                throw line.problem(
                    "the line has no effect because line \(last.location.line) ends the phoneme",
                    remedy: "move it before that line, or give that line a condition"
                )
            }
            try read(line, into: &phonemes[index])
        }
        block = .phonemes(phonemes)
    }

    private mutating func finish(_ block: inout Block) throws(ServiceError) {
        switch block {
        case .none: break
        case .phonemes(let list):
            for phoneme in list {
                try Self.check(phoneme)
                phonemes.append(phoneme)
            }
        case .track(let name, let track, let location):
            try Self.check(track, at: location)
            tracks[name] = track
        }
        block = .none
    }

    private static func check(_ phoneme: PhonemeDefinition) throws(ServiceError) {
        for statement in phoneme.statements {
            if case .track(let track) = statement.action { try check(track, at: statement.location) }
        }
        guard let last = phoneme.statements.last else { return }
        if !last.action.isLast || !last.conditions.isEmpty {
            throw phoneme.location.problem(
                "the phoneme '\(phoneme.mnemonic)' has no unconditional sound",
                remedy: "end it with 'formants', 'track', 'sequence', 'sound' or 'become' without a condition"
            )
        }
    }

    private static func check(_ track: FormantTrack, at location: DefinitionLocation) throws(ServiceError) {
        guard track.targets.count >= 2 else {
            throw location.problem(
                "the track has \(track.targets.count) targets, but needs at least two",
                remedy: "add lines such as 'at 670 1620 2450 45'"
            )
        }
        guard track.targets.dropLast().allSatisfy({ $0.duration > 0 }) else {
            throw location.problem(
                "every target except the last needs a duration",
                remedy: "write the milliseconds to the next target after F3"
            )
        }
    }

    private func checkTracks() throws(ServiceError) {
        for phoneme in phonemes {
            for statement in phoneme.statements {
                guard case .namedTrack(let name) = statement.action, tracks[name] == nil else { continue }
                throw statement.location.problem(
                    "there is no track '\(name)'"
                        + ClosestMatch.hint(for: name, in: Array(tracks.keys)),
                    remedy: "define it with 'track \(name) SHAPE' and lines 'at F1 F2 F3 MS'"
                )
            }
        }
    }
}

extension PhonemeFile {
    /// The keywords of the statements in a phoneme definition.
    static let statementKeys = [
        "ipa", "length", "begins", "ends", "become", "reduce", "append", "insert", "link", "sound", "sequence",
        "formants", "track",
    ]

    /// Parses a line in a phoneme definition.
    static func read(_ line: DefinitionText.Line, into phoneme: inout PhonemeDefinition) throws(ServiceError) {
        guard statementKeys.contains(line.key) else { throw unknown(line) }
        var values = Array(line.values)
        var conditions: [PhonemeCondition] = []
        if let when = values.firstIndex(where: { $0.text == "when" }) {
            conditions = try Self.conditions(values[(when + 1)...], line)
            values.removeSubrange(when...)
        }
        guard let first = values.first else { throw line.problem("'\(line.key)' has no value") }
        let maximum = ["sound", "sequence", "formants"].contains(line.key) ? 2 : 1
        if values.count > maximum { throw line.problem("unexpected word", at: values[maximum]) }

        func add(_ action: PhonemeStatement.Action) {
            phoneme.statements.append(
                PhonemeStatement(action: action, conditions: conditions, location: DefinitionLocation(line))
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
            "there is no keyword '\(line.key)'\(ClosestMatch.hint(for: line.key, in: known))",
            remedy: "the keywords are \(known.joined(separator: ", "))"
        )
    }

    // MARK: Words

    /// The name of a phoneme, which consists of one to four ASCII characters.
    static func mnemonic(_ word: DefinitionText.Word, _ line: DefinitionText.Line) throws(ServiceError) -> String {
        guard isMnemonic(word.text) else {
            throw line.problem(
                "'\(word.text)' is not a valid phoneme name",
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
            throw line.problem("expected a phoneme, or a table and a phoneme", remedy: "write 'en-us t'")
        }
    }

    private static func vowelClass(
        _ word: DefinitionText.Word,
        _ line: DefinitionText.Line
    ) throws(ServiceError) -> PhonemeDefinition.VowelClass {
        guard let known = PhonemeDefinition.VowelClass(rawValue: word.text) else {
            throw line.problem("'\(word.text)' is not a vowel class", at: word, remedy: "use central, a, e, i, o or u")
        }
        return known
    }

    /// The displayed symbol, which is limited to sixteen bytes and whose first byte must not look like flags.
    private static func symbol(
        _ word: DefinitionText.Word,
        _ line: DefinitionText.Line
    ) throws(ServiceError) -> String {
        guard word.text.utf8.count <= 16 else {
            throw line.problem("the symbol is longer than 16 bytes", at: word, remedy: "use a shorter one")
        }
        guard word.text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value != 0x7F }) else {
            throw line.problem("the symbol contains control characters", at: word)
        }
        return word.text
    }

    // MARK: Conditions

    /// `POSITION is [not] WHAT`, joined by `and` and `or`, which are evaluated from left to right.
    private static func conditions(
        _ words: ArraySlice<DefinitionText.Word>,
        _ line: DefinitionText.Line
    ) throws(ServiceError) -> [PhonemeCondition] {
        var remainder = words
        var result: [PhonemeCondition] = []
        while true {
            guard let position = remainder.popFirst() else {
                throw line.problem("a condition is missing at the end", remedy: "write 'when next is vowel'")
            }
            guard let known = PhonemeCondition.positions.first(where: { $0.key == position.text })?.value else {
                let names = PhonemeCondition.positions.map(\.key)
                throw line.problem(
                    "'\(position.text)' is not a phoneme position\(ClosestMatch.hint(for: position.text, in: names))",
                    at: position,
                    remedy: "use one of \(names.joined(separator: ", "))"
                )
            }
            guard let verb = remainder.popFirst(), verb.text == "is" else {
                throw line.problem("'is' is missing after '\(position.text)'", at: position)
            }
            let isNegated = remainder.first?.text == "not"
            if isNegated { remainder = remainder.dropFirst() }
            guard let what = remainder.popFirst() else {
                throw line.problem("a phoneme or property is missing after '\(position.text) is'", at: verb)
            }
            let property = try property(what, line)
            result.append(PhonemeCondition(position: known, isNegated: isNegated, property: property))
            guard let join = remainder.popFirst() else { return result }
            guard join.text == "and" || join.text == "or" else {
                throw line.problem("expected 'and' or 'or'", at: join)
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
