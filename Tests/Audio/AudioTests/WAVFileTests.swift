import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Audio

@Suite("Writing WAV files")
struct WAVFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("has the bytes that the format requires")
    func exactBytes() throws {
        let path = folder.file("a.wav")
        var file = try WAVFile(path: path, format: AudioFormat(sampleRate: 22_050))
        try file.append([1, -1])
        try file.append([])
        try file.append([.max, .min])
        try file.finish()
        let expected: [UInt8] =
            [0x52, 0x49, 0x46, 0x46, 44, 0, 0, 0, 0x57, 0x41, 0x56, 0x45]  // RIFF, 36 + 8, WAVE
            + [0x66, 0x6D, 0x74, 0x20, 16, 0, 0, 0, 1, 0, 1, 0]  // fmt, 16, PCM, mono
            + [0x22, 0x56, 0, 0, 0x44, 0xAC, 0, 0, 2, 0, 16, 0]  // 22050 Hz, 44100 bytes/s, 2 bytes/frame, 16 bit
            + [0x64, 0x61, 0x74, 0x61, 8, 0, 0, 0]  // data, 8
            + [1, 0, 0xFF, 0xFF, 0xFF, 0x7F, 0x00, 0x80]
        #expect(contents(path) == expected)
        #expect(folder.names() == ["a.wav"])
    }

    @Test("a file without samples is valid")
    func empty() throws {
        let path = folder.file("a.wav")
        try WAVFile(path: path, format: AudioFormat(sampleRate: 8000, channels: 2)).finish()
        #expect(contents(path)?.count == 44)
        let read = try ReadSound(path: path)
        #expect(read.format == AudioFormat(sampleRate: 8000, channels: 2))
        #expect(read.samples.isEmpty)
    }

    @Test("an incomplete last frame is padded with silence")
    func partialFrame() throws {
        let path = folder.file("a.wav")
        var file = try WAVFile(path: path, format: AudioFormat(sampleRate: 8000, channels: 3))
        try file.append([1, 2])
        try file.append([3, 4])
        try file.finish()
        #expect(try ReadSound(path: path).samples == [1, 2, 3, 4, 0, 0])
    }

    @Test("dropping a file leaves nothing behind and the old file unchanged")
    func dropped() throws {
        let path = folder.file("a.wav")
        do {
            var file = try WAVFile(path: path, format: AudioFormat(sampleRate: 8000))
            try file.append([1, 2, 3])
        }
        #expect(folder.names().isEmpty)
    }

    @Test("rejects samples beyond the limit but can still be finished")
    func limit() throws {
        let path = folder.file("a.wav")
        var file = try WAVFile(path: path, format: AudioFormat(sampleRate: 8000), limit: 10)
        try file.append([1, 2, 3])
        var code: ServiceError.Code?
        do throws(ServiceError) { try file.append([4, 5, 6]) } catch { code = error.code }
        #expect(code == .limitExceeded)
        try file.append([4, 5])
        try file.finish()
        #expect(try ReadSound(path: path).samples == [1, 2, 3, 4, 5])
    }

    @Test("the largest sizes fit the header's fields")
    func realLimit() {
        let size = WAVEncoding.maximumDataSize
        let bytes = WAVEncoding.header(format: AudioFormat(sampleRate: 8000), dataSize: size)
        func number(_ offset: Int) -> Int64 {
            bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int64($1) }
        }
        #expect(number(40) == size)
        #expect(number(4) == size + 36)
        #expect(size > 4_294_967_000)
    }

    @Test(
        "rejects formats that no header can represent",
        arguments: [(0, 1), (-1, 1), (768_001, 1), (.max, .max), (8000, 0), (8000, -2), (8000, 33), (.min, .min)]
    )
    func badFormats(rate: Int, channels: Int) {
        var code: ServiceError.Code?
        do throws(ServiceError) {
            _ = try WAVFile(path: folder.file("a"), format: AudioFormat(sampleRate: rate, channels: channels))
        } catch { code = error.code }
        #expect(code == .invalidRequest)
        #expect(folder.names().isEmpty)
    }

    @Test("is read back unchanged", arguments: [1, 2, 6])
    func roundTrip(channels: Int) throws {
        let path = folder.file("a.wav")
        let samples = (0..<12_000).map { Int16(truncatingIfNeeded: $0 &* 2711) }
        var file = try WAVFile(path: path, format: AudioFormat(sampleRate: 44_100, channels: channels))
        for start in stride(from: 0, to: samples.count, by: 777) {
            try file.append(Array(samples[start..<min(start + 777, samples.count)]))
        }
        try file.finish()
        let read = try ReadSound(path: path)
        #expect(read.format == AudioFormat(sampleRate: 44_100, channels: channels))
        #expect(read.samples == samples)
    }

    @Test(
        "soxi agrees",
        .enabled(if: ProgramSearch.find("soxi", in: ProgramSearch.systemPath) != nil, "soxi is not installed")
    )
    func soxAgrees() async throws {
        let path = folder.file("a.wav")
        var file = try WAVFile(path: path, format: AudioFormat(sampleRate: 16_000, channels: 2))
        try file.append([Int16](repeating: 5, count: 32_000))
        try file.finish()
        for (option, expected) in [("-r", "16000"), ("-c", "2"), ("-s", "16000"), ("-b", "16"), ("-t", "wav")] {
            #expect(try await output(of: "soxi", [option, path]) == expected + "\n")
        }
    }

    private func output(of name: String, _ arguments: [String]) async throws -> String {
        try await run(name, arguments, in: folder).output
    }
}
