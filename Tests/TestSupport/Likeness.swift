/// How closely a recording matches the original.
package struct Likeness {
    /// The normalised correlation at the best shift: 1 for the same waveform, 0 for unrelated ones.
    package var correlation: Double
    /// The level of the recording relative to the original; 1 for the same level.
    package var level: Double

    /// Locates `played` in `recorded`, which may start earlier and end later.
    package init(of recorded: [Int16], to played: [Int16]) {
        correlation = 0
        level = 0
        guard !played.isEmpty, recorded.count >= played.count else { return }
        // A coarse search on averages of eight samples first; the full one would take minutes without optimisation.
        let step = 8
        let rough = Self.bestShift(of: Self.averages(played, step), in: Self.averages(recorded, step), 0...Int.max)
        let centre = rough * step
        let shift = Self.bestShift(
            of: played.map(Double.init),
            in: recorded.map(Double.init),
            max(0, centre - 2 * step)...(centre + 2 * step)
        )
        var product = 0.0
        var playedEnergy = 0.0
        var recordedEnergy = 0.0
        for (one, other) in zip(played, recorded.dropFirst(shift)) {
            product += Double(one) * Double(other)
            playedEnergy += Double(one) * Double(one)
            recordedEnergy += Double(other) * Double(other)
        }
        guard playedEnergy > 0, recordedEnergy > 0 else { return }
        correlation = product / (playedEnergy * recordedEnergy).squareRoot()
        level = (recordedEnergy / playedEnergy).squareRoot()
    }

    private static func averages(_ samples: [Int16], _ step: Int) -> [Double] {
        stride(from: 0, to: samples.count - step + 1, by: step).map { start in
            samples[start..<start + step].reduce(0) { $0 + Double($1) }
        }
    }

    private static func bestShift(of short: [Double], in long: [Double], _ range: ClosedRange<Int>) -> Int {
        let last = min(range.upperBound, long.count - short.count)
        guard range.lowerBound <= last else { return max(0, last) }
        var best = (shift: range.lowerBound, product: -Double.infinity)
        short.withUnsafeBufferPointer { short in
            long.withUnsafeBufferPointer { long in
                for shift in range.lowerBound...last {
                    var product = 0.0
                    var index = 0
                    while index < short.count {
                        product += short[index] * long[shift + index]
                        index += 1
                    }
                    if product > best.product { best = (shift, product) }
                }
            }
        }
        return best.shift
    }
}

extension Likeness {
    /// The likeness of a recording with another defect than its waveform, which it prints.
    package func spoilt(_ reason: String) -> Likeness {
        print("not as played: \(reason)")
        var likeness = self
        likeness.correlation = 0
        return likeness
    }

    /// Records until a result is good: up to six times, not counting those in which this process was delayed.
    ///
    /// A sound server works in real time and drops samples on a busy machine, which is not an error of the code under
    /// test; such an error would occur every time.
    package static func firstGood(_ listen: () async throws -> Likeness) async rethrows -> Likeness {
        var fairTries = 0
        for _ in 0..<30 where fairTries < 6 {
            let delay = Task { await longestDelay() }
            defer { delay.cancel() }
            let likeness = try await listen()
            if likeness.correlation > 0.95 { return likeness }
            delay.cancel()
            if await delay.value < .milliseconds(200) { fairTries += 1 }
        }
        return try await listen()
    }

    /// The maximum delay of a task's wake-up, measured until the task is cancelled.
    private static func longestDelay() async -> Duration {
        var longest = Duration.zero
        while !Task.isCancelled {
            let start = ContinuousClock.now
            try? await Task.sleep(for: .milliseconds(20))
            longest = max(longest, ContinuousClock.now - start - .milliseconds(20))
        }
        return longest
    }
}

/// A twentieth of a second of silence, then a tone that rises from 150 Hz to 1000 Hz, which correlates with itself only
/// at one shift.
///
/// The silence is needed because the monitor of a null sink misses the first milliseconds of every new stream.
package func risingTone(seconds: Double, sampleRate: Int = 22_050, amplitude: Double = 12_000) -> [Int16] {
    let count = Int(seconds * Double(sampleRate))
    var phase = 0.0
    let tone = (0..<count).map { index in
        phase += (150 + 850 * Double(index) / Double(max(1, count))) / Double(sampleRate)
        phase -= phase.rounded(.down)
        return Int16(amplitude * triangleSine(phase))
    }
    return [Int16](repeating: 0, count: sampleRate / 20) + tone
}

/// A sine in parabola approximation; the exact waveform does not matter, and no mathematics library is needed.
private func triangleSine(_ phase: Double) -> Double {
    phase < 0.5 ? 16 * phase * (0.5 - phase) : -16 * (phase - 0.5) * (1 - phase)
}
