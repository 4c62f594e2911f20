public import LanguageServices
import Platform

extension DictionaryIndex {
    /// Goes through all entries, in the dictionary's own order.
    ///
    /// - Throws: `ServiceError.Code.io` when one is damaged, and what `body` throws.
    public func forEachEntry(_ body: (TranslationEntry) throws -> Void) throws {
        var offset = 0
        var count = 0
        while offset < header[.entries].count {
            let (entry, end) = try entry(at: offset)
            try body(entry)
            offset = end
            count += 1
        }
        guard count == header.entryCount else { throw damaged("it has \(count) entries and says \(header.entryCount)") }
    }

    /// The entry at an offset among the entries, checked, and where the next one begins.
    package func entry(at offset: Int) throws(ServiceError) -> (entry: TranslationEntry, end: Int) {
        let (block, entry) = try read(at: offset) { EntryCoding.read(&$0, dictionary: info.name) }
        return (entry, block.end)
    }

    /// What the entry at an offset among the entries refers to, checked as ``entry(at:)``.
    func references(at offset: Int) throws(ServiceError) -> [String] {
        try read(at: offset, EntryCoding.readReferences).part
    }

    private func read<Part>(
        at offset: Int,
        _ body: (inout ByteReader) -> Part
    ) throws(ServiceError) -> (block: IndexBlock, part: Part) {
        let entries = header[.entries]
        guard let block = IndexBlock(UnsafeRawBufferPointer(rebasing: file.bytes[entries]), at: offset) else {
            throw damaged("the entry at \(offset)")
        }
        var reader = ByteReader(block.content)
        let part = body(&reader)
        guard !reader.hasFailed else { throw damaged("the entry at \(offset)") }
        return (block, part)
    }

    /// Goes through all keys, in the order of their bytes, until `body` says `false`.
    ///
    /// - Parameter body: Told of the UTF-8 of a key, which is there only for the call.
    /// - Throws: `ServiceError.Code.io` when a part of the list is damaged, and what `body` throws.
    package func forEachKey(_ body: (UnsafeRawBufferPointer) throws -> Bool) throws {
        let part = UnsafeRawBufferPointer(rebasing: file.bytes[header[.keys]])
        var offset = 0
        var count = 0
        var key: [UInt8] = []
        while offset < part.count {
            guard let block = IndexBlock(part, at: offset) else { throw damaged("the list of keys at \(offset)") }
            var reader = ByteReader(block.content)
            key.removeAll(keepingCapacity: true)
            while reader.left > 0 {
                let shared = reader.number()
                let rest = reader.slice(reader.count())
                guard !reader.hasFailed, shared <= key.count else { throw damaged("the list of keys at \(offset)") }
                key.removeLast(key.count - shared)
                key.append(contentsOf: rest)
                count += 1
                guard try key.withUnsafeBytes(body) else { return }
            }
            offset = block.end
        }
        guard count == header.keyCount else { throw damaged("it has \(count) keys and says \(header.keyCount)") }
    }
}
