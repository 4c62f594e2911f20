import Audio
import LanguageServices
import Testing

@Suite("The chunks of WAV files")
struct WAVLayoutTests {
    @Test("skips unknown chunks and the padding of odd lengths")
    func unknownChunks() throws {
        let layout = try parse(
            riff(chunk("LIST", [1, 2, 3]) + pcm() + chunk("odd ", [7]) + chunk("data", [1, 0, 2, 0]))
        )
        #expect(layout.format == AudioFormat(sampleRate: 8000))
        #expect(layout.dataSize == 4)
        #expect(layout.dataOffset == 12 + 12 + 24 + 10 + 8)
    }

    @Test("reads the extensible format and other sample sizes")
    func otherForms() throws {
        let extensible =
            fmt(0xFFFE, 2, 48_000, 4, 16) + [22, 0, 16, 0, 3, 0, 0, 0, 1, 0] + [UInt8](repeating: 0, count: 14)
        let layout = try parse(riff(chunk("fmt ", extensible) + chunk("data", [UInt8](repeating: 0, count: 96))))
        #expect(layout.coding == 1 && layout.bitsPerSample == 16 && layout.blockAlign == 4)
        #expect(layout.dataSize == 96)

        let byte = try parse(
            riff(chunk("fmt ", fmt(1, 1, 8000, 1, 8)) + chunk("data", [UInt8](repeating: 0, count: 8001)))
        )
        #expect(byte.bitsPerSample == 8 && byte.blockAlign == 1 && byte.dataSize == 8001)
    }

    @Test(
        "accepts the placeholder lengths that programs write to a pipe",
        arguments: [0x7FFF_F000, 0x7FFF_FFFF, 0xFFFF_FFFF] as [UInt32]
    )
    func streamed(length: UInt32) throws {
        let data = Array("data".utf8) + little(length, 4) + [1, 0, 2, 0, 3, 0]
        #expect(try parse(riff(pcm() + data)).dataSize == 6)
    }

    @Test("reports the problem")
    func broken() throws {
        let cases: [([UInt8], String)] = [
            ([], "it is not a WAV file"),
            (Array("RIFF".utf8), "it is not a WAV file"),
            (Array("OggS\0\0\0\0\0\0\0\0".utf8), "it is not a WAV file"),
            (riff([]), "it has no format chunk before its samples"),
            (riff(pcm()), "it has no data chunk"),
            (riff(chunk("data", [1, 0]) + pcm()), "it has no format chunk before its samples"),
            (riff(chunk("fmt ", [1, 0, 1])), "its format chunk is truncated"),
            (riff(Array("fmt ".utf8) + little(16, 4) + [1, 0, 1]), "its format chunk is truncated"),
            (riff(chunk("fmt ", fmt(1, 1, 0, 2, 16)) + chunk("data", [])), "its sample rate is zero"),
            (riff(chunk("fmt ", fmt(1, 0, 8000, 2, 16)) + chunk("data", [])), "it has no channels"),
            (riff(chunk("fmt ", fmt(2, 1, 8000, 0, 4)) + chunk("data", [])), "its frame size is zero"),
            (riff(chunk("fmt ", fmt(1, 2, 8000, 2, 16))), "its sample size does not match its frame size"),
            (riff(chunk("fmt ", fmt(1, 1, 8000, 1, 12))), "its sample size does not match its frame size"),
            (
                riff(pcm() + Array("data".utf8) + little(100, 4) + [1, 0]),
                "it is truncated: its header declares 100 bytes of samples, but it has 2"
            ),
            (riff([UInt8](repeating: 0, count: 1 << 16)), "it has more than 1000 chunks"),
        ]
        for (bytes, message) in cases {
            let error = failure { _ = try parse(bytes) }
            #expect(error?.message == message)
            #expect(error?.code == .invalidRequest)
        }
    }

    @Test("names the unsupported variants", arguments: ["RIFX", "RF64", "BW64"])
    func relatives(tag: String) {
        let error = failure { _ = try parse(Array(tag.utf8) + riff(pcm()).dropFirst(4)) }
        #expect(error?.code == .unsupported)
        #expect(error?.message.contains(tag) == true)
    }

    @Test("never crashes on damaged files, and never reports more data than exists")
    func mutations() throws {
        let sound = riff(chunk("LIST", [1, 2, 3]) + pcm() + chunk("data", (0..<64).map { UInt8($0) }))
        var generator = Congruential(state: 42)
        var accepted = 0
        for round in 0..<20_000 {
            var bytes = sound
            for _ in 0..<Int.random(in: 1...6, using: &generator) {
                let index = Int.random(in: 0..<bytes.count, using: &generator)
                bytes[index] =
                    [0, 0xFF, 0x7F, 0x80, UInt8.random(in: .min ... .max, using: &generator)]
                    .randomElement(using: &generator) ?? 0
            }
            if round % 3 == 0 { bytes = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))) }
            guard let layout = try? parse(bytes) else { continue }
            accepted += 1
            if layout.dataOffset + layout.dataSize > Int64(bytes.count) || layout.dataSize < 0 {
                Issue.record("damage in \(bytes)")
            }
        }
        // Damage to a sample or an unknown chunk does not affect the layout, so many files must have been accepted.
        #expect(accepted > 1000)
        #expect(accepted < 20_000)
    }

    // MARK: Building files

    private func parse(_ bytes: [UInt8]) throws(ServiceError) -> WAVLayout {
        try WAVLayout.parse(size: Int64(bytes.count)) { offset, count in
            Array(bytes.dropFirst(Int(offset)).prefix(count))
        }
    }

    private func failure(_ body: () throws -> Void) -> ServiceError? {
        do {
            try body()
        } catch let error as ServiceError {
            return error
        } catch {
            Issue.record("unexpected error type: \(error)")
        }
        return nil
    }

    private func little(_ value: UInt32, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * UInt32($0))) }
    }

    private func riff(_ chunks: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(UInt32(chunks.count + 4), 4) + Array("WAVE".utf8) + chunks
    }

    private func chunk(_ tag: String, _ body: [UInt8]) -> [UInt8] {
        Array(tag.utf8) + little(UInt32(body.count), 4) + body + (body.count % 2 == 1 ? [0] : [])
    }

    private func fmt(_ coding: UInt32, _ channels: UInt32, _ rate: UInt32, _ align: UInt32, _ bits: UInt32) -> [UInt8] {
        little(coding, 2) + little(channels, 2) + little(rate, 4) + little(rate &* align, 4) + little(align, 2)
            + little(bits, 2)
    }

    private func pcm() -> [UInt8] { chunk("fmt ", fmt(1, 1, 8000, 2, 16)) }
}

/// Reproducible random numbers, the same in every run.
private struct Congruential: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
