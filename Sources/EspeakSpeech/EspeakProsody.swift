import LanguageServices

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// How the library speaks, in its own units.
struct EspeakProsody: Sendable, Hashable {
    /// The speed, 80 to 1000.
    var wordsPerMinute: Int32 = 175

    /// By what the speech is to be stretched afterwards, as a multiple of its speed; 1 leaves it.
    var tempo = 1.0

    /// The pitch, 0 to 100; 50 is the voice's own.
    var pitch: Int32 = 50

    /// The loudness, 0 to 200; 100 is the usual one.
    var volume: Int32 = 100

    /// The pause between words, in units of 10 ms at normal speed.
    var wordGap: Int32 = 0

    /// The library's own values.
    init() {}

    /// What a request asks for; the request must be valid.
    init(_ request: SpeechRequest) {
        let rate = request.rate ?? 1
        let wanted = Double(wordsPerMinute) * rate
        wordsPerMinute = max(Self.slowest, Int32(wanted.rounded()))
        tempo = min(1, wanted / Double(Self.slowest))
        // The library's table goes from half the pitch at 0 to double at 100, in equal ratios.
        if let pitch = request.pitch { self.pitch = Int32((50 + 50 * log2(pitch)).rounded()) }
        if let volume = request.volume { self.volume = Int32((100 * volume).rounded()) }
        // The library shortens the gap as it shortens the words.
        if let gap = request.wordGap {
            wordGap = Int32((gap / .milliseconds(10) * Double(wordsPerMinute) / 175 * tempo).rounded())
        }
    }

    /// The slowest that the library goes; it takes every lower number for this one.
    static let slowest: Int32 = 80
}
