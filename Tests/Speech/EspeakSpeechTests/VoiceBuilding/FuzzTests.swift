import LanguageServices
import TestSupport
import Testing

@testable import EspeakSpeech

/// Damaged definitions and damaged installed files. They must cause an error or a result, never a crash.
///
/// `PARLANCE_FUZZ_SECONDS` sets the duration of each of the two tests (a moment by default), and `PARLANCE_FUZZ_SEED`
/// the first seed. Seeds that have revealed an error are kept in `Fixtures/fuzz-seeds.txt` and are tried first.
@Suite("Fuzzing")
struct FuzzTests {
    private static let words = [
        "phoneme", "track", "at", "when", "is", "not", "and", "or", "ipa", "like", "become", "formants", "#", "\n",
        "\r\n",
        "0", "-1", "99999999999999999999", "ː", "\u{FEFF}", "\t", "next", "vowel", "sequence", "speaker", "coarse",
        "''",
    ]

    private static let seeds: [UInt64] = {
        let text = String(decoding: contents("\(Sources.fixtures)/fuzz-seeds.txt") ?? [], as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { UInt64($0) }
    }()

    @Test("definitions")
    func definitions() throws {
        let files = try DefinitionFiles.read(Sources.voices)
        let texts = files.all.map { $0.bytes.prefix(12_000) }
        var refused = 0
        let count = FuzzRounds.run(known: Self.seeds) { mutator in
            let phonemes = mutator.mutated(Array(mutator.pick(texts)), with: texts, words: Self.words)
            do throws(ServiceError) {
                _ = try AccentDefinition(
                    voice: mutator.mutated(
                        Array(files.folders[0].voice.bytes),
                        with: texts,
                        words: Self.words
                    ),
                    path: "voice.txt",
                    phonemes: DefinitionFiles.File(path: "phonemes.txt", bytes: phonemes),
                    words: DefinitionFiles.File(
                        path: "words.txt",
                        bytes: mutator.mutated(phonemes, with: texts, words: Self.words)
                    ),
                    lexicons: files.lexicons
                )
            } catch {
                refused += 1
                #expect(error.code == .configuration)
                #expect(!error.message.isEmpty && !error.message.contains("\n"))
            }
        }
        #expect(refused > count / 2)
    }

    @Test("installed files", .enabled(if: Sources.installed != nil, "no espeak-ng data is installed"))
    func installed() throws {
        let folder = try TemporaryFolder()
        let data = try Sources.copy(to: folder)
        let names = ["phontab", "phonindex", "phondata", "phondata-manifest", "en_dict"]
        let originals = try names.map { try #require(contents("\(data)/\($0)")) }
        let accents = try AccentDefinition.readAll(in: Sources.voices)
        var outcomes: [String: Int] = [:]
        _ = try FuzzRounds.run(known: Self.seeds) { mutator in
            let index = mutator.below(names.count)
            try Sources.replace("\(data)/\(names[index])", mutator.damaged(originals[index]))
            do throws(ServiceError) {
                let content = try OverlayContent(accents, dataFolder: data)
                outcomes[content.problems.isEmpty ? "linked" : "coarse", default: 0] += 1
                // Memory use stays limited regardless of a damaged length.
                #expect(content.files.allSatisfy { $0.bytes.count < 4 << 20 })
            } catch {
                outcomes["refused", default: 0] += 1
                #expect(error.code == .unavailable && error.remedy != nil, "\(error)")
            }
            try Sources.replace("\(data)/\(names[index])", originals[index])
        }
        #expect(outcomes["refused", default: 0] > 0)
    }
}
