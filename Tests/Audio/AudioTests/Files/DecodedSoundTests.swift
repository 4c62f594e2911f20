import LanguageServices
import TestSupport
import Testing

@testable import Audio

@Suite("Decoding compressed sound in memory")
struct DecodedSoundTests {
    private func packed(_ kind: SoundFormat, channels: Int = 1) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        let path = folder.file("x.bin")
        let tone = Signals.sine(440, frames: 24_000).flatMap { [Int16](repeating: $0, count: channels) }
        var file = try SoundFile(path: path, kind: kind, format: AudioFormat(sampleRate: 24_000, channels: channels))
        try file.append(tone)
        try file.finish()
        return try #require(contents(path))
    }

    @Test("reads files that we wrote", arguments: SoundFormat.allCases)
    func reads(kind: SoundFormat) throws {
        try #require(SoundLibrary.canWrite(kind))
        for channels in [1, 2] {
            let sound = try DecodedSound(packed(kind, channels: channels), limit: 1_000_000)
            #expect(sound.format.channels == channels)
            #expect([24_000, 48_000].contains(sound.format.sampleRate))
            let seconds = sound.format.duration(ofSamples: sound.samples.count) / .seconds(1)
            #expect(abs(seconds - 1) < 0.06, "\(seconds)")
            #expect(sound.samples.contains { $0.magnitude > 5000 })
        }
    }

    @Test(
        "anything that is not sound is unsupported",
        arguments: [[], [0], Array("ID3 and no more".utf8), Array(repeating: 0xFF, count: 5000)]
    )
    func refuses(bytes: [UInt8]) throws {
        do throws(ServiceError) {
            let sound = try DecodedSound(bytes, limit: 1_000_000)
            // An MP3 decoder skips data that it does not understand.
            #expect(sound.samples.isEmpty)
        } catch {
            #expect(error.code == .unsupported, "\(error)")
            #expect(error.remedy != nil)
        }
    }

    @Test("a small file cannot exhaust memory")
    func limit() throws {
        let bytes = try packed(.flac)
        let error = try #require(throws: ServiceError.self) { try DecodedSound(bytes, limit: 23_999) }
        #expect(error.code == .limitExceeded)
        #expect(try DecodedSound(bytes, limit: 24_000).samples.count == 24_000)
    }

    @Test("damaged sound is harmless", arguments: [SoundFormat.flac, .mp3, .opus, .vorbis, .wav])
    func damaged(kind: SoundFormat) throws {
        let bytes = try packed(kind)
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<200 {
            var broken = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator)))
            for _ in 0..<Int.random(in: 0...20, using: &generator) where !broken.isEmpty {
                let position = Int.random(in: 0..<min(broken.count, 4000), using: &generator)
                broken[position] = UInt8.random(in: .min ... .max, using: &generator)
            }
            // Whatever the result, decoding ends within the limit.
            let sound = try? DecodedSound(broken, limit: 2_000_000)
            #expect(sound.map { $0.samples.count <= 2_000_000 } ?? true)
        }
    }
}
