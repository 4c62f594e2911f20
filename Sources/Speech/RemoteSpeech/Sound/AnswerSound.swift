import Audio
import HTTPTransport
import LanguageServices

/// Makes samples of the body of an answer, whatever kind of sound it is.
///
/// What the sound is, its first bytes say; a server may give another kind than it was asked for. WAV and bare samples are
/// read as they come, packed sound when it is there whole.
struct AnswerSound: Sendable {
    private enum Reading: Sendable {
        /// The first bytes, too few to tell.
        case undecided([UInt8])
        case samples(SampleStream)
        case wav(WAVStream)
        case packed([UInt8])
    }

    private let form: SoundForm
    private let type: ContentType
    private var reading = Reading.undecided([])
    private var unpacked: AudioFormat?

    /// - Parameters:
    ///   - form: What was asked for.
    ///   - headers: The head of the answer.
    init(form: SoundForm, headers: HTTPHeaders) {
        self.form = form
        type = ContentType(headers)
    }

    /// The form of the samples, when it is known.
    var format: AudioFormat? {
        switch reading {
        case .undecided: nil
        case .samples(let stream): stream.format
        case .wav(let wav): wav.stream?.format
        case .packed: unpacked
        }
    }

    /// Takes a piece of the body.
    ///
    /// - Returns: The samples that are whole.
    /// - Throws: `ServiceError.Code.protocolViolation` for what is no sound, and for sound that cannot be read.
    mutating func samples(_ piece: [UInt8]) throws(ServiceError) -> [Int16] {
        switch reading {
        case .undecided(let known):
            let bytes = known + piece
            guard bytes.count >= 12 else {
                reading = .undecided(bytes)
                return []
            }
            reading = try decide(bytes)
            return try samples(bytes)
        case .samples(var stream):
            reading = .undecided([])
            defer { reading = .samples(stream) }
            return stream.samples(piece[...])
        case .wav(var wav):
            reading = .undecided([])
            defer { reading = .wav(wav) }
            return try wav.samples(piece)
        case .packed(var bytes):
            reading = .undecided([])
            guard piece.count <= Self.largestPacked - bytes.count else {
                throw ServiceError(.limitExceeded, "more sound than \(Self.largestPacked >> 20) MiB")
            }
            bytes += piece
            reading = .packed(bytes)
            return []
        }
    }

    /// Takes the end of the body.
    ///
    /// - Returns: The samples that are left.
    /// - Throws: `ServiceError.Code.protocolViolation` when the sound was cut off.
    mutating func finish() throws(ServiceError) -> [Int16] {
        switch reading {
        case .undecided(let bytes):
            guard !bytes.isEmpty else { return [] }
            reading = try decide(bytes)
            let samples = try samples(bytes)
            return samples + (try finish())
        case .samples(let stream):
            if stream.isWithinFrame { throw ServiceError(.protocolViolation, "it was cut off within a sample") }
            return []
        case .wav(let wav):
            try wav.finish()
            return []
        case .packed(let bytes):
            let sound = try DecodedSound(bytes, limit: Self.mostSamples)
            unpacked = sound.format
            return sound.samples
        }
    }

    private func decide(_ bytes: [UInt8]) throws(ServiceError) -> Reading {
        func begins(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
        if begins("RIFF") || begins("RF64") { return .wav(WAVStream()) }
        if begins("fLaC") || begins("OggS") || begins("ID3") { return .packed([]) }
        if type.isWords { throw ServiceError(.protocolViolation, "words instead of sound") }
        // A frame of MP3 begins with eleven bits that may stand at the start of samples as well.
        let mayBeFrame = bytes.count > 1 && bytes[0] == 0xFF && bytes[1] >= 0xE0
        switch (type.kind, form) {
        case (.mpeg, _) where mayBeFrame: return .packed([])
        case (.samples, .samples(let usual)), (.unknown, .samples(let usual)):
            return try Self.bare(type.format(or: usual))
        case (.samples, .file):
            guard let format = type.format else {
                throw ServiceError(
                    .protocolViolation,
                    "samples of an unknown rate",
                    remedy: "set 'format' of the provider to pcm and 'sampleRate' to their rate"
                )
            }
            return try Self.bare(format)
        case (.unknown, .file) where mayBeFrame: return .packed([])
        default:
            throw ServiceError(
                .protocolViolation,
                "what is no sound that can be read",
                remedy: "set 'format' of the provider to one that the service has: wav, pcm, flac, mp3 or opus"
            )
        }
    }

    /// Bare samples, of a form that a head has told, which may be anything.
    private static func bare(_ format: AudioFormat) throws(ServiceError) -> Reading {
        guard isPossible(format) else {
            throw ServiceError(.protocolViolation, "\(format.channels) channels of \(format.sampleRate) Hz")
        }
        return .samples(SampleStream(format: format, coding: .signed16))
    }

    /// Whether a sound can have a form.
    static func isPossible(_ format: AudioFormat) -> Bool {
        (4000...384_000).contains(format.sampleRate) && (1...8).contains(format.channels)
    }

    /// Packed sound is kept whole until it is unpacked.
    private static let largestPacked = 64 << 20

    /// Two hours at 22,050 Hz.
    private static let mostSamples = 160_000_000
}
