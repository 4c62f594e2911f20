import Audio
import HTTPTransport
import JSON
import LanguageServices

/// Decodes the body of a response, in any supported audio format, to samples.
///
/// The format is detected from the first bytes, because a server may send a format other than the requested one. WAV
/// and raw samples are decoded as they arrive, and compressed audio once it is complete.
struct AnswerSound: Sendable {
    private enum Reading: Sendable {
        /// The bytes so far, which are too few to detect the format.
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
    ///   - form: The requested format.
    ///   - headers: The headers of the response.
    init(form: SoundForm, headers: HTTPHeaders) {
        self.form = form
        type = ContentType(headers)
    }

    /// The format of the samples, once it is known.
    var format: AudioFormat? {
        switch reading {
        case .undecided: nil
        case .samples(let stream): stream.format
        case .wav(let wav): wav.stream?.format
        case .packed: unpacked
        }
    }

    /// Processes a chunk of the body.
    ///
    /// - Returns: The complete samples.
    /// - Throws: `ServiceError.Code.protocolViolation` for anything that is not audio or cannot be decoded.
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
            guard piece.count <= Self.maximumCompressedSize - bytes.count else {
                throw ServiceError(.limitExceeded, "more audio than \(Self.maximumCompressedSize >> 20) MiB")
            }
            bytes += piece
            reading = .packed(bytes)
            return []
        }
    }

    /// Processes the end of the body.
    ///
    /// - Returns: The remaining samples.
    /// - Throws: `ServiceError.Code.protocolViolation` if the audio is truncated.
    mutating func finish() throws(ServiceError) -> [Int16] {
        switch reading {
        case .undecided(let bytes):
            guard !bytes.isEmpty else { return [] }
            reading = try decide(bytes)
            let samples = try samples(bytes)
            return samples + (try finish())
        case .samples(let stream):
            if stream.isWithinFrame { throw ServiceError(.protocolViolation, "it ends within a sample") }
            return []
        case .wav(let wav):
            try wav.finish()
            return []
        case .packed(let bytes):
            let sound = try DecodedSound(bytes, limit: Self.maximumSamples)
            unpacked = sound.format
            return sound.samples
        }
    }

    private func decide(_ bytes: [UInt8]) throws(ServiceError) -> Reading {
        func begins(_ text: String) -> Bool { bytes.starts(with: text.utf8) }
        if begins("RIFF") || begins("RF64") { return .wav(WAVStream()) }
        if begins("fLaC") || begins("OggS") || begins("ID3") { return .packed([]) }
        if type.isText { throw ServiceError(.protocolViolation, "text instead of sound") }
        // The first eleven bits of an MP3 frame may also occur at the start of raw samples.
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
                "sound in an unknown format",
                remedy: "set 'format' of the provider to one that the service supports: wav, pcm, flac, mp3 or opus"
            )
        }
    }

    /// Starts to read raw samples in the format specified by the headers, which may be invalid.
    private static func bare(_ format: AudioFormat) throws(ServiceError) -> Reading {
        guard isPossible(format) else {
            throw ServiceError(.protocolViolation, "\(format.channels) channels of \(format.sampleRate) Hz")
        }
        return .samples(SampleStream(format: format, coding: .signed16))
    }

    /// Whether a format is within the supported ranges.
    static func isPossible(_ format: AudioFormat) -> Bool {
        (4000...384_000).contains(format.sampleRate) && (1...8).contains(format.channels)
    }

    /// The maximum size of compressed audio, which is buffered completely.
    private static let maximumCompressedSize = 64 << 20

    /// The number of samples in two hours at 22,050 Hz.
    private static let maximumSamples = 160_000_000
}

/// The requested format, which applies unless the response describes its own.
enum SoundForm: Sendable, Hashable {
    /// 16-bit little-endian samples without a header.
    case samples(AudioFormat)
    /// A file that describes its format.
    case file
}

/// The content type of a response.
struct ContentType: Sendable, Hashable {
    /// The relevant kinds of content.
    enum Kind: Sendable, Hashable {
        /// Raw samples: `audio/pcm`, `audio/L16` (RFC 2586).
        case samples
        /// MP3.
        case mpeg
        /// WAV and other files that are detected from their first bytes.
        case file
        /// Anything else.
        case unknown
    }

