import DictionaryTestSupport
import LanguageServices
import Platform
import TestSupport
import Testing

@testable import DictionaryImport
@testable import DictionaryTranslation

/// Deliberately damaged indexes with valid checksums: an error or a result, never a crash.
///
/// `FuzzRounds` in the test support sets the duration.
@Suite struct IndexFuzzTests {
    /// The parts of an index that have a checksum, and their positions.
    private struct Sealed {
        var content: Range<Int>
        var checksum: Int
    }

    private static func sealed(_ index: DictionaryIndex) throws -> [Sealed] {
        let header = index.header
        var result = [
            Sealed(content: 0..<248, checksum: 248),
            Sealed(
                content: header[.info].lowerBound + 8..<header[.info].upperBound,
                checksum: header[.info].lowerBound
            ),
        ]
        for start in stride(from: header[.buckets].lowerBound, to: header[.buckets].upperBound, by: 64) {
            result.append(Sealed(content: start + 8..<start + 64, checksum: start))
        }
        for part in [IndexHeader.Part.entries, .keys] {
            let bytes = UnsafeRawBufferPointer(rebasing: index.file.bytes[header[part]])
            var offset = 0
            while offset < bytes.count {
                let block = try #require(IndexBlock(bytes, at: offset))
                let start = header[part].lowerBound
                result.append(Sealed(content: start + offset + 8..<start + block.end, checksum: start + offset))
                offset = block.end
            }
        }
        var place = 0
        while place < header[.records].count {
            let head = try index.head(at: place)
            let start = header[.records].lowerBound + place
            let tail = head.end - head.tail.count
            result.append(Sealed(content: start + 8..<tail, checksum: start))
            result.append(Sealed(content: tail + 8..<head.end, checksum: tail))
            place = head.end - header[.records].lowerBound
        }
        return result
    }

    @Test func damageWithValidChecksums() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a.pdi")
        let words = ["Haus", "colo(u)r", "to go", "日本語", "x", "naïve", "Fest", "fest", "ice cream", "don't"]
        var entries = words.map { TranslationEntry($0, .noun, forms: [$0 + "s"], ["a " + $0, "b"], ["c"]) }
        entries[0].senses[0].examples = [TranslationExample("Mein Haus", translation: "my house")]
        entries[1].pronunciations = ["kʌlə"]
        entries[2].genders = [.masculine, .neuter]
        entries[3].reading = "にほんご"
        let source = ListSource("a", from: try Tags.de(), to: try Tags.en(), entries)
        _ = try DictionaryCompiler.compile(source, to: path)
        let index = try DictionaryIndex(path: path)
        let original = Array(index.file.bytes)
        let sealed = try Self.sealed(index)
        var keys = ["", "absent"]
        try index.forEachKey {
            keys.append(String(decoding: $0, as: UTF8.self))
            return true
        }
        var refused = 0
        try FuzzRounds.run(least: 300) { numbers in
            var bytes = original
            for _ in 0...numbers.below(4) {
                let block = sealed[numbers.below(sealed.count)]
                for _ in 0...numbers.below(3) {
                    let place = block.content.lowerBound + numbers.below(block.content.count)
                    switch numbers.below(4) {
                    case 0: bytes[place] = UInt8(numbers.below(256))
                    case 1: bytes[place] ^= UInt8(1 << numbers.below(8))
                    case 2: bytes[place] = 0xFF
                    default: bytes[place] = 0
                    }
                }
                let hash = bytes.withUnsafeBytes { IndexHash.of(UnsafeRawBufferPointer(rebasing: $0[block.content])) }
                withUnsafeBytes(of: hash.littleEndian) { raw in
                    for (place, byte) in raw.enumerated() { bytes[block.checksum + place] = byte }
                }
            }
            try AtomicFile.write(bytes, to: path)
            if !Self.look(at: path, keys, folder.file("copy.pdi")) { refused += 1 }
        }
        #expect(refused > 0)
        #expect(folder.names().count <= 2)
    }

    /// Runs all queries on a damaged index, and returns whether it could be opened.
    private static func look(at path: String, _ keys: [String], _ copy: String) -> Bool {
        guard let index = try? DictionaryIndex(path: path) else { return false }
        for key in keys {
            _ = try? index.bestTranslation(key: key)
            guard let record = try? index.record(key: key) else { continue }
            #expect(record.headwords.count == record.isForm.count)
            #expect(record.translations.allSatisfy { record.headwords.indices.contains($0.entry) })
            for place in record.headwords.indices.prefix(20) { _ = try? record.entry(place) }
        }
        try? index.forEachKey { $0.count < 1 << 20 }
        try? index.forEachEntry { entry in _ = DictionaryExport.lines(entry) }
        try? index.verify()
        _ = try? DictionaryCompiler.compile(
            IndexSource(index: index),
            to: copy,
            opposites: [index],
            progress: { _ in }
        )
        try? IndexReranking(index: index).write(to: copy, opposites: [index], progress: { _ in })
        return true
    }
}
