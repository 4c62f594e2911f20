/// Keeps peaks below a ceiling without clipping them: it looks ahead and turns the sound down before they come.
///
/// The gain that a frame needs is `min(1, ceiling / peak)`. Over a window of look-ahead the smallest of these is taken,
/// it recovers exponentially, and a moving average over the same window smooths it. Each value of that average is a mean
/// of gains that are small enough for its frame, so no peak is missed.
struct PeakLimiter {
    private let channels: Int
    private let ceiling: Double
    private let window: Int
    private let recovery: Double
    /// The frames that wait.
    private var delayed: [Double] = []
    /// The candidates for the smallest gain in the window: numbers of frames and gains, growing.
    private var smallest: [(frame: Int, gain: Double)] = []
    private var smallestStart = 0
    /// The gains in the moving average, as a ring.
    private var ring: [Double]
    private var sum: Double
    private var recovered = 1.0
    private var frame = 0

    /// - Parameters:
    ///   - channels: Samples per frame; all are turned down together.
    ///   - sampleRate: Frames per second.
    ///   - ceiling: The largest magnitude, in samples.
    init(channels: Int, sampleRate: Int, ceiling: Double) {
        self.channels = channels
        self.ceiling = ceiling
        window = max(1, sampleRate / 200)
        // Two thirds of the way back in 60 ms.
        recovery = min(1, 1 / (0.06 * Double(max(1, sampleRate))))
        ring = [Double](repeating: 1, count: window)
        sum = Double(window)
    }

    /// Takes whole frames of samples, which may be beyond the ceiling and beyond full scale.
    mutating func process(_ samples: [Double]) -> [Int16] {
        var output: [Int16] = []
        output.reserveCapacity(samples.count)
        delayed += samples
        var start = delayed.count - samples.count
        var next = 0
        while start + channels <= delayed.count {
            var peak = 0.0
            for channel in 0..<channels { peak = max(peak, abs(delayed[start + channel])) }
            start += channels
            advance(peak > ceiling ? ceiling / peak : 1)
            guard frame >= window else { continue }
            let gain = sum / Double(window)
            for channel in 0..<channels {
                let value = (delayed[next + channel] * gain).rounded()
                output.append(Int16(max(-ceiling, min(ceiling, value))))
            }
            next += channels
        }
        delayed.removeFirst(next)
        return output
    }

    /// Gives the frames that wait.
    mutating func finish() -> [Int16] {
        let waiting = delayed.count
        guard waiting > 0 else { return [] }
        let rest = process([Double](repeating: 0, count: (window - 1) * channels))
        return Array(rest.prefix(waiting))
    }

    /// Moves the windows by a frame.
    private mutating func advance(_ need: Double) {
        while smallest.count > smallestStart, let last = smallest.last, last.gain >= need { smallest.removeLast() }
        smallest.append((frame, need))
        if smallest[smallestStart].frame <= frame - window { smallestStart += 1 }
        if smallestStart > 4096 {
            smallest.removeFirst(smallestStart)
            smallestStart = 0
        }
        recovered = min(smallest[smallestStart].gain, recovered + (1 - recovered) * recovery)
        let place = frame % window
        sum += recovered - ring[place]
        ring[place] = recovered
        frame += 1
    }
}
