import HTTPTransport
import LanguageServices

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
