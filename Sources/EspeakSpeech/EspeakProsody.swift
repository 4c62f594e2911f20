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
    /// The speed, 80 to 1000; below 80 the library speaks as if it were 80.
    var wordsPerMinute: Int32 = 175

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
        wordsPerMinute = Int32((Double(wordsPerMinute) * rate).rounded())
        // The library's table goes from half the pitch at 0 to double at 100, in equal ratios.
        if let pitch = request.pitch { self.pitch = Int32((50 + 50 * log2(pitch)).rounded()) }
        if let volume = request.volume { self.volume = Int32((100 * volume).rounded()) }
        // The library shortens the gap as it shortens the words.
        if let gap = request.wordGap { wordGap = Int32((gap / .milliseconds(10) * rate).rounded()) }
    }

    /// The slowest that the library goes.
    static let slowest: Int32 = 80
}
