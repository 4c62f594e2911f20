package import LanguageServices

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
            var symbol = String.UnicodeScalarView()
            symbol.append(contentsOf: scalars[index..<(index + length)].map { Self.same[$0] ?? $0 })
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
