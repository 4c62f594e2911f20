import DictionaryTranslation
import LanguageServices
import Platform

/// The entries of an index that is being written, to be read again in the order of their keys.
///
/// That is no order of the file. Read so from a mapped one, all of it would soon be in the memory of this process.
struct IndexEntries: Sendable {
    private let file: FileParts
    private let range: Range<Int>

    /// Bytes that are read at once: most entries are shorter.
    private static let usual = 1024

    init(file: FileParts, range: Range<Int>) {
        self.file = file
        self.range = range
    }

    /// The entry at a place, as ``KeyedEntry/entry`` has it, or `nil` when it is damaged.
    ///
    /// - Parameter buffer: Room to read into, which grows as it has to.
    func ranked(at place: Int, _ buffer: inout [UInt8]) throws(ServiceError) -> TranslationEntry? {
        guard place >= 0, place < range.count else { return nil }
        var count = try read(at: place, Self.usual, &buffer)
        let length = buffer.withUnsafeBytes { IndexBlock.length($0.prefix(count)) }
        guard let length, length <= range.count - place else { return nil }
        if length > count { count = try read(at: place, length, &buffer) }
        return buffer.withUnsafeBytes { bytes in
            guard let block = IndexBlock(UnsafeRawBufferPointer(rebasing: bytes.prefix(count)), at: 0) else {
                return nil
            }
            var reader = ByteReader(block.content)
            let entry = EntryCoding.readForRanking(&reader)
            return reader.hasFailed ? nil : entry
        }
    }

    private func read(at place: Int, _ count: Int, _ buffer: inout [UInt8]) throws(ServiceError) -> Int {
        let count = min(count, range.count - place)
        if buffer.count < count { buffer = [UInt8](repeating: 0, count: max(count, Self.usual)) }
        var failure: ServiceError?
        let found = buffer.withUnsafeMutableBytes { bytes in
            do throws(ServiceError) {
                let bytes = UnsafeMutableRawBufferPointer(rebasing: bytes.prefix(count))
                return try file.read(at: range.lowerBound + place, into: bytes)
            } catch {
                failure = error
                return 0
            }
        }
        if let failure { throw failure }
        return found
    }
}