    /// The kind of content.
    let kind: Kind

    /// Whether the content is text.
    let isText: Bool

    private let rate: Int?
    private let channels: Int?

    /// Parses the headers. The rate may be a parameter, as in `audio/pcm;rate=24000`, or a separate header.
    init(_ headers: HTTPHeaders) {
        let parts = (headers["Content-Type"] ?? "").split(separator: ";").map {
            $0.lowercased().filter { !$0.isWhitespace }
        }
        let type = parts.first ?? ""
        isText = type.hasPrefix("text/") || type.contains("json") || type.contains("html") || type.contains("xml")
        switch type {
        case "audio/pcm", "audio/pcm_s16le", "audio/l16", "audio/x-pcm", "audio/raw", "audio/x-raw": kind = .samples
        case "audio/mpeg", "audio/mp3", "audio/mpga", "audio/x-mpeg", "audio/mpeg3": kind = .mpeg
        case let type where type.hasPrefix("audio/"): kind = .file
        default: kind = .unknown
        }
        func number(_ names: [String]) -> Int? {
            for part in parts.dropFirst() {
                let pair = part.split(separator: "=", maxSplits: 1)
                if pair.count == 2, names.contains(String(pair[0])) { return Int(pair[1]) }
            }
            return nil
        }
        rate = number(["rate", "samplerate", "sample_rate"]) ?? headers["X-Sample-Rate"].flatMap { Int($0) }
        channels = number(["channels"]) ?? headers["X-Channels"].flatMap { Int($0) }
    }

    /// The format of the samples, if specified.
    var format: AudioFormat? { rate.map { AudioFormat(sampleRate: $0, channels: channels ?? 1) } }

    /// The format of the samples, with default values where the headers specify none.
    func format(or usual: AudioFormat) -> AudioFormat {
        AudioFormat(sampleRate: rate ?? usual.sampleRate, channels: channels ?? usual.channels)
    }
}

/// The complete audio for a part, with timestamps per character.
struct TimedSound: Sendable {
    /// The encoded audio.
    let bytes: [UInt8]

    /// The start time of each Unicode scalar in the part, in seconds from the start of the audio. The times never
    /// decrease.
    let starts: [Double]

    /// Parses a response.
    ///
    /// - Parameters:
    ///   - sound: The audio in Base64.
    ///   - characters: The text, character by character.
    ///   - times: The start time of each character, in seconds.
    ///   - part: The text that was sent.
    /// - Throws: `ServiceError.Code.protocolViolation` if the response is malformed or is for another text.
    init(sound: JSONNode?, characters: JSONNode?, times: JSONNode?, of part: String) throws(ServiceError) {
        guard let text = sound?.string, let bytes = Base64.bytes(text) else {
            throw ServiceError(.protocolViolation, "without sound")
        }
        guard let characters = characters?.elements, let times = times?.elements, characters.count == times.count else {
            throw ServiceError(.protocolViolation, "without the times of its characters")
        }
        var starts: [Double] = []
        var receivedText = ""
        var latest = 0.0
        for (character, time) in zip(characters, times) {
            guard let text = character.string, let seconds = time.number?.double else {
                throw ServiceError(.protocolViolation, "with invalid times")
            }
            latest = max(latest, min(seconds, Self.longest))
            receivedText += text
            starts += repeatElement(latest, count: text.unicodeScalars.count)
        }
        guard receivedText.unicodeScalars.elementsEqual(part.unicodeScalars) else {
            throw ServiceError(.protocolViolation, "with the times of another text")
        }
        self.bytes = bytes
        self.starts = starts
    }

    /// The maximum duration of the audio for one request: a day, in seconds.
    private static let longest = 86_400.0
}

/// Ends a response that arrives much more slowly than it plays.
///
/// Only the time spent waiting for the server is measured. It may be at most the time limit for the first audio, plus
/// four times the duration of the audio received so far.
struct PaceLimit: Sendable {
    private let allowance: Duration
    private var waited = Duration.zero

    init(allowance: Duration) { self.allowance = allowance }

    /// Records a wait.
    ///
    /// - Returns: Whether to continue.
    mutating func shouldContinue(after wait: Duration, sound: Duration) -> Bool {
        waited += wait
        return waited <= allowance + sound * 4
    }
}
