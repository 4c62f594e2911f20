import CSampleRate
import LanguageServices

/// Changes the sample rate of a sound while it arrives, by libsamplerate.
///
/// The sound keeps its place: a moment of the input is heard at the same moment of the output. The output is as long as the
/// input, rounded up to a whole frame, and does not depend on how the input is cut.
final class Resampler {
    private let converter: OpaquePointer
    /// The first step up when the rates are further apart than libsamplerate takes at once.
    private let first: Resampler?
    private let channels: Int
    private let rate: Int
    private let newRate: Int
    private var inputFrames = 0
    private var outputFrames = 0

    /// Loads libsamplerate when it is the first of the process.
    ///
    /// - Parameters:
    ///   - rate: The sample rate of the input, in hertz, at least 1.
    ///   - newRate: The sample rate of the output, in hertz, at least 1.
    ///   - channels: Samples per frame, at least 1.
    /// - Throws: `ServiceError.Code.unavailable` without the library, `ServiceError.Code.unsupported` when the input has more
    ///   than 256 times the rate of the output.
    init(from rate: Int, to newRate: Int, channels: Int) throws(ServiceError) {
        if let reason = csamplerate_load_failure() {
            throw ServiceError(
                .unavailable,
                "the sample rate cannot be changed, since libsamplerate cannot be loaded: \(String(cString: reason))",
                remedy: "install it: apt-get install libsamplerate0"
            )
        }
        // A whole multiple, so that the length stays exact.
        let lowest = (newRate + Self.largestRatio - 1) / Self.largestRatio
        let factor = max(1, (lowest + rate - 1) / rate)
        first = factor > 1 ? try Resampler(from: rate, to: rate * factor, channels: channels) : nil
        let rate = rate * factor
        guard let converter = csamplerate_create(Int32(channels), Double(newRate) / Double(rate)) else {
            throw ServiceError(.unsupported, "\(rate) Hz cannot be changed to \(newRate) Hz")
        }
        self.converter = converter
        self.channels = channels
        self.rate = rate
        self.newRate = newRate
    }

    private static let largestRatio = 256

    deinit { csamplerate_destroy(converter) }

    /// Takes whole frames, and gives the frames that are ready.
    func process(_ samples: [Int16]) -> [Int16] {
        let samples = first?.process(samples) ?? samples
        inputFrames += samples.count / channels
        return convert(samples, isEnd: false)
    }

    /// Gives what is left, as if silence followed.
    func finish() -> [Int16] {
        var output: [Int16] = []
        if let rest = first?.finish() {
            inputFrames += rest.count / channels
            output = convert(rest, isEnd: false)
        }
        // Rounded up, by quotient and remainder so that no product can overflow.
        let (whole, rest) = inputFrames.quotientAndRemainder(dividingBy: rate)
        let left = whole * newRate + (rest * newRate + rate - 1) / rate - outputFrames
        // libsamplerate rounds down; with more input it gives the last frame too.
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
            // It fails for impossible arguments only, which are excluded here.
            guard status == 0, made > 0 || used > 0 else { break }
            result += room.prefix(made * channels).lazy.map { Int16(fullScale: Double($0)) }
            start += used * channels
        }
        outputFrames += result.count / channels
        return result
    }
}
