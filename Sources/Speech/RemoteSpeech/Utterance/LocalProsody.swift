import Audio
import LanguageServices

/// How a request is divided: what the service does, and what is done to its sound here.
struct LocalProsody: Sendable, Hashable {
    /// The speed that the service is asked for.
    var speed = 1.0

    /// A factor for all samples.
    var gain = 1.0

    /// What else is done to the sound.
    var processing = SpeechProcessing()

    /// - Parameters:
    ///   - request: What is asked for; it must be valid.
    ///   - speeds: What the service can do.
    init(_ request: SpeechRequest, speeds: ClosedRange<Double>) {
        let rate = request.rate ?? 1
        speed = min(max(rate, speeds.lowerBound), speeds.upperBound)
        processing.tempo = rate / speed
        processing.pitch = request.pitch ?? 1
        gain = request.volume ?? 1
    }

    /// The sound as it was asked for.
    func applied(to stream: SpeechStream) throws(ServiceError) -> SpeechStream {
        processing == SpeechProcessing() ? stream : try processing.apply(to: stream)
    }
}
