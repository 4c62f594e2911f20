public import LanguageServices

/// The words that the library reported for a piece of text, with their phonemes.
struct Transcript: Sendable, Hashable {
    /// A phoneme and its start time.
    struct Phoneme: Sendable, Hashable {
        /// The start, in samples from the start of the piece.
        var sample: Int
        /// The complete name in IPA; a stressed vowel is preceded by its stress mark.
        var ipa: String
    }

    /// A unit that the library spoke as one word: a word, several short words (*in the*), or part of a number.
    struct Group: Sendable, Hashable {
        /// The position in the audio at which the unit starts, in samples.
        var sample: Int
        /// The position in the piece, in Unicode scalars; see ``EspeakEvent/position``.
        var position: Int
        /// The phonemes without pauses.
        var phonemes: [Phoneme]
    }

    /// The units in audio order.
    private(set) var groups: [Group] = []

    /// Combines events and IPA.
    init(_ utterance: EspeakUtterance) {
        for event in utterance.events {
            switch event.kind {
            case .word:
                groups.append(Group(sample: event.sample, position: event.position, phonemes: []))
            case .phoneme(let name):
                guard !groups.isEmpty, Self.isAudible(name) else { continue }
                groups[groups.count - 1].phonemes.append(Phoneme(sample: event.sample, ipa: name))
            }
        }
        // The library sometimes reports a pause as a word.
        groups.removeAll { $0.phonemes.isEmpty }
        // The IPA trace contains the same phonemes in the same order, with stress marks and complete names.
        let names = Self.words(ofIPA: utterance.ipa)
        guard names.count == groups.count else { return }
        for (index, names) in zip(groups.indices, names) {
            // An event may be only part of a phoneme: the `k` and the `ʲ` of `kʲ`.
            let spoken = groups[index].phonemes
            let starts =
                names.count == spoken.count
                ? Array(spoken.indices) : PhonemeAlignment.starts(of: names.map { [$0] }, in: spoken.map(\.ipa))
            groups[index].phonemes = zip(names, starts).map { name, start in
                Phoneme(sample: spoken[min(start, spoken.count - 1)].sample, ipa: name)
            }
        }
    }

    /// The phonemes of each word in an IPA trace; see ``EspeakUtterance/ipa``.
    static func words(ofIPA ipa: String) -> [[String]] {
        ipa.split(whereSeparator: \.isWhitespace).compactMap { word in
            let names = word.split(separator: "_").map(String.init).filter(isAudible)
            return names.isEmpty ? nil : names
        }
    }

    /// Whether a name represents a sound, rather than a pause or a change of language such as `(en)`.
    private static func isAudible(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("(")
    }
}

