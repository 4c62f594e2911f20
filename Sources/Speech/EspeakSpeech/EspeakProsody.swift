import LanguageServices
import Platform

/// How the library speaks, in its own units.
struct EspeakProsody: Sendable, Hashable {
    /// The speed, 80 to 440.
    var wordsPerMinute: Int32 = 175

    /// By what the speech is to be stretched afterwards, as a multiple of its speed; 1 leaves it.
    var tempo = 1.0

    /// The pitch, 0 to 100; 50 is the voice's own.
    var pitch: Int32 = 50

    /// A factor for all samples. The library's own volume would make soft speech silence for who looks for its end.
    var gain = 1.0

    /// The silence between words, before the speech is stretched. The library's own gap depends on the speed in a way that
    /// nobody would expect: 1 s becomes 0.2 to 1.5 s.
    var wordGap = Duration.zero

    /// The library's own values.
    init() {}

    /// What a request asks for; the request must be valid.
    init(_ request: SpeechRequest) {
        let rate = request.rate ?? 1
        let wanted = Double(wordsPerMinute) * rate
        let spoken = min(max(wanted, Double(Self.speeds.lowerBound)), Double(Self.speeds.upperBound))
        wordsPerMinute = Int32(spoken.rounded())
        tempo = wanted / spoken
        // The library's table goes from half the pitch at 0 to double at 100, in equal ratios.
        if let pitch = request.pitch { self.pitch = Int32((50 + 50 * log2(pitch)).rounded()) }
        if let volume = request.volume { gain = volume }
        if let gap = request.wordGap { wordGap = gap * tempo }
    }

    /// How fast the library goes by itself. It takes every lower number for the lowest, and above the highest it squeezes
    /// its audio, but not the moments of its events.
    static let speeds: ClosedRange<Int32> = 80...440
}
