import Glibc
import LanguageServices
import TestSupport
import Testing

@testable import VoiceBuilding

/// Damaged definitions and damaged installed files: an error or a result, never a crash.
///
/// `PARLANCE_FUZZ_SECONDS` says how long each of the two goes on (a moment otherwise), `PARLANCE_FUZZ_SEED` where the
/// random numbers begin. A seed that has once found something stays in `Fixtures/fuzz-seeds.txt`, and is tried first.
@Suite("Fuzzing")
struct FuzzTests {
    private static func setting(_ name: String) -> UInt64? {
        getenv(name).flatMap { UInt64(String(cString: $0)) }
    }

    private static let seeds: [UInt64] = {
        let text = String(decoding: contents("\(Sources.fixtures)/fuzz-seeds.txt") ?? [], as: UTF8.self)
        return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap { UInt64($0) }
    }()

    /// Runs a body with one seed after the other.
    private func rounds(_ body: (inout Mutator) throws -> Void) rethrows -> Int {
        let limit = Self.setting("PARLANCE_FUZZ_SECONDS").map { Duration.seconds(Int64($0 % 86_400)) }
        let start = ContinuousClock.now
        var seed = Self.setting("PARLANCE_FUZZ_SEED") ?? 1
        var count = 0
        for known in Self.seeds {
            var mutator = Mutator(seed: known)
            try body(&mutator)
        }
        while count < 10 || limit.map({ ContinuousClock.now - start < $0 }) ?? false {
            var mutator = Mutator(seed: seed)
            try body(&mutator)
            seed &+= 1
            count += 1
        }
        return count
    }

    @Test("definitions")
    func definitions() throws {
        let files = try DefinitionFiles.read(Sources.voices)
        let texts = files.all.map { $0.bytes.prefix(12_000) }
        var refused = 0
        let count = rounds { mutator in
            let phonemes = mutator.mutated(Array(mutator.pick(texts)), with: texts)
            do throws(ServiceError) {
                _ = try AccentDefinition(
                    voice: mutator.mutated(Array(files.folders[0].voice.bytes), with: texts),
                    path: "voice.txt",
                    phonemes: DefinitionFiles.File(path: "phonemes.txt", bytes: phonemes),
                    words: DefinitionFiles.File(path: "words.txt", bytes: mutator.mutated(phonemes, with: texts)),
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
        _ = try rounds { mutator in
            let index = mutator.below(names.count)
            try Sources.replace("\(data)/\(names[index])", mutator.damaged(originals[index]))
            do throws(ServiceError) {
                let content = try OverlayContent(accents, dataFolder: data)
                outcomes[content.problems.isEmpty ? "linked" : "coarse", default: 0] += 1
                // Nothing grows beyond reason, whatever a damaged length says.
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

/// Damages bytes, always the same way for the same seed.
struct Mutator {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

    /// A number below a limit, which is at least 1.
    mutating func below(_ limit: Int) -> Int {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return Int(state % UInt64(max(1, limit)))
    }

    mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }

    private static let words = [
        "phoneme", "track", "at", "when", "is", "not", "and", "or", "ipa", "like", "become", "formants", "#", "\n",
        "\r\n",
        "0", "-1", "99999999999999999999", "ː", "\u{FEFF}", "\t", "next", "vowel", "sequence", "speaker", "coarse",
        "''",
    ]

    /// A text with words put in, taken out, doubled and changed.
    mutating func mutated(_ text: [UInt8], with others: [ArraySlice<UInt8>]) -> [UInt8] {
        var result = text
        for _ in 0...below(6) {
            let place = below(result.count + 1)
            let end = min(result.count, place + below(40))
            switch below(6) {
            case 0: result.replaceSubrange(place..<end, with: Mutator.words[below(Mutator.words.count)].utf8)
            case 1: result.removeSubrange(place..<end)
            case 2: result.insert(contentsOf: result[place..<end], at: below(result.count + 1))
            case 3: if place < result.count { result[place] = UInt8(below(256)) }
            case 4: result.removeSubrange(place...)
            default:
                let other = others[below(others.count)]
                let start = other.startIndex + below(other.count)
                result.insert(contentsOf: other[start..<min(other.endIndex, start + below(200))], at: place)
            }
        }
        return result
    }

    /// A file with bytes changed, cut off, doubled or put in.
    mutating func damaged(_ file: [UInt8]) -> [UInt8] {
        var result = file
        switch below(5) {
        case 0: result.removeLast(below(result.count + 1))
        case 1: result.insert(contentsOf: (0...below(64)).map { _ in UInt8(below(256)) }, at: below(result.count))
        case 2: result.removeSubrange(0..<below(min(result.count, 64)))
        default:
            // Headers and lengths stand at the beginning more often than not.
            let span = below(2) == 0 ? result.count : min(result.count, 4096)
            for _ in 0...below(12) { result[below(span)] = below(3) == 0 ? 255 : UInt8(below(256)) }
        }
        return result
    }
}
