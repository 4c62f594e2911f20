/// Changes the sample rate of a sound while it arrives, by a windowed sinc; see ``ResamplingKernel``.
///
/// The sound keeps its place: what is heard at a moment of the input is heard at the same moment of the output. The
/// output is as long as the input, rounded up to a whole frame, and does not depend on how the input is cut.
struct Resampler {
    /// Samples per frame.
    let channels: Int

    private let kernel: ResamplingKernel
    private let step: Int
    private let phases: Int
    /// The input that is still needed, behind the silence before the first frame.
    private var history: [Float]
    /// Which frame of the history is the first that the next output frame needs, and its phase.
    private var start = 0
    private var phase = 0
    private var inputFrames = 0
    private var outputFrames = 0

    /// - Parameters:
    ///   - rate: The sample rate of the input, in hertz, at least 1.
    ///   - newRate: The sample rate of the output, in hertz, at least 1.
    ///   - channels: Samples per frame, at least 1.
    init(from rate: Int, to newRate: Int, channels: Int) {
        let divisor = Self.greatestCommonDivisor(rate, newRate)
        phases = newRate / divisor
        step = rate / divisor
        kernel = ResamplingKernel(phases: phases, step: step)
        self.channels = channels
        history = [Float](repeating: 0, count: (kernel.taps / 2 - 1) * channels)
    }

    /// Takes whole frames, and gives the frames that are ready.
    mutating func process(_ samples: [Int16]) -> [Int16] {
        inputFrames += samples.count / channels
        history.reserveCapacity(history.count + samples.count)
        for sample in samples { history.append(Float(sample)) }
        return produce(upTo: .max)
    }

    /// Gives what is left, as if silence followed.
    mutating func finish() -> [Int16] {
        // Rounded up, by quotient and remainder so that no product can overflow.
        let (whole, rest) = inputFrames.quotientAndRemainder(dividingBy: step)
        let total = whole * phases + (rest * phases + step - 1) / step
        history += [Float](repeating: 0, count: (kernel.taps + 1) * channels)
        return produce(upTo: total)
    }

    private mutating func produce(upTo total: Int) -> [Int16] {
        var output: [Int16] = []
        let frames = history.count / channels
        output.reserveCapacity(frames / step * phases * channels)
        history.withUnsafeBufferPointer { history in
            while outputFrames < total, start + kernel.taps <= frames {
                kernel.withRow(phase) { row in
                    for channel in 0..<channels {
                        output.append(Self.sum(history, from: start * channels + channel, by: channels, row))
                    }
                }
                outputFrames += 1
                phase += step
                start += phase / phases
                phase %= phases
            }
        }
        let used = min(start, frames)
        history.removeFirst(used * channels)
        start -= used
        return output
    }

    private static func sum(
        _ history: UnsafeBufferPointer<Float>,
        from first: Int,
        by stride: Int,
        _ row: UnsafeBufferPointer<Float>
    ) -> Int16 {
        var sum: Float = 0
        var place = first
        for coefficient in row {
            sum += coefficient * history[place]
            place += stride
        }
        return Int16(max(-32_768, min(32_767, sum.rounded())))
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
