import CEspeak
import Platform

/// A minimal program that uses libespeak-ng to write a WAV file for each line of a list: one process, one loop, no
/// error handling. It represents a typical one-off program, and runs in a separate process, as `--plain-loop`.
enum PlainLoop {
    /// Speaks each line of `list` to a file in `folder`.
    static func run(list: String, folder: String) -> Int32 {
        let options = Int32(espeakINITIALIZE_DONT_EXIT)
        guard espeak_Initialize(AUDIO_OUTPUT_SYNCHRONOUS, 1000, nil, options) > 0, let lines = fopen(list, "r") else {
            return 1
        }
        defer { fclose(lines) }
        espeak_SetSynthCallback { samples, count, event in
            if let samples, count > 0, let file = event?.pointee.user_data {
                fwrite(samples, 2, Int(count), file.assumingMemoryBound(to: FILE.self))
            }
            return 0
        }
        espeak_SetVoiceByName("gmw/en-US")
        var buffer = [CChar](repeating: 0, count: 256)
        while fgets(&buffer, Int32(buffer.count), lines) != nil {
            let word = String(
                decoding: buffer.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) },
                as: UTF8.self
            )
            guard let file = fopen("\(folder)/\(word).wav", "w") else { return 1 }
            var header = [UInt8](repeating: 0, count: 44)
            fwrite(header, 1, header.count, file)
            espeak_Synth(word, word.utf8.count + 1, 0, POS_CHARACTER, 0, UInt32(espeakCHARS_UTF8), nil, file)
            fill(&header, dataSize: UInt32(truncatingIfNeeded: ftell(file) - 44))
            rewind(file)
            fwrite(header, 1, header.count, file)
            fclose(file)
        }
        return 0
    }

    private static func fill(_ header: inout [UInt8], dataSize: UInt32) {
        func bytes(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
        header = Array("RIFF".utf8) + bytes(dataSize + 36) + Array("WAVEfmt ".utf8) + bytes(16)
        // PCM, one channel, 22,050 frames per second, two bytes per frame, 16 bits per sample.
        header += bytes(0x0001_0001) + bytes(22_050) + bytes(44_100) + bytes(0x0010_0002)
        header += Array("data".utf8) + bytes(dataSize)
    }
}
