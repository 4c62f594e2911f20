/// A whole utterance, as its stream gave it.
package struct StoredSpeech: Sendable, Hashable {
    /// What there is to say beside the samples.
    package struct Description: Sendable, Hashable, Codable {
        /// The form of the samples.
        package var format: AudioFormat
        /// The marks, in the order of the stream.
        package var marks: [SpeechMark] = []
        /// How many samples came before each mark.
        package var places: [Int] = []
        /// What the user should know of the speech.
        package var notices: [String] = []
        /// How many samples there are, by which one sees that none is missing.
        package var count = 0

        init(format: AudioFormat) { self.format = format }
    }

    /// What there is to say beside the samples.
    package private(set) var description: Description

    /// The samples, channels interleaved.
    package private(set) var samples: [Int16] = []

    init(format: AudioFormat) { description = Description(format: format) }

    /// Reads an utterance; `nil` when something is missing of it.
    init?(_ description: Description, samples bytes: ArraySlice<UInt8>) {
        guard description.marks.count == description.places.count, bytes.count % 2 == 0,
            bytes.count / 2 == description.count, description.format.sampleRate > 0, description.format.channels > 0
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

    /// The largest utterance that is kept, in bytes of samples: three minutes at 22,050 Hz.
    static let largestSize = 8 << 20

    /// The size of the samples in bytes.
    var size: Int { samples.count * 2 }
}

extension StoredSpeech {
    /// The utterance as a stream: the marks before or with the audio in which they are heard, as they came.
    ///
    /// - Parameter report: The last event.
    func stream(endingWith report: ServiceReport) -> SpeechStream {
        let position = SpeechPosition()
        return SpeechStream {
            do { try Task.checkCancellation() } catch { throw ServiceError(error) }
            return position.next(of: self, report)
        }
    }

    /// How many samples a piece has, of all channels: some 0.2 seconds.
    var pieceSize: Int { max(1, description.format.sampleRate / 5) * description.format.channels }
}
