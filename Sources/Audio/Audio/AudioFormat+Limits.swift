package import LanguageServices

extension AudioFormat {
    /// The highest sample rate that a file or a sound server takes here, in hertz.
    package static let highestSampleRate = 768_000

    /// The largest number of channels that a file or a sound server takes here.
    package static let mostChannels = 32

    /// Refuses a format that cannot be written or played.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a rate outside 1…768,000 Hz or channels outside 1…32.
    package func validate() throws(ServiceError) {
        guard (1...Self.highestSampleRate).contains(sampleRate) else {
            throw ServiceError(
                .invalidRequest,
                "a sample rate of \(sampleRate) Hz is outside 1…\(Self.highestSampleRate) Hz"
            )
        }
        guard (1...Self.mostChannels).contains(channels) else {
            throw ServiceError(.invalidRequest, "\(channels) audio channels are outside 1…\(Self.mostChannels)")
        }
    }
}
