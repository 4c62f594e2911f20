/// What the library has said of a piece of text, put together: its words, and the phonemes of each.
struct Transcript: Sendable, Hashable {
    /// A phoneme and the moment at which it begins.
    struct Phoneme: Sendable, Hashable {
        /// The sample, from the start of the piece.
        var sample: Int
        /// The name in IPA, whole; a stressed vowel has its stress mark before it.
        var ipa: String
    }

    /// What the library spoke as one word: a word, some short words together (*in the*), or a part of a number.
    struct Group: Sendable, Hashable {
        /// Where it begins in the audio.
        var sample: Int
        /// Where it begins in the piece, in Unicode scalars; see ``EspeakEvent/position``.
        var position: Int
        /// Its phonemes, without pauses.
        var phonemes: [Phoneme]
    }

    /// The words, in the order of the audio.
    private(set) var groups: [Group] = []

    /// Puts events and IPA together.
    init(_ utterance: EspeakUtterance) {
        for event in utterance.events {
            switch event.kind {
            case .word:
                groups.append(Group(sample: event.sample, position: event.position, phonemes: []))
            case .phoneme(let name):
                guard !groups.isEmpty, Self.isHeard(name) else { continue }
                groups[groups.count - 1].phonemes.append(Phoneme(sample: event.sample, ipa: name))
            }
        }
        // Now and then a pause is said to be a word.
        groups.removeAll { $0.phonemes.isEmpty }
        // The trace has the same phonemes in the same order, with stress and with their whole names.
        let names = Self.words(ofIPA: utterance.ipa)
        guard names.count == groups.count else { return }
        for (index, names) in zip(groups.indices, names) {
            // Now and then an event is only a part of a phoneme: the `k` and the `ʲ` of `kʲ`.
            let spoken = groups[index].phonemes
            let starts =
                names.count == spoken.count
                ? Array(spoken.indices) : PhonemeAlignment.starts(of: names.map { [$0] }, in: spoken.map(\.ipa))
            groups[index].phonemes = zip(names, starts).map { name, start in
                Phoneme(sample: spoken[min(start, spoken.count - 1)].sample, ipa: name)
            }
        }
    }

    /// The phonemes of each word of a trace; see ``EspeakUtterance/ipa``.
    static func words(ofIPA ipa: String) -> [[String]] {
        ipa.split(whereSeparator: \.isWhitespace).compactMap { word in
            let names = word.split(separator: "_").map(String.init).filter(isHeard)
            return names.isEmpty ? nil : names
        }
    }

    /// Whether a name stands for a sound: neither a pause nor a change of language, as `(en)`.
    private static func isHeard(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("(")
    }
}
