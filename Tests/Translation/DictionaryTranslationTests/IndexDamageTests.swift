import DictionaryTestSupport
import LanguageServices
import Platform
import TestSupport
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

/// Damaged indexes are harmless or rejected with a reason. They never cause a crash, a wrong result or a missing word.
@Suite struct IndexDamageTests {
    private let folder: TemporaryFolder
    private let path: String
    private let bytes: [UInt8]
    private let keys = ["haus", "go", "togo", "went", "nothing", "x"]

    init() throws {
        folder = try TemporaryFolder()
        path = folder.file("a.pdi")
        let entries = [
            TranslationEntry("Haus", .noun, ["house"], ["building", "home"]),
            TranslationEntry("to go", .verb, forms: ["went"], ["gehen"]),
            TranslationEntry("x", ["y"]),
        ]
        let source = ListSource("a", from: try Tags.en(), to: try Tags.de(), entries)
        _ = try DictionaryCompiler.compile(source, to: path)
        bytes = try WholeFile.read(path, limit: 1 << 20)
    }

    /// All results from an index; `nil` for a query that fails with an error.
    private struct Answers: Equatable {
        var info: DictionaryInfo
        var best: [String??]
        var headwords: [[String]??]
        var entries: [TranslationEntry?]
        var keys: [String]?
        var all: [TranslationEntry]?

        /// Whether all results that exist match those of the undamaged index.
        func agrees(with sound: Answers) -> Bool {
            info == sound.info
                && zip(best, sound.best).allSatisfy { $0 == nil || $0 == $1 }
                && zip(headwords, sound.headwords).allSatisfy { $0 == nil || $0 == $1 }
                && zip(entries, sound.entries).allSatisfy { $0 == nil || $0 == $1 }
                && (keys == nil || keys == sound.keys) && (all == nil || all == sound.all)
        }
    }

    private func answers(_ index: DictionaryIndex) -> Answers {
        var answers = Answers(info: index.info, best: [], headwords: [], entries: [])
        for key in keys {
            answers.best.append(try? .some(index.bestTranslation(key: key)))
            let record = try? index.record(key: key)
            answers.headwords.append((try? index.record(key: key)).map { $0?.headwords })
            answers.entries.append(try? record?.entry(0))
        }
        var list: [String] = []
        answers.keys =
            (try? index.forEachKey {
                list.append(String(decoding: $0, as: UTF8.self))
                return true
            }).map { list }
        var all: [TranslationEntry] = []
        answers.all = (try? index.forEachEntry { all.append($0) }).map { all }
        return answers
    }

    @Test func everyBit() throws {
        let sound = answers(try DictionaryIndex(path: path))
        #expect(sound.best == ["house", "gehen", "gehen", "gehen", .some(nil), "y"])
        let file = open(path, O_RDWR)
        defer { close(file) }
        var harmless = 0
        for place in bytes.indices {
            for bit in 0..<8 {
                var byte = bytes[place] ^ UInt8(1 << bit)
                try #require(pwrite(file, &byte, 1, off_t(place)) == 1)
                do {
                    let index = try DictionaryIndex(path: path)
                    let found = answers(index)
                    #expect(found.agrees(with: sound), "bit \(bit) of byte \(place)")
                    // Damage that does not affect the results is found by full verification, or is in padding.
                    do {
                        try index.verify()
                        harmless += 1
                        #expect(found == sound, "bit \(bit) of byte \(place)")
                    } catch let error as ServiceError {
                        #expect(error.code == .io && error.remedy?.contains("again") == true)
                    }
                } catch let error as ServiceError {
                    #expect(error.code == .io && error.remedy?.contains("again") == true)
                }
            }
            var byte = bytes[place]
            try #require(pwrite(file, &byte, 1, off_t(place)) == 1)
        }
        // Between the parts there are fewer than 64 unused bytes.
        #expect(harmless < 64 * 8)
    }

    @Test func everyLength() throws {
        for length in 0..<bytes.count {
            try AtomicFile.write(Array(bytes[..<length]), to: path)
            let error = #expect(throws: ServiceError.self) { try DictionaryIndex(path: path) }
            #expect(error?.code == .io)
            if length >= 16 { #expect(error?.message.contains("truncated") == true, "\(length)") }
        }
        try AtomicFile.write(bytes + [0], to: path)
        #expect(throws: ServiceError.self) { try DictionaryIndex(path: path) }
    }

    @Test func otherFiles() throws {
        func reason(_ change: (inout [UInt8]) -> Void) throws -> String {
            var copy = bytes
            change(&copy)
            try AtomicFile.write(copy, to: path)
            let error = #expect(throws: ServiceError.self) { try DictionaryIndex(path: path) }
            return error?.message ?? ""
        }
        #expect(try reason { $0 = Array("headword\ttranslation\n".utf8) }.contains("not a dictionary index"))
        #expect(try reason { $0 = [] }.contains("not a dictionary index"))
        #expect(try reason { $0[12] = 2 }.contains("format version 2"))
        #expect(try reason { $0.replaceSubrange(8..<12, with: $0[8..<12].reversed()) }.contains("byte order"))
        #expect(try reason { $0[20] ^= 1 }.contains("checksum"))
        var numbers = SplitMix64(seed: 3)
        for _ in 0..<200 {
            let random = (0..<numbers.below(2000)).map { _ in UInt8(numbers.below(256)) }
            #expect(try !reason { $0 = random }.isEmpty)
            #expect(try !reason { $0 = Array($0[..<16]) + random }.isEmpty)
        }
        #expect(throws: ServiceError.self) { try DictionaryIndex(path: folder.path) }
        #expect(throws: ServiceError.self) { try DictionaryIndex(path: folder.file("missing.pdi")) }
        #expect(throws: ServiceError.self) { try DictionaryIndex(path: "/dev/null") }
    }
}
