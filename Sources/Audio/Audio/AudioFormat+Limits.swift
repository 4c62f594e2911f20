package import LanguageServices
import Platform

extension AudioFormat {
    /// The highest supported sample rate for files and sound servers, in hertz.
    package static let maximumSampleRate = 768_000

    /// The largest supported number of channels for files and sound servers.
    package static let maximumChannels = 32

    /// Validates that the format can be written and played.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a rate outside 1…768,000 Hz or a channel count outside 1…32.
    package func validate() throws(ServiceError) {
        guard (1...Self.maximumSampleRate).contains(sampleRate) else {
            throw ServiceError(
                .invalidRequest,
                "a sample rate of \(sampleRate) Hz is outside 1…\(Self.maximumSampleRate) Hz"
            )
        }
        guard (1...Self.maximumChannels).contains(channels) else {
            throw ServiceError(.invalidRequest, "a channel count of \(channels) is outside 1…\(Self.maximumChannels)")
        }
    }
}

/// Levels relative to full scale.
enum Decibels {
    /// The linear gain of a level change in decibels.
    static func gain(_ decibels: Double) -> Double { pow(10, decibels / 20) }

    /// The sample magnitude for a level; 0…32,768. Levels above 0 dB are treated as 0 dB.
    static func magnitude(_ decibels: Double) -> Double { (32_768 * gain(min(0, decibels))).rounded() }
}

extension [Int16] {
    /// The samples multiplied by a gain, clipped at full scale.
    package func amplified(by gain: Double) -> [Int16] {
        gain == 1 ? self : map { Int16(nearest: Double($0) * gain) }
    }
}

extension Int16 {
    /// The 16-bit sample nearest to a value.
    init(nearest value: Double) { self = Int16(Swift.max(-32_768, Swift.min(32_767, value.rounded()))) }

    /// The sample for a value whose full scale is 1; NaN and infinity become silence.
    package init(fullScale value: Double) { self.init(nearest: value.isFinite ? value * 32_768 : 0) }
}

extension FixedWidthInteger {
    /// The number's bytes, least significant first.
    var littleEndianBytes: [UInt8] { withUnsafeBytes(of: littleEndian) { Array($0) } }
}

extension AudioFormat {
    /// The number of frames in a duration, rounded to the nearest integer. The duration and the rate must already be
    /// validated.
    func frames(in time: Duration) -> Int {
        let frames = (time / .seconds(1) * Double(sampleRate)).rounded()
        return frames > 0 && frames < 1e15 ? Int(frames) : 0
    }
}
