import LanguageServices

/// The phonemes of an accent, read from `phonemes.txt`.
struct PhonemeFile: Sendable, Hashable {
    /// In the order of the file.
    private(set) var phonemes: [PhonemeDefinition] = []
    /// Tracks that several phonemes share.
    private(set) var tracks: [String: FormantTrack] = [:]

    init() {}

    /// Reads the file; its format is described in `Voices/README.md`.
    ///
    /// - Throws: `ServiceError.Code.configuration` with file, line, column and what mends it.
    init(_ bytes: [UInt8], path: String) throws(ServiceError) {
        var block = Block.none
        var places: [String: DefinitionLocation] = [:]
        for line in try DefinitionText(bytes, path: path).lines {
            switch line.key {
            case "phoneme":
                try finish(&block)
                block = .phonemes(try Self.heads(line))
                for phoneme in block.phonemes {
                    if let first = places.updateValue(phoneme.place, forKey: phoneme.mnemonic) {
                        throw line.problem("'\(phoneme.mnemonic)' is defined already, at line \(first.line)")
                    }
                }
                guard places.count <= Self.mostPhonemes else {
                    throw line.problem("there are more than \(Self.mostPhonemes) phonemes")
                }
            case "track":
                // A name alone refers to a track; a name and a shape define one.
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

    /// What the lines that follow belong to.
    private enum Block {
        case none
        case phonemes([PhonemeDefinition])
        case track(String, FormantTrack, DefinitionLocation)

        var phonemes: [PhonemeDefinition] {
            if case .phonemes(let list) = self { return list }
            return []
        }
    }

    private static let mostPhonemes = 200
    private static let mostStatements = 60
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
        guard !names.isEmpty else { throw line.problem("'phoneme' names none", remedy: "write 'phoneme eI'") }
        var result: [PhonemeDefinition] = []
        for name in names {
            result.append(
                PhonemeDefinition(
                    mnemonic: try mnemonic(name, line),
                    model: model,
                    place: DefinitionLocation(line, name)
                )
            )
        }
        return result
    }

    private func trackHead(_ line: DefinitionText.Line) throws(ServiceError) -> Block {
        let words = Array(line.values)
        guard (2...3).contains(words.count) else {
            throw line.problem("a track has a name and one or two shapes", remedy: "write 'track palm vowel/a_8'")
        }
        guard tracks[words[0].text] == nil else {
            throw line.problem("the track '\(words[0].text)' is defined already", at: words[0])
        }
        let track = FormantTrack(shape: words[1].text, endShape: words.count > 2 ? words[2].text : nil)
        return .track(words[0].text, track, DefinitionLocation(line))
    }

    private static func addTarget(_ line: DefinitionText.Line, to block: inout Block) throws(ServiceError) {
        let values = Array(line.values)
        guard (3...4).contains(values.count) else {
            throw line.problem(
                "'at' takes F1, F2, F3 in hertz and the milliseconds to the next target",
                remedy: "write 'at 670 1620 2450 45'; the last target needs no milliseconds"
            )
        }
        let target = FormantTrack.Target(
            first: try line.number(values[0], in: FormantTrack.frequencies),
            second: try line.number(values[1], in: FormantTrack.frequencies),
            third: try line.number(values[2], in: FormantTrack.frequencies),
            duration: values.count > 3 ? try line.number(values[3], in: FormantTrack.durations) : 0
        )
        guard target.first < target.second, target.second < target.third else {
            throw line.problem("the formants are not in order: F1 < F2 < F3", at: values[0])
        }
        func adding(to track: FormantTrack) throws(ServiceError) -> FormantTrack {
            guard track.targets.count < FormantTrack.mostTargets else {
                throw line.problem("a track has at most \(FormantTrack.mostTargets) targets")
            }
            var track = track
            track.targets.append(target)
            return track
        }
        switch block {
        case .track(let name, let track, let place):
            block = .track(name, try adding(to: track), place)
        case .phonemes(var phonemes):
            for index in phonemes.indices {
                let last = phonemes[index].statements.count - 1
                guard last >= 0, case .track(let track) = phonemes[index].statements[last].action else {
                    throw line.problem("'at' stands behind no 'formants'", remedy: "write 'formants SHAPE' before it")
                }
                phonemes[index].statements[last].action = .track(try adding(to: track))
            }
            block = .phonemes(phonemes)
        case .none:
            throw line.problem("'at' stands before the first phoneme or track")
        }
    }

    private static func add(_ line: DefinitionText.Line, to block: inout Block) throws(ServiceError) {
        guard case .phonemes(var phonemes) = block else {
            let known = ["phoneme", "track", "at"] + PhonemeFile.statementKeys
            guard known.contains(line.key) else { throw unknown(line) }
            throw line.problem("'\(line.key)' stands before the first 'phoneme'")
        }
        for index in phonemes.indices {
            guard phonemes[index].statements.count < mostStatements else {
                throw line.problem("a phoneme has at most \(mostStatements) statements")
            }
            if let last = phonemes[index].statements.last, last.conditions.isEmpty, last.action.isLast {
                throw line.problem(
                    "nothing is done behind line \(last.place.line), which ends the phoneme",
                    remedy: "put this line before it, or give that one a condition"
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
        case .track(let name, let track, let place):
            try Self.check(track, at: place)
            tracks[name] = track
        }
        block = .none
    }

    private static func check(_ phoneme: PhonemeDefinition) throws(ServiceError) {
        for statement in phoneme.statements {
            if case .track(let track) = statement.action { try check(track, at: statement.place) }
        }
        guard let last = phoneme.statements.last else { return }
        if !last.action.isLast || !last.conditions.isEmpty {
            throw phoneme.place.problem(
                "the phoneme '\(phoneme.mnemonic)' has no sound in the end",
                remedy: "end it with 'formants', 'track', 'sequence', 'sound' or 'become' that has no condition"
            )
        }
    }

    private static func check(_ track: FormantTrack, at place: DefinitionLocation) throws(ServiceError) {
        guard track.targets.count >= 2 else {
            throw place.problem(
                "the track has \(track.targets.count) targets, and needs two at least",
                remedy: "add lines such as 'at 670 1620 2450 45'"
            )
        }
        guard track.targets.dropLast().allSatisfy({ $0.duration > 0 }) else {
            throw place.problem(
                "a target before the last has no duration",
                remedy: "write the milliseconds to the next target behind F3"
            )
        }
    }

    private func checkTracks() throws(ServiceError) {
        for phoneme in phonemes {
            for statement in phoneme.statements {
                guard case .namedTrack(let name) = statement.action, tracks[name] == nil else { continue }
                throw statement.place.problem(
                    "there is no track '\(name)'"
                        + ClosestMatch.hint(for: name, in: Array(tracks.keys)),
                    remedy: "define it with 'track \(name) SHAPE' and lines 'at F1 F2 F3 MS'"
                )
            }
        }
    }
}

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
                PhonemeStatement(action: action, conditions: conditions, place: DefinitionLocation(line))
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
            guard let known = PhonemeCondition.positions.first(where: { $0.key == position.text })?.value else {
                let names = PhonemeCondition.positions.map(\.key)
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
