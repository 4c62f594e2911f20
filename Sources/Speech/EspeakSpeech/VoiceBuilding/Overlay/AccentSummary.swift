package import LanguageServices

/// What has to be known of an accent to speak it, when it has been built.
package struct AccentSummary: Sendable, Hashable {
    /// The accent.
    package var language: LanguageTag
    /// Tags that mean this accent too.
    package var additionalLanguages: [LanguageTag]
    /// The name for people.
    package var name: String
    /// The identifier of the installed voice that speaks it when nothing can be built, or `nil` when none comes near.
    package var base: String?
    /// Its voices, the first of which is meant by its tag alone.
    package var voices: [AccentVoice]
    /// espeak-ng's names of its phonemes by what they are in IPA, for those that words are written with.
    package var symbols: [String: String]
}

extension AccentDefinition {
    /// What has to be known to speak it.
    package var summary: AccentSummary {
        AccentSummary(
            language: language,
            additionalLanguages: additionalLanguages,
            name: name,
            base: base,
            voices: voices,
            symbols: phonemes.symbols
        )
    }
}

extension AccentSummary {
    /// The lines of a record: the accent, then its voices.
    var lines: [String] {
        let own =
            "accent\t\(language.text)\t\(additionalLanguages.map(\.text).joined(separator: ","))\t\(base ?? "")\t\(name)"
        return [own] + voices.map { "voice\t\($0.id)\t\($0.gender.rawValue)\t\($0.name)" }
            + symbols.sorted { $0.key < $1.key }.map { "symbol\t\($0.key)\t\($0.value)" }
    }

    /// Reads the first line of an accent.
    init?(accentLine fields: [String]) {
        guard fields.count == 5, let language = LanguageTag(fields[1]) else { return nil }
        self.init(
            language: language,
            additionalLanguages: fields[2].split(separator: ",").compactMap { LanguageTag(String($0)) },
            name: fields[4],
            base: fields[3].isEmpty ? nil : fields[3],
            voices: [],
            symbols: [:]
        )
    }

    /// Reads the line of a voice.
    ///
    /// - Returns: `false` when it is none.
    mutating func addVoice(line fields: [String]) -> Bool {
        guard fields.count == 4, let gender = Voice.Gender(rawValue: fields[2]) else { return false }
        voices.append(AccentVoice(id: fields[1], name: fields[3], language: language, gender: gender))
        return true
    }
}

extension PhonemeFile {
    /// The phonemes by the symbol that each always has; of several with one symbol the first, and none that only stands for
    /// another in weak syllables, whose names end in a sign or a digit.
    fileprivate var symbols: [String: String] {
        var result: [String: String] = [:]
        for phoneme in phonemes {
            guard
                phoneme.mnemonic == "3" || phoneme.mnemonic == "0" || phoneme.mnemonic.last?.isLetter == true
                    || phoneme.mnemonic.last == ":" || phoneme.mnemonic.last == "@" || phoneme.mnemonic == "i@3"
            else { continue }
            for statement in phoneme.statements where statement.conditions.isEmpty {
                guard case .symbol(let symbol) = statement.action else { continue }
                if result[symbol] == nil { result[symbol] = phoneme.mnemonic }
                break
            }
        }
        return result
    }
}

/// A voice that an overlay adds to the installed ones.
package struct AccentVoice: Sendable, Hashable {
    /// What selects it here: `en-AU`, `en-AU-female`.
    package var id: String
    /// The name that selects it in espeak-ng, and its file below `lang`: `own/en-au`.
    ///
    /// In lower case: libespeak-ng lowers the name before it opens the file, and reads all its voices when there is none.
    package var identifier: String { "own/\(id.lowercased())" }
    /// The name for people.
    package var name: String
    /// The accent it speaks.
    package var language: LanguageTag
    /// What it sounds like.
    package var gender: Voice.Gender
}

extension AccentDefinition {
    /// The voices that speak the accent, the first of which is meant by its tag alone.
    package var voices: [AccentVoice] {
        speakers.enumerated().map { index, speaker in
            AccentVoice(
                id: index == 0 ? language.text : "\(language.text)-\(speaker.gender.rawValue)",
                name: index == 0 ? name : "\(name), \(speaker.gender.rawValue)",
                language: language,
                gender: speaker.gender
            )
        }
    }