/// Finds word boundaries in phonemes that were spoken without a pause.
///
/// A word in isolation has different phonemes from the same word in connected speech: *of* and *a* are `ʌv` and `eɪ`,
/// but *of a* is `əvə`. The two sequences are therefore aligned by edit distance (Wagner and Fischer, 1974). Replacing
/// a vowel with a vowel, or a consonant with a consonant, costs less than replacing one with the other.
enum PhonemeAlignment {
    /// The start of each word in `spoken`.
    ///
    /// - Parameters:
    ///   - spoken: The phonemes as they were spoken.
    ///   - words: The phonemes of each word in isolation.
    /// - Returns: For each word, an index into `spoken`. The indexes start at 0 and never decrease; the index is
    ///   `spoken.count` for a word without remaining phonemes.
    static func starts(of words: [[String]], in spoken: [String]) -> [Int] {
        let alone = words.flatMap { $0 }.map(base)
        let spoken = spoken.map(base)
        guard !alone.isEmpty, alone.count * spoken.count <= largest else {
            return proportional(words, spoken.count)
        }
        // costs[i][j]: the cost of aligning the first i isolated phonemes with the first j spoken ones.
        let width = spoken.count + 1
        var costs = [Int](repeating: 0, count: (alone.count + 1) * width)
        for column in 0..<width { costs[column] = column * gap }
        for row in 1...alone.count {
            costs[row * width] = row * gap
            for column in 1..<width {
                let change = costs[(row - 1) * width + column - 1] + cost(alone[row - 1], spoken[column - 1])
                let left = costs[(row - 1) * width + column] + gap
                let added = costs[row * width + column - 1] + gap
                costs[row * width + column] = min(change, left, added)
            }
        }
        // Trace back to find where the first i isolated phonemes end among the spoken ones.
        var ends = [Int](repeating: 0, count: alone.count + 1)
        var row = alone.count
        var column = spoken.count
        ends[row] = column
        while row > 0 {
            let here = costs[row * width + column]
            if column > 0, here == costs[(row - 1) * width + column - 1] + cost(alone[row - 1], spoken[column - 1]) {
                row -= 1
                column -= 1
                ends[row] = column
            } else if column > 0, here == costs[row * width + column - 1] + gap {
                column -= 1
            } else {
                row -= 1
                ends[row] = column
            }
        }
        var starts: [Int] = []
        var count = 0
        for word in words {
            starts.append(word.isEmpty ? spoken.count : starts.isEmpty ? 0 : ends[count])
            count += word.count
        }
        return nonDecreasing(starts)
    }

    /// A proportional split, which is used if there are too few or too many phonemes to align.
    private static func proportional(_ words: [[String]], _ count: Int) -> [Int] {
        let total = max(1, words.reduce(0) { $0 + $1.count })
        var sum = 0
        return words.map { word in
            defer { sum += word.count }
            return sum * count / total
        }
    }

    private static func nonDecreasing(_ starts: [Int]) -> [Int] {
        var least = Int.max
        return starts.reversed().map { start in
            least = min(least, start)
            return least
        }.reversed()
    }

    /// A phoneme without stress and length marks.
    private static func base(_ phoneme: String) -> String {
        String(phoneme.unicodeScalars.filter { !"ˈˌː".unicodeScalars.contains($0) }.map(Character.init))
    }

    private static func cost(_ one: String, _ other: String) -> Int {
        if one == other { return 0 }
        return isVowel(one) == isVowel(other) ? 2 : 4
    }

    /// Whether a phoneme starts with a vowel sound.
    static func isVowel(_ phoneme: String) -> Bool {
        phoneme.unicodeScalars.first { $0 != "ˈ" && $0 != "ˌ" }.map { vowels.contains($0) } ?? false
    }

    private static let gap = 3
    private static let largest = 4_000_000
    private static let vowels = Set("aeiouyæøœɐɑɒɔəɘɚɛɜɝɞɤɨɪɯɵɶʉʊʌʏᵻɩɷ".unicodeScalars)
}

/// Moves the stress marks in a word to where the International Phonetic Association puts them: before the syllable. The
/// library puts them before the vowel (`hˈaʊs`, `bɐnˈɑːnə` become `ˈhaʊs`, `bɐˈnɑːnə`).
///
/// A syllable includes as many consonants before its vowel as can start a word (maximal onset principle, Kahn 1976).
/// The permitted onsets are those of English. Most of them also apply to other European languages, and a single
/// consonant is a valid onset in every language.
enum StressPlacement {
    /// Moves the stress marks in the phonemes of a word.
    static func moved(_ phonemes: [String]) -> [String] {
        var result = phonemes
        for index in phonemes.indices {
            guard let mark = phonemes[index].unicodeScalars.first, mark == "ˈ" || mark == "ˌ" else { continue }
            let start = onset(before: index, in: phonemes)
            guard start < index else { continue }
            result[index] = String(String.UnicodeScalarView(result[index].unicodeScalars.dropFirst()))
            result[start] = String(mark) + result[start]
        }
        return result
    }

