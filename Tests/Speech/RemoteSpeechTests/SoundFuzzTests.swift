import HTTPTransport
import LanguageServices
import Testing

@testable import RemoteSpeech

/// Audio from a malicious server, or from one with a damaged disk.
struct SoundFuzzTests {
    private static func wav(_ bits: Int, channels: Int, samples: Int) -> [UInt8] {
        func number(_ value: Int, _ width: Int) -> [UInt8] {
            (0..<width).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let block = channels * bits / 8
        let data = (0..<(samples * block)).map { UInt8(truncatingIfNeeded: $0 * 37) }
        return Array("RIFF".utf8) + number(36 + data.count, 4) + Array("WAVEfmt ".utf8) + number(16, 4) + number(1, 2)
            + number(channels, 2) + number(24_000, 4) + number(24_000 * block, 4) + number(block, 2) + number(bits, 2)
            + Array("data".utf8) + number(data.count, 4) + data
    }

    /// Reads bytes in chunks of any size, and counts the samples.
    private func read(_ bytes: [UInt8], _ form: SoundForm, _ headers: HTTPHeaders, pieces: ClosedRange<Int>) throws
        -> Int
    {
        var sound = AnswerSound(form: form, headers: headers)
        var count = 0
        var remainder = bytes[...]
        while !remainder.isEmpty {
            let piece = Array(remainder.prefix(Int.random(in: pieces)))
            remainder = remainder.dropFirst(piece.count)
            let samples = try sound.samples(piece)
            if let format = sound.format, !samples.isEmpty { #expect(samples.count % max(1, format.channels) == 0) }
            count += samples.count
        }
        return count + (try sound.finish()).count
    }

    @Test func damagedSoundIsReadOrRefused() throws {
        let types: [HTTPHeaders] = [
            [:], ["Content-Type": "audio/wav"], ["Content-Type": "audio/pcm;rate=16000;channels=2"],
            ["Content-Type": "audio/mpeg"], ["Content-Type": ";;=;rate=;", "X-Channels": "x"],
        ]
        for round in 0..<3000 {
            var bytes = Self.wav([8, 16, 24, 32].randomElement() ?? 16, channels: round % 4, samples: 50)
            if round.isMultiple(of: 3) { bytes += Self.wav(16, channels: 1, samples: 20) }
            for _ in 0..<Int.random(in: 0...6) {
                bytes[Int.random(in: 0..<bytes.count)] =
                    [0, 1, 0x7F, 0x80, 0xFF, UInt8.random(in: .min ... .max)].randomElement() ?? 0
            }
            bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count)))
            let form: SoundForm = round.isMultiple(of: 2) ? .file : .samples(AudioFormat(sampleRate: 24_000))
            do {
                let count = try read(bytes, form, types[round % types.count], pieces: 1...40)
                #expect(count <= bytes.count)
            } catch {
                let error = try #require(error as? ServiceError)
                #expect([.protocolViolation, .unsupported, .limitExceeded].contains(error.code), "\(error)")
            }
        }
    }

    @Test(arguments: [8, 16, 24, 32], [1, 2, 3])
    func wholeSoundIsReadHoweverItIsCut(_ bits: Int, _ channels: Int) throws {
        let bytes = Self.wav(bits, channels: channels, samples: 333)
        for pieces in [1...1, 2...7, 1...50, 5000...5000] {
            #expect(try read(bytes, .file, [:], pieces: pieces) == 333 * channels)
            // Two consecutive files are read as one if the first one has an even size, as required.
            guard bytes.count.isMultiple(of: 2) else { continue }
            #expect(try read(bytes + bytes, .file, [:], pieces: pieces) == 666 * channels)
        }
    }

    @Test func aHeadWithoutAnEndIsGivenUp() throws {
        var bytes = Array("RIFF\u{0}\u{0}\u{0}\u{0}WAVE".utf8)
        // An endless sequence of unknown chunks.
        for _ in 0..<20_000 { bytes += Array("junk\u{0}\u{0}\u{0}\u{0}".utf8) }
        #expect(throws: ServiceError.self) { try read(bytes, .file, [:], pieces: 1...4000) }
    }
}
