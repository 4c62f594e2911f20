/// An answer in the form in which a ``ResponseStore`` keeps it.
///
/// The first byte is the version of the form, the second says what kind of answer it is. What another version has
/// written, or what is damaged, is no answer.
package enum StoredAnswer: Sendable, Hashable {
    /// The translation of a text.
    case translation(Translation)
    /// The sentences for a word, and what the user should know of them.
    case sentences([ExampleSentence], notices: [String])
    /// A whole utterance.
    case speech(StoredSpeech)
    /// That the provider has no answer.
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

    /// The answer as bytes; `nil` when it cannot be kept.
    package var bytes: [UInt8]? {
        var bytes = [Self.version]
        do {
            switch self {
            case .translation(var translation):
                translation.cached = nil
                bytes.append(Mark.translation)
                try CodedEncoder.value(translation).write(to: &bytes)
            case .sentences(let sentences, let notices):
                bytes.append(Mark.sentences)
                try CodedEncoder.value(Sentences(sentences: sentences, notices: notices)).write(to: &bytes)
            case .speech(let speech):
                bytes.append(Mark.speech)
                try CodedEncoder.value(speech.description).write(to: &bytes)
                bytes.reserveCapacity(bytes.count + speech.samples.count * 2)
                for sample in speech.samples {
                    bytes.append(UInt8(truncatingIfNeeded: sample))
                    bytes.append(UInt8(truncatingIfNeeded: sample >> 8))
                }
            case .miss(let error):
                bytes.append(Mark.miss)
                // Whom one asked that day is of no use later, and an underlying text might hold anything.
                let kept = ServiceError(
                    error.code,
                    error.message,
                    provider: error.provider,
                    remedy: error.remedy
                )
                try CodedEncoder.value(kept).write(to: &bytes)
            }
        } catch {
            return nil
        }
        return bytes
    }

    /// Reads an answer.
    ///
    /// - Returns: `nil` when it was written by another version, or is damaged.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count > 2, bytes[0] == Self.version else { return nil }
        var reader = CodedReader(bytes[2...])
        guard let coded = try? reader.value() else { return nil }
        if bytes[1] != Mark.speech, !reader.remainder.isEmpty { return nil }
        func value<Value: Decodable>(_ type: Value.Type) -> Value? { try? CodedDecoder.value(type, from: coded) }
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
