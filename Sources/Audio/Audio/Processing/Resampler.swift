import CSampleRate
import LanguageServices

/// Converts the sample rate of streamed audio with libsamplerate.
///
/// Timing is preserved: each moment of the input plays at the same time in the output. The output is as long as the
/// input, rounded up to a whole frame, and does not depend on how the input is split.
final class Resampler {
    private let converter: OpaquePointer
    /// The first upsampling step, used if the ratio exceeds libsamplerate's limit.
    private let first: Resampler?
    private let channels: Int
    private let rate: Int
    private let newRate: Int
    private var inputFrames = 0
    private var outputFrames = 0

    /// Creates a resampler; libsamplerate is loaded on first use.
    ///
    /// - Parameters:
    ///   - rate: The sample rate of the input, in hertz, at least 1.
    ///   - newRate: The sample rate of the output, in hertz, at least 1.
    ///   - channels: Samples per frame, at least 1.
    /// - Throws: `ServiceError.Code.unavailable` if the library is missing, `ServiceError.Code.unsupported` if the
    ///   input rate exceeds 256 times the output rate.
    init(from rate: Int, to newRate: Int, channels: Int) throws(ServiceError) {
        if let reason = csamplerate_load_failure() {
            throw ServiceError(
                .unavailable,
                "cannot change the sample rate because libsamplerate cannot be loaded: \(String(cString: reason))",
                remedy: "install it: apt-get install libsamplerate0"
            )
        }
        // An integer multiple keeps the length exact.
        let lowest = (newRate + Self.maximumRatio - 1) / Self.maximumRatio
        let factor = max(1, (lowest + rate - 1) / rate)
        first = factor > 1 ? try Resampler(from: rate, to: rate * factor, channels: channels) : nil
        let rate = rate * factor
        guard let converter = csamplerate_create(Int32(channels), Double(newRate) / Double(rate)) else {
            throw ServiceError(.unsupported, "cannot convert \(rate) Hz to \(newRate) Hz")
        }
        self.converter = converter
        self.channels = channels
        self.rate = rate
        self.newRate = newRate
    }

    private static let maximumRatio = 256

    deinit { csamplerate_destroy(converter) }

    /// Processes whole frames and returns the output so far.
    func process(_ samples: [Int16]) -> [Int16] {
        let samples = first?.process(samples) ?? samples
        inputFrames += samples.count / channels
        return convert(samples, isEnd: false)
    }

    /// Returns the remaining output, as if silence followed.
    func finish() -> [Int16] {
        var output: [Int16] = []
        if let remainder = first?.finish() {
            inputFrames += remainder.count / channels
            output = convert(remainder, isEnd: false)
        }
        // Rounded up; quotient and remainder are used to avoid overflow.
        let (quotient, remainder) = inputFrames.quotientAndRemainder(dividingBy: rate)
        let left = quotient * newRate + (remainder * newRate + rate - 1) / rate - outputFrames
        // libsamplerate rounds down; with extra input, it outputs the last frame as well.
        let silence = [Int16](repeating: 0, count: (rate / newRate + 2) * channels)
        return output + convert(silence, isEnd: true).prefix(left * channels)
    }

    private func convert(_ samples: [Int16], isEnd: Bool) -> [Int16] {
        let input = samples.map { Float($0) / 32_768 }
        var room = [Float](repeating: 0, count: 4096 * channels)
        var result: [Int16] = []
        var start = 0
        while true {
            var used = (input.count - start) / channels
            var made = room.count / channels
            let status = input.withUnsafeBufferPointer { input in
                room.withUnsafeMutableBufferPointer { room -> Int32 in
                    guard let from = input.baseAddress, let to = room.baseAddress else { return 0 }
                    return csamplerate_process(converter, from + start, &used, to, &made, isEnd ? 1 : 0)
                }
            }
            // The call fails only for invalid arguments, which cannot occur here.
            guard status == 0, made > 0 || used > 0 else { break }
            result += room.prefix(made * channels).lazy.map { Int16(fullScale: Double($0)) }
            start += used * channels
        }
        outputFrames += result.count / channels
        return result
    }
}
