import Audio
import HTTPTransport
import JSON
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
            let sound = try DecodedSound(bytes, limit: Self.maximumSamples)
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
    private static let maximumSamples = 160_000_000
}

/// What the sound of an answer is when it does not say so itself.
enum SoundForm: Sendable, Hashable {
    /// Samples of 16 bit, low byte first, without a head.
    case samples(AudioFormat)
    /// A file that tells what it is.
    case file
}

/// What the head of an answer says of its body.
struct ContentType: Sendable, Hashable {
    /// What matters of it.
    enum Kind: Sendable, Hashable {
        /// Samples without a head: `audio/pcm`, `audio/L16` (RFC 2586).
        case samples
        /// MP3.
        case mpeg
        /// WAV and other files that are known by their first bytes.
        case file
        /// Nothing that helps.
        case unknown
    }

    /// What kind of sound it is.
    let kind: Kind

    /// Whether it is meant to be read and not to be heard.
    let isWords: Bool

    private let rate: Int?
    private let channels: Int?

    /// Reads the head of an answer, of which `audio/pcm;rate=24000` may be a part, or the rate in a line of its own.
    init(_ headers: HTTPHeaders) {
        let parts = (headers["Content-Type"] ?? "").split(separator: ";").map {
            $0.lowercased().filter { !$0.isWhitespace }
        }
        let type = parts.first ?? ""
        isWords = type.hasPrefix("text/") || type.contains("json") || type.contains("html") || type.contains("xml")
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

    /// The form of the samples, where it is said.
    var format: AudioFormat? { rate.map { AudioFormat(sampleRate: $0, channels: channels ?? 1) } }

    /// The form of the samples, where what is not said is usual.
    func format(or usual: AudioFormat) -> AudioFormat {
        AudioFormat(sampleRate: rate ?? usual.sampleRate, channels: channels ?? usual.channels)
    }
}

/// The whole sound of a part, and when each of its characters is heard.
struct TimedSound: Sendable {
    /// The sound, as it would have come by itself.
    let bytes: [UInt8]

    /// When each Unicode scalar of the part begins, in seconds from the start of the sound; never going back.
    let starts: [Double]

    /// Reads what stands in an answer.
    ///
    /// - Parameters:
    ///   - sound: The bytes, in Base64.
    ///   - characters: The text, character by character.
    ///   - times: When each character begins, in seconds.
    ///   - part: The text that was sent.
    /// - Throws: `ServiceError.Code.protocolViolation`, saying what is wrong with the answer, when it is not about that text.
    init(sound: JSONNode?, characters: JSONNode?, times: JSONNode?, of part: String) throws(ServiceError) {
        guard let text = sound?.string, let bytes = Base64.bytes(text) else {
            throw ServiceError(.protocolViolation, "without sound")
        }
        guard let characters = characters?.elements, let times = times?.elements, characters.count == times.count else {
            throw ServiceError(.protocolViolation, "without the times of its characters")
        }
        var starts: [Double] = []
        var told = ""
        var latest = 0.0
        for (character, time) in zip(characters, times) {
            guard let text = character.string, let seconds = time.number?.double else {
                throw ServiceError(.protocolViolation, "with times that are none")
            }
            latest = max(latest, min(seconds, Self.longest))
            told += text
            starts += repeatElement(latest, count: text.unicodeScalars.count)
        }
        guard told.unicodeScalars.elementsEqual(part.unicodeScalars) else {
            throw ServiceError(.protocolViolation, "with the times of another text")
        }
        self.bytes = bytes
        self.starts = starts
    }

    /// A day, in seconds; no text of one request takes longer.
    private static let longest = 86_400.0
}

/// Ends an answer that comes too slowly to come from somebody who speaks.
///
/// Time counts only while somebody waits for the server. It may take the time of a request for the first sound, and four
/// times as long as what it has said lasts for the rest.
struct PaceLimit: Sendable {
    private let allowance: Duration
    private var waited = Duration.zero

    init(allowance: Duration) { self.allowance = allowance }

    /// Takes note of a wait.
    ///
    /// - Returns: Whether the server may go on.
    mutating func mayGoOn(after wait: Duration, sound: Duration) -> Bool {
        waited += wait
        return waited <= allowance + sound * 4
    }
}
