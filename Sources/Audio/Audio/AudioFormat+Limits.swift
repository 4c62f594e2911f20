package import LanguageServices
import Platform

extension AudioFormat {
    /// The highest sample rate that a file or a sound server takes here, in hertz.
    package static let maximumSampleRate = 768_000

    /// The largest number of channels that a file or a sound server takes here.
    package static let maximumChannels = 32

    /// Refuses a format that cannot be written or played.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a rate outside 1…768,000 Hz or channels outside 1…32.
    package func validate() throws(ServiceError) {
        guard (1...Self.maximumSampleRate).contains(sampleRate) else {
            throw ServiceError(
                .invalidRequest,
                "a sample rate of \(sampleRate) Hz is outside 1…\(Self.maximumSampleRate) Hz"
            )
        }
        guard (1...Self.maximumChannels).contains(channels) else {
            throw ServiceError(.invalidRequest, "\(channels) audio channels are outside 1…\(Self.maximumChannels)")
        }
    }
}

/// Levels relative to full scale.
enum Decibels {
    /// What samples are multiplied by to change their level.
    static func gain(_ decibels: Double) -> Double { pow(10, decibels / 20) }

    /// The magnitude of a sample at a level of at most 0 dB; 0…32,768.
    static func magnitude(_ decibels: Double) -> Double { (32_768 * gain(min(0, decibels))).rounded() }
}

extension [Int16] {
    /// The samples multiplied by a gain; what exceeds full scale is clipped.
    package func amplified(by gain: Double) -> [Int16] {
        gain == 1 ? self : map { Int16(nearest: Double($0) * gain) }
    }
}

extension Int16 {
    /// The sample that is nearest to a value on the scale of samples.
    init(nearest value: Double) { self = Int16(Swift.max(-32_768, Swift.min(32_767, value.rounded()))) }

    /// The sample of a value whose full scale is 1; what is no number is silence.
    package init(fullScale value: Double) { self.init(nearest: value.isFinite ? value * 32_768 : 0) }
}

extension FixedWidthInteger {
    /// The bytes of the number, the lowest first.
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

extension AudioFormat {
    /// How many frames a time has, rounded; for times and rates that have been checked.
    func frames(in time: Duration) -> Int {
        let frames = (time / .seconds(1) * Double(sampleRate)).rounded()
        return frames > 0 && frames < 1e15 ? Int(frames) : 0
    }
}
