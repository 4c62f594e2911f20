import LanguageServices

/// Reads `voice.txt`.
struct VoiceFileReader {
    /// The shared word lists, in order.
    private(set) var lexicons: [(name: DefinitionText.Word, line: DefinitionText.Line)] = []

    private let path: String
    private var single: [String: String] = [:]
    private var additionalLanguages: [LanguageTag] = []
    private var sources: [String] = []
    private var rules: [Int] = []
    private var settings: [[String]] = []
    private var replacements: [PhonemeReplacement] = []
    private var coarse = CoarseDefinition()
    private var speakers: [SpeakerDefinition] = []

    init(_ bytes: [UInt8], path: String) throws(ServiceError) {
        self.path = path
        for line in try DefinitionText(bytes, path: path).lines { try read(line) }
    }

    /// The accent, except its phonemes and words.
    func accent() throws(ServiceError) -> AccentDefinition {
        guard let language = LanguageTag(try required("language")) else {
            throw ServiceError(.configuration, "\(path): the key 'language' is missing")
        }
        var accent = AccentDefinition(
            language: language,
            name: try required("name"),
            base: single["base"],
            speakers: speakers.isEmpty ? [SpeakerDefinition(gender: .male)] : speakers,
            table: try required("table"),
            dictionary: single["dictionary"] ?? language.language
        )
        accent.additionalLanguages = additionalLanguages
        accent.sources = sources
        accent.rules = rules
        accent.settings = settings
        accent.replacements = replacements
        accent.coarse = coarse
        return accent
    }

    private func required(_ key: String) throws(ServiceError) -> String {
        guard let value = single[key] else {
            throw ServiceError(
                .configuration,
                "\(path): the key '\(key)' is missing",
                remedy: "add a line '\(key) …'; Voices/README.md lists the keys"
            )
        }
        return value
    }

    // MARK: Lines