    /// espeak-ng's voice file of a speaker.
    ///
    /// - Parameters:
    ///   - index: Which speaker.
    ///   - isLinked: Whether the accent's own phonemes and words are there; otherwise it is made of replacements.
    func voiceFile(of index: Int, isLinked: Bool) -> String {
        guard voices.indices.contains(index) else { return "" }
        let rules = isLinked ? rules : coarse.rules ?? rules
        var lines = [
            "name \(voices[index].name)", "language \(language.text.lowercased()) 2", "",
            "phonemes \(isLinked ? ownName : coarse.table ?? table)",
            "dictionary \(isLinked && !words.isEmpty ? ownName : dictionary)",
        ]
        if !rules.isEmpty { lines.append("dictrules " + rules.map(String.init).joined(separator: " ")) }
        // A speaker's own setting takes the place of the accent's, which a formant has once for each number.
        func subject(_ setting: [String]) -> [String] { Array(setting.prefix(setting.first == "formant" ? 2 : 1)) }
        let own = Set(speakers[index].settings.map(subject))
        for setting in settings.filter({ !own.contains(subject($0)) }) + speakers[index].settings {
            lines.append(setting.joined(separator: " "))
        }
        for replacement in isLinked ? replacements : coarse.replacements {
            lines.append("replace 0\(replacement.flags) \(replacement.old) \(replacement.new)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}

/// Writes IPA in espeak-ng's names of English phonemes.
///
/// What an accent's own definition says comes first: `eː` is the vowel of *square* in Australia and that of *face* in
/// Ireland. What it does not say is read as in any description of English, so that `/əʊ/`, `/oʊ/` and `/əʉ/` are all the
/// vowel of *goat*, and every accent says it in its own way.
package struct PhonemeSpelling: Sendable {
    private let symbols: [String: String]

    /// Prepares the spelling for an accent.
    package init(_ accent: AccentSummary) {
        symbols = Self.general.merging(accent.symbols) { $1 }
    }

    /// The names, one phoneme after the other with `|` between them, and words with spaces between them.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a symbol that is not among those of English.
    package func mnemonics(ofIPA ipa: String) throws(ServiceError) -> String {
        var words: [[String]] = [[]]
        var stress = ""
        let scalars = Array(ipa.unicodeScalars).filter { !Self.ignored.contains($0) }
        var index = 0
        while index < scalars.count {
            switch scalars[index] {
            case "ˈ", "'": (stress, index) = ("'", index + 1)
            case "ˌ", ",": (stress, index) = (",", index + 1)
            case " ": (words, index) = (words + [[]], index + 1)
            default:
                let (name, length) = try name(at: index, in: scalars, of: ipa)
                index += length
                let isVowel = name.first.map { "aAeEiIoOuUV03@".contains($0) } ?? false
                words[words.count - 1].append(isVowel ? stress + name : name)
                if isVowel { stress = "" }
            }
        }
        let spoken = words.filter { !$0.isEmpty }
        guard !spoken.isEmpty else { throw ServiceError(.invalidRequest, "there is no sound in /\(ipa)/") }
        return spoken.map { $0.joined(separator: "|") }.joined(separator: " ")
    }

    private func name(
        at index: Int,
        in scalars: [Unicode.Scalar],
        of ipa: String
    ) throws(ServiceError) -> (name: String, length: Int) {
        for length in stride(from: min(4, scalars.count - index), to: 0, by: -1) {
            let symbol = String.UnicodeScalarView(scalars[index..<(index + length)].map { Self.same[$0] ?? $0 })
            if let name = symbols[String(symbol)] { return (name, length) }
        }
        throw ServiceError(
            .invalidRequest,
            "'\(scalars[index])' in /\(ipa)/ is no sound of English",
            remedy: "use the symbols that 'parlance ipa' shows, or respell the word"
        )
    }

    /// Ties, and points between syllables.
    private static let ignored: Set<Unicode.Scalar> = ["\u{361}", "\u{35C}", ".", "|", "\u{200D}"]

    /// Signs that are written in several ways.
    private static let same: [Unicode.Scalar: Unicode.Scalar] = [
        "g": "ɡ", "r": "ɹ", ":": "ː", "ɻ": "ɹ", "ɫ": "l", "ɛ": "ɛ", "ɝ": "ɝ",
    ]

    private static let general: [String: String] = [
        "p": "p", "b": "b", "t": "t", "d": "d", "k": "k", "ɡ": "g", "f": "f", "v": "v", "θ": "T", "ð": "D", "s": "s",
        "z": "z", "ʃ": "S", "ʒ": "Z", "h": "h", "m": "m", "n": "n", "ŋ": "N", "l": "l", "ɹ": "r", "j": "j", "w": "w",
        "tʃ": "tS", "dʒ": "dZ", "ʍ": "w#", "hw": "w#", "x": "x", "ʔ": "?", "ɾ": "t#", "n̩": "n-", "l̩": "@L", "əl": "@L",
        "t̪": "T", "d̪": "D", "tʰ": "t", "pʰ": "p", "kʰ": "k",
        "ɪ": "I", "i": "i", "iː": "i:", "e": "E", "ɛ": "E", "æ": "a", "a": "a", "aː": "A:", "ɑ": "A:", "ɑː": "A:",
        "ɒ": "0",
        "ɔ": "0", "ɔː": "O:", "oː": "O:", "ɒː": "O:", "ʊ": "U", "u": "u:", "uː": "u:", "ʉː": "u:", "ʉ": "u:", "ʌ": "V",
        "ɐ": "V",
        "ɐː": "A:", "ɜː": "3:", "ɜ": "3:", "ɝ": "3:", "ɝː": "3:", "ɚː": "3:", "ɚ": "3", "ə": "@", "ᵻ": "I", "ɨ": "I",
        "eɪ": "eI", "ɛɪ": "eI", "æɪ": "eI", "aɪ": "aI", "ɑɪ": "aI", "ɑe": "aI", "ɔɪ": "OI", "oɪ": "OI", "ɒɪ": "OI",
        "aʊ": "aU", "æɔ": "aU", "əʊ": "oU", "oʊ": "oU", "əʉ": "oU",
        "ɪə": "i@3", "eə": "e@", "ɛə": "e@", "ɛː": "e@", "ʊə": "U@",
        "ɑːɹ": "A@", "ɑɹ": "A@", "ɔːɹ": "O@", "ɔɹ": "O@", "ɪɹ": "i@3", "ɛɹ": "e@", "ʊɹ": "U@", "ɜːɹ": "3:", "ɝɹ": "3:",
    ]
}