    /// The start of the syllable whose vowel is at `index`.
    private static func onset(before index: Int, in phonemes: [String]) -> Int {
        var start = index
        while start > 0, !PhonemeAlignment.isVowel(phonemes[start - 1]), !isSyllabic(phonemes[start - 1]) { start -= 1 }
        // All consonants before a word's first vowel belong to that vowel's syllable.
        if start == 0 { return 0 }
        while start < index, !canBegin(phonemes[start..<index]) { start += 1 }
        return start
    }

    /// Whether a phoneme ends with the symbol of a syllabic consonant: `n̩`, `əl`.
    private static func isSyllabic(_ phoneme: String) -> Bool {
        phoneme.unicodeScalars.contains("\u{329}")
            || phoneme.unicodeScalars.contains { "ˈˌ".unicodeScalars.contains($0) }
    }

    /// Whether these consonants can start a word.
    private static func canBegin(_ consonants: ArraySlice<String>) -> Bool {
        let list = Array(consonants)
        switch list.count {
        case 0: return true
        case 1: return list[0] != "ŋ" && list[0] != "ɾ"
        case 2: return pairs[list[0]]?.contains(list[1]) ?? false
        case 3: return list[0] == "s" && "ptk".contains(list[1]) && canBegin(list[1...]) && list[1] + list[2] != "tl"
        default: return false
        }
    }

    private static let pairs: [String: Set<String>] = [
        "p": ["l", "ɹ", "r", "j", "ʁ"], "b": ["l", "ɹ", "r", "j", "ʁ"], "t": ["ɹ", "r", "w", "j", "ʁ"],
        "d": ["ɹ", "r", "w", "j", "ʁ"], "k": ["l", "ɹ", "r", "w", "j", "v", "ʁ"], "ɡ": ["l", "ɹ", "r", "w", "j", "ʁ"],
        "f": ["l", "ɹ", "r", "j", "ʁ"], "v": ["j", "ɹ", "r", "ʁ"], "θ": ["ɹ", "w", "j"], "t̪": ["ɹ", "w", "j"],
        "ʃ": ["ɹ", "l", "m", "n", "p", "t", "v"], "s": ["p", "t", "k", "m", "n", "f", "l", "w", "j"], "h": ["j", "w"],
        "m": ["j"], "n": ["j"], "l": ["j"], "z": ["j"],
    ]
}

extension EspeakSpeech {
    /// Whether a text starts with a vowel sound, according to espeak-ng. The spelling alone does not determine this:
    /// *hour*, *UFO*.
    ///
    /// - Parameters:
    ///   - text: One or more words.
    ///   - language: The language. Only English is supported, in which *a* and *an* depend on the sound.
    /// - Returns: `nil` if espeak-ng is missing or cannot determine it.
    public static func startsWithVowel(_ text: String, language: LanguageTag) async -> Bool? {
        guard language.language == "en", let piece = SpeakableText(text).pieces.first else { return nil }
        let voice = SelectedVoice(identifier: language.region == "GB" ? "gmw/en" : "gmw/en-US")
        guard let ipa = try? await EspeakEngine.shared.transcribe(piece.text, voice: voice) else { return nil }
        return FirstSound.isVowel(ipa)
    }
}

/// The first sound of a transcription.
enum FirstSound {
    /// Whether the first sound is a vowel; `nil` if there is no sound.
    ///
    /// - Parameter ipa: Phonemes as in ``EspeakUtterance/ipa``.
    static func isVowel(_ ipa: String) -> Bool? {
        guard let name = Transcript.words(ofIPA: ipa).first?.first else { return nil }
        guard let first = name.unicodeScalars.first(where: { !"ˈˌ'".unicodeScalars.contains($0) }) else { return nil }
        return vowels.contains(first)
    }

    private static let vowels = Set("aeiouyæɑɒɔəɛɜɚɝɪʊʌᵻɐøœɨʉɯɤɵɞɘ".unicodeScalars)
}
