package import LanguageServices
import Synchronization

/// An answer in the format of a ``ResponseStore``.
///
/// The first byte is the format version; the second is the type of answer. Damaged answers, and answers in other
/// versions of the format, are treated as missing.
package enum StoredAnswer: Sendable, Hashable {
    /// The translation of a text.
    case translation(Translation)
    /// The sentences for a word, with notices for the user.
    case sentences([ExampleSentence], notices: [String])
    /// A complete utterance.
    case speech(StoredSpeech)
    /// A miss: the provider has no answer.
    case miss(ServiceError)

    private static let version: UInt8 = 1

    private enum Mark {
        static let translation = UInt8(ascii: "t")
        static let sentences = UInt8(ascii: "e")
        static let speech = UInt8(ascii: "s")
        static let miss = UInt8(ascii: "n")
    }

    private struct Sentences: Codable {
        var sentences: [ExampleSentence]
        var notices: [String]
    }

    /// The answer as bytes; `nil` if it cannot be stored.
    package var bytes: [UInt8]? {
        var bytes = [Self.version]
        do {
            switch self {
            case .translation(var translation):
                translation.cached = nil
                bytes.append(Mark.translation)
                try EncodedValue(encoding: translation).write(to: &bytes)
            case .sentences(let sentences, let notices):
                bytes.append(Mark.sentences)
                try EncodedValue(encoding: Sentences(sentences: sentences, notices: notices)).write(to: &bytes)
            case .speech(let speech):
                bytes.append(Mark.speech)
                try EncodedValue(encoding: speech.description).write(to: &bytes)
                bytes.reserveCapacity(bytes.count + speech.samples.count * 2)
                for sample in speech.samples {
                    bytes.append(UInt8(truncatingIfNeeded: sample))
                    bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
                }
            case .miss(let error):
                bytes.append(Mark.miss)
                // The report is not needed later, and the underlying error's text may contain a secret.
                let kept = ServiceError(
                    error.code,
                    error.message,
                    provider: error.provider,
                    remedy: error.remedy
                )
                try EncodedValue(encoding: kept).write(to: &bytes)
            }
        } catch {
            return nil
        }
        return bytes
    }

    /// Parses an answer.
    ///
    /// - Returns: `nil` if the answer is damaged or was written by another version.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count > 2, bytes[0] == Self.version else { return nil }
        var reader = ValueReader(bytes[2...])
        guard let coded = try? reader.value() else { return nil }
        if bytes[1] != Mark.speech, !reader.remainder.isEmpty { return nil }
        func value<Value: Decodable>(_ type: Value.Type) -> Value? { try? coded.decoded(as: type) }
        let answer: Self? =
            switch bytes[1] {
            case Mark.translation: value(Translation.self).map { .translation($0) }
            case Mark.sentences:
                value(Sentences.self).map { .sentences($0.sentences, notices: $0.notices) }
            case Mark.speech:
                value(StoredSpeech.Description.self).flatMap { StoredSpeech($0, samples: reader.remainder) }
                    .map { .speech($0) }
            case Mark.miss: value(ServiceError.self).map { .miss($0) }
            default: nil
            }
        guard let answer else { return nil }
        self = answer
    }
}

/// A complete utterance.
package struct StoredSpeech: Sendable, Hashable {
    /// Everything except the samples.
    package struct Description: Sendable, Hashable, Codable {
        /// The format of the samples.
        package var format: AudioFormat
        /// The marks, in the order of the stream.
        package var marks: [SpeechMark] = []
        /// The number of samples before each mark.
        package var places: [Int] = []
        /// Notices for the user.
        package var notices: [String] = []
        /// The number of samples, to detect truncation.
        package var count = 0

        init(format: AudioFormat) { self.format = format }
    }

    /// Everything except the samples.
    package private(set) var description: Description

    /// The samples, with interleaved channels.
    package private(set) var samples: [Int16] = []

    init(format: AudioFormat) { description = Description(format: format) }

    /// Restores an utterance; `nil` if it is incomplete.
    init?(_ description: Description, samples bytes: ArraySlice<UInt8>) {
        guard description.marks.count == description.places.count, bytes.count % 2 == 0,
            bytes.count / 2 == description.count, (1...1_000_000).contains(description.format.sampleRate),
            (1...1_000).contains(description.format.channels)
        else { return nil }
        self.description = description
        samples = bytes.withUnsafeBytes { raw in
            (0..<raw.count / 2).map { Int16(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
        }
    }

    mutating func add(_ chunk: AudioChunk) {
        samples += chunk.samples
        description.count = samples.count
    }

    mutating func add(_ mark: SpeechMark) {
        description.marks.append(mark)
        description.places.append(samples.count)
    }

    mutating func end(with notices: [String]) { description.notices = notices }

    /// The maximum size of a stored utterance, in bytes of audio: about three minutes of mono at 22,050 Hz.
    static let maximumSize = 8 << 20

    /// The size of the samples in bytes.
    var size: Int { samples.count * 2 }
}

extension StoredSpeech {
    /// The utterance as a stream. Marks keep their original positions relative to the audio.
    ///
    /// - Parameter report: The report, sent as the last event.
    func stream(endingWith report: ServiceReport) -> SpeechStream {
        let left = Mutex(events[...] + [.report(report)])
        return SpeechStream {
            try ServiceError.checkCancellation()
            return left.withLock { $0.popFirst() }
        }
    }

    private var events: [SpeechEvent] {
        var events: [SpeechEvent] = [.format(description.format)]
        var marks = zip(description.marks, description.places).map { (mark: $0, position: $1) }[...]
        // The number of samples per chunk, across all channels: about 0.2 seconds.
        let size = max(1, description.format.sampleRate / 5) * description.format.channels
        for start in stride(from: 0, to: samples.count, by: size) {
            let end = min(samples.count, start + size)
            // A mark precedes the chunk that contains its position. Marks after the last chunk follow at the end.
            while let next = marks.first, next.position < end { events.append(.mark(marks.removeFirst().mark)) }
            events.append(.audio(AudioChunk(samples: Array(samples[start..<end]))))
        }
        return events + marks.map { .mark($0.mark) }
    }
}