    private mutating func read(_ line: DefinitionText.Line) throws(ServiceError) {
        switch line.key {
        case "name":
            let name = try line.remainder()
            guard name.utf8.count <= 30 else {
                throw line.problem("the name is longer than 30 bytes", at: line.words[1], remedy: "shorten it")
            }
            guard name.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F }) else {
                throw line.problem("the name contains control characters", at: line.words[1])
            }
            try once(line, name)
        case "language":
            let tag = try languageTag(line)
            guard (2...12).contains(tag.text.utf8.count) else {
                throw line.problem("the tag is longer than 12 bytes", at: line.words[1])
            }
            try once(line, tag.text)
        case "also": additionalLanguages.append(try languageTag(line))
        case "table", "dictionary", "base": try once(line, try fileName(line))
        case "lexicon":
            let name = try line.onlyValue()
            lexicons.append((name, line))
        case "rules": rules += try line.numbers(in: 1...31, count: 1...31)
        case "source": sources.append(try line.remainder())
        case "replace": replacements.append(try Self.replacement(line, line.values))
        case "coarse": try readCoarse(line)
        case "speaker": try startSpeaker(line)
        default: try readSetting(line)
        }
    }

    private mutating func once(_ line: DefinitionText.Line, _ value: String) throws(ServiceError) {
        guard speakers.isEmpty else {
            throw line.problem("'\(line.key)' is used after a speaker", remedy: "move it before the first 'speaker'")
        }
        guard single.updateValue(value, forKey: line.key) == nil else {
            throw line.problem("'\(line.key)' is specified twice", remedy: "remove one of the two lines")
        }
    }

    private func languageTag(_ line: DefinitionText.Line) throws(ServiceError) -> LanguageTag {
        let word = try line.onlyValue()
        guard let tag = LanguageTag(word.text) else {
            throw line.problem("'\(word.text)' is not a language tag such as en-GB", at: word)
        }
        return tag
    }

    /// A name that is used in espeak-ng's voice file.
    private func fileName(_ line: DefinitionText.Line) throws(ServiceError) -> String {
        let word = try line.onlyValue()
        let allowed = word.text.utf8.allSatisfy { byte in
            Character(Unicode.Scalar(byte)).isLetter && byte < 0x80 || (0x30...0x39).contains(byte)
                || [0x2D, 0x5F, 0x2F].contains(byte)
        }
        guard allowed, word.text.utf8.count <= 31 else {
            throw line.problem("'\(word.text)' is not a valid espeak-ng name", at: word)
        }
        return word.text
    }

    private mutating func startSpeaker(_ line: DefinitionText.Line) throws(ServiceError) {
        let word = try line.onlyValue()
        let genders: [String: Voice.Gender] = ["female": .female, "male": .male]
        guard let gender = genders[word.text] else {
            throw line.problem("'\(word.text)' is neither 'female' nor 'male'", at: word)
        }
        guard !speakers.contains(where: { $0.gender == gender }) else {
            throw line.problem("there is already a \(word.text) speaker", at: word)
        }
        speakers.append(SpeakerDefinition(gender: gender))
    }

    private mutating func readCoarse(_ line: DefinitionText.Line) throws(ServiceError) {
        guard let what = line.values.first else { throw line.problem("'coarse' has no value") }
        let remainder = DefinitionText.Line(path: line.path, number: line.number, words: Array(line.values))
        switch what.text {
        case "table": coarse.table = try fileName(remainder)
        case "rules": coarse.rules = try remainder.numbers(in: 1...31, count: 1...31)
        case "replace": coarse.replacements.append(try Self.replacement(remainder, remainder.values))
        default:
            throw line.problem("'coarse' takes 'table', 'rules' or 'replace'", at: what)
        }
    }

    /// `replace WHERE OLD NEW`.
    private static func replacement(
        _ line: DefinitionText.Line,
        _ values: ArraySlice<DefinitionText.Word>
    ) throws(ServiceError) -> PhonemeReplacement {
        let words = Array(values)
        guard words.count == 3 else {
            throw line.problem(
                "'replace' takes a position, the old phoneme and the new phoneme",
                remedy: "write 'replace always T t['"
            )
        }
        var flags = 0
        for part in words[0].text.split(separator: "+") {
            guard let bit = ["always": 0, "word-final": 1, "unstressed": 2, "word-initial": 4][part] else {
                throw line.problem(
                    "'\(part)' is not a valid position for 'replace'",
                    at: words[0],
                    remedy: "use always, word-final, unstressed or word-initial, joined by '+'"
                )
            }
            flags |= bit
        }
        return PhonemeReplacement(
            flags: flags,
            old: try PhonemeFile.mnemonic(words[1], line),
            new: try PhonemeFile.mnemonic(words[2], line),
            location: DefinitionLocation(line, words[1])
        )
    }

    // MARK: Settings

    private mutating func readSetting(_ line: DefinitionText.Line) throws(ServiceError) {
        guard let setting = Self.settingKeys[line.key] else {
            let known = Self.keys + Array(Self.settingKeys.keys)
            throw line.problem(
                "there is no key '\(line.key)'\(ClosestMatch.hint(for: line.key, in: known))",
                remedy: "the keys are \(known.sorted().joined(separator: ", "))"
            )
        }
        let numbers = try line.numbers(in: -1000...1000, count: setting)
        if line.key == "formant", let number = numbers.first, !(0...8).contains(number) {
            throw line.problem("there is no formant \(number)", at: line.words[1], remedy: "use 0 to 8")
        }
        let entry = [line.key] + numbers.map(String.init)
        if speakers.isEmpty { settings.append(entry) } else { speakers[speakers.count - 1].settings.append(entry) }
    }

    private static let keys = [
        "name", "language", "also", "base", "table", "dictionary", "lexicon", "rules", "source", "replace", "coarse",
        "speaker",
    ]

    /// The espeak-ng settings that are copied, with the number of values that each takes.
    private static let settingKeys: [String: ClosedRange<Int>] = [
        "pitch": 2...2, "formant": 2...5, "stressLength": 8...8, "stressAmp": 8...8, "stressAdd": 8...8,
        "intonation": 1...1, "echo": 2...2, "flutter": 1...1, "roughness": 1...1, "voicing": 1...1,
        "consonants": 1...2, "breath": 1...8, "breathw": 1...8, "tone": 2...8, "speed": 1...1, "words": 1...2,
    ]
}
