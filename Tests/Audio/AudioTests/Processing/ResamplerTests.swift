import LanguageServices
import Platform
import Testing

@testable import Audio

@Suite("Changing the sample rate")
struct ResamplerTests {
    private static let ratios = [
        (22_050, 24_000), (11_025, 12_000), (44_100, 48_000), (8000, 48_000), (96_000, 48_000), (22_051, 24_000),
        (192_000, 48_000), (768_000, 48_000), (48_000, 11_025),
    ]

    private func resample(_ samples: [Int16], _ rate: Int, _ newRate: Int, channels: Int = 1, pieces: Int = 4096)
        throws -> [Int16]
    {
        let resampler = try Resampler(from: rate, to: newRate, channels: channels)
        var output: [Int16] = []
        for start in stride(from: 0, to: samples.count, by: pieces) {
            output += resampler.process(Array(samples[start..<min(start + pieces, samples.count)]))
        }
        return output + resampler.finish()
    }

    @Test(
        "a sine is preserved: within 80 dB up to nine tenths of the band",
        arguments: ratios,
        [0.02, 0.3, 0.8, 0.9]
    )
    func sines(ratio: (from: Int, to: Int), part: Double) throws {
        let frequency = part * Double(min(ratio.from, ratio.to)) / 2
        let count = ratio.from / 5
        let input = Signals.sine(frequency, frames: count, format: AudioFormat(sampleRate: ratio.from))
        let output = try resample(input, ratio.from, ratio.to)
        let wanted = Signals.sine(frequency, frames: output.count, format: AudioFormat(sampleRate: ratio.to))
        // The start and the end are steps from silence, which are not band-limited.
        let edge = output.count / 10
        var signal = 0.0
        var error = 0.0
        for index in edge..<(output.count - edge) {
            signal += Double(wanted[index]) * Double(wanted[index])
            error += pow(Double(output[index]) - Double(wanted[index]), 2)
        }
        // Rounding both to 16 bits at this level already limits the ratio to 83 dB.
        #expect(10 * log10(signal / max(error, 1e-9)) > 78)
    }

    @Test("the output is as long as the input, and does not depend on how it is split", arguments: ratios)
    func pieces(ratio: (from: Int, to: Int)) throws {
        for count in [0, 1, 2, 777, 5000] {
            let input = Signals.noise(frames: count, amplitude: 8000)
            let whole = try resample(input, ratio.from, ratio.to)
            #expect(whole.count == (count * ratio.to + ratio.from - 1) / ratio.from)
            #expect(try resample(input, ratio.from, ratio.to, pieces: 13) == whole)
        }
    }

    @Test("frequencies above the new band are removed")
    func aliases() throws {
        let input = Signals.sine(30_000, frames: 20_000, format: AudioFormat(sampleRate: 96_000))
        let output = try resample(input, 96_000, 48_000)
        #expect(Signals.level(output[1000..<9000]) < Signals.level(input) - 75)
    }

    @Test("a constant stays exact, full scale does not wrap, and channels do not mix")
    func levels() throws {
        let constant = try resample([Int16](repeating: 12_345, count: 4000), 22_050, 24_000)
        #expect(constant[200..<4000].allSatisfy { $0 == 12_345 })
        let square = (0..<8000).map { $0 / 50 % 2 == 0 ? Int16.max : .min }
        let output = try resample(square, 22_050, 24_000)
        #expect(output.max() == .max && output.min() == .min)
        let left = Signals.sine(500, frames: 3000)
        let right = Signals.noise(frames: 3000, amplitude: 9000)
        let both = try resample(zip(left, right).flatMap { [$0, $1] }, 22_050, 24_000, channels: 2)
        let (onlyLeft, onlyRight) = (try resample(left, 22_050, 24_000), try resample(right, 22_050, 24_000))
        #expect(stride(from: 0, to: both.count, by: 2).map { both[$0] } == onlyLeft)
        #expect(stride(from: 1, to: both.count, by: 2).map { both[$0] } == onlyRight)
    }

    @Test("for distant rates, upsampling takes several steps and downsampling is rejected")
    func farApart() throws {
        for (rate, newRate) in [(10, 24_000), (1, 8000), (1, 96_000)] {
            let output = try resample([1000, 1000, 1000], rate, newRate, pieces: 1)
            #expect(output.count == 3 * newRate / rate)
            #expect(output[output.count / 2] > 900)
        }
        #expect(throws: ServiceError.self) { try Resampler(from: 48_000, to: 100, channels: 1) }
    }
}
