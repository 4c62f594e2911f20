package import LanguageServices

/// The properties of an accent that are needed to speak with it once it is built.
package struct AccentSummary: Sendable, Hashable {
    /// The accent.
    package var language: LanguageTag
    /// Additional tags for this accent.
    package var additionalLanguages: [LanguageTag]
    /// The display name.
    package var name: String
    /// The identifier of the installed voice to use if the accent cannot be built; `nil` if no installed voice is
    /// similar.
    package var base: String?
    /// The accent's voices. The first one is the default for the accent's tag.
    package var voices: [AccentVoice]
    /// espeak-ng's phoneme names, keyed by IPA symbol, for pronunciations given in IPA.
    package var symbols: [String: String]
}

extension AccentDefinition {
    /// The summary of the definition.
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
    /// The lines for an overlay's record: the accent, then its voices.
    var lines: [String] {
        let own =
            "accent\t\(language.text)\t\(additionalLanguages.map(\.text).joined(separator: ","))\t\(base ?? "")\t\(name)"
        return [own] + voices.map { "voice\t\($0.id)\t\($0.gender.rawValue)\t\($0.name)" }
            + symbols.sorted { $0.key < $1.key }.map { "symbol\t\($0.key)\t\($0.value)" }
    }

    /// Parses an accent's first line.
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

    /// Parses a voice's line.
    ///
    /// - Returns: `false` for any other line.
    mutating func addVoice(line fields: [String]) -> Bool {
        guard fields.count == 4, let gender = Voice.Gender(rawValue: fields[2]) else { return false }
        voices.append(AccentVoice(id: fields[1], name: fields[3], language: language, gender: gender))
        return true
    }
}

extension PhonemeFile {
    /// The phonemes, keyed by their unconditional symbols. If several phonemes have the same symbol, the first one is
    /// used. Phonemes that merely replace another one in weak syllables are omitted; their names end with a sign or a
    /// digit.
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
    /// The ID that selects the voice in Parlance: `en-AU`, `en-AU-female`.
    package var id: String
    /// The name that selects the voice in espeak-ng, which is also its path in `lang`: `own/en-au`.
    ///
    /// The name is in lower case, because libespeak-ng converts it to lower case before it opens the file, and reads
    /// all its voice files if that file does not exist.
    package var identifier: String { "own/\(id.lowercased())" }
    /// The display name.
    package var name: String
    /// The accent.
    package var language: LanguageTag
    /// The gender of the voice.
    package var gender: Voice.Gender
}

extension AccentDefinition {
    /// The voices of the accent. The first one is the default for its tag.
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

    /// The espeak-ng voice file for a speaker.
    ///
    /// - Parameters:
    ///   - index: The index of the speaker.
    ///   - isLinked: Whether the accent's phonemes and words are linked; if not, replacements are used.
    func voiceFile(of index: Int, isLinked: Bool) -> String {
        guard voices.indices.contains(index) else { return "" }
        let rules = isLinked ? rules : coarse.rules ?? rules
        var lines = [
            "name \(voices[index].name)", "language \(language.text.lowercased()) 2", "",
            "phonemes \(isLinked ? tableName : coarse.table ?? table)",
            "dictionary \(isLinked && !words.isEmpty ? tableName : dictionary)",
        ]
        if !rules.isEmpty { lines.append("dictrules " + rules.map(String.init).joined(separator: " ")) }
        // A speaker's setting overrides the accent's; formant settings are distinguished by formant number.
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

/// Converts IPA to espeak-ng's names for English phonemes.
///
/// The accent's definition takes precedence: `eː` is the vowel in *square* in Australia and the vowel in *face* in
/// Ireland. Other symbols have their usual meaning in descriptions of English, so `/əʊ/`, `/oʊ/` and `/əʉ/` all
/// represent the vowel in *goat*, which every accent pronounces in its own way.
package struct PhonemeSpelling: Sendable {
    private let symbols: [String: String]

    /// Creates a converter for an accent.
    package init(_ accent: AccentSummary) {
        symbols = Self.general.merging(accent.symbols) { $1 }
    }

    /// The phoneme names, separated by `|` within words and by spaces between words.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a symbol that is not used for English.
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
        guard !spoken.isEmpty else { throw ServiceError(.invalidRequest, "/\(ipa)/ contains no sound") }
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
            "'\(scalars[index])' in /\(ipa)/ is not an English sound",
            remedy: "use the symbols that 'parlance ipa' shows, or respell the word"
        )
    }

    /// Tie bars and syllable separators.
    private static let ignored: Set<Unicode.Scalar> = ["\u{361}", "\u{35C}", ".", "|", "\u{200D}"]

    /// Variants of the same symbol.
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
