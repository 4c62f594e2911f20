import CEspeak
import CEspeakWorker

/// What a child has made of one piece of text.
struct EspeakUtterance: Sendable {
    /// The audio.
    var samples: [Int16] = []

    /// Where words and phonemes begin, in the order of the audio.
    var events: [EspeakEvent] = []

    /// The phonemes in IPA, as the library writes them: `_` between phonemes, a space between words, a newline behind a
    /// clause.
    var ipa = ""
}

/// What the library says of a moment in the audio.
struct EspeakEvent: Sendable, Hashable {
    /// What begins here.
    enum Kind: Sendable, Hashable {
        /// A word, or a part of a number.
        case word
        /// A phoneme, with its name in IPA, cut to 8 bytes and without stress; a pause has an empty name.
        case phoneme(String)
    }

    var kind: Kind

    /// The sample, from the start of the piece.
    var sample: Int

    /// The Unicode scalar of the piece, from 0. It is right for the first event of a word, and a little behind for the
    /// other words of a number.
    var position: Int

    init(kind: Kind, sample: Int, position: Int) {
        self.kind = kind
        self.sample = sample
        self.position = position
    }

    /// Takes an event of a child.
    init?(_ event: espeak_worker_event) {
        switch event.kind {
        case espeakEVENT_WORD.rawValue:
            kind = .word
        case espeakEVENT_PHONEME.rawValue:
            // A name that is cut may end in the middle of a character.
            kind = .phoneme(
                withUnsafeBytes(of: event.name) { bytes in
                    String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).filter { $0 != "\u{FFFD}" }
                }
            )
        default:
            return nil
        }
        sample = Int(event.sample)
        position = max(0, Int(event.position) - 1)
    }
}
