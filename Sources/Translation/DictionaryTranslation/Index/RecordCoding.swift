import LanguageServices
import Platform

/// The encoding of a key's record.
///
/// The head answers the most frequent query, the best translation, and is small enough to be verified each time:
///
///      0  8  checksum of the head
///      8  4  length of the key
///     12  4  length of the best translation
///     16  4  length of the tail
///     20  4  number of entries
///     24     key and best translation, UTF-8, padded with zeros to a multiple of eight
///
/// The tail contains everything else, including the ranking data. Entries are read only when they are displayed:
///
///      0  8  checksum of the tail
///      8  4  number of translations
///     12  4  number of examples in all entries of the key
///     16  12 for each translation, best first: hash of its key in the target language, score, and evidence (see
///            `Evidence`), the last two as IEEE 754 single-precision numbers
///            for each entry of the key its offset, flags, and headword
///            for each translation its entry, sense, part of speech, and word
package enum RecordCoding {
    static let headSize = 24
    static let translationSize = 12
    static let tailStart = 16

    /// A translation with its numeric data. `keyHash` is the hash of its key in the target language; see
    /// ``keyHash(_:)``.
    package typealias Item = (translation: RankedTranslation, keyHash: UInt32, evidence: Float)

    /// An entry for the key.
    package typealias Reference = (offset: Int, headword: String, isForm: Bool)

    /// Reads the entries for a key, which follow the numeric data for its translations.
    ///
    /// - Parameter body: Receives the offset of each entry, whether the key belongs to a form, and the spelling.
    package static func forEachReference(
        _ reader: inout ByteReader,
        count: Int,
        _ body: (_ position: Int, _ isForm: Bool, _ spelling: String) throws -> Void
    ) rethrows {
        var spelling = ""
        for _ in 0..<count where !reader.hasFailed {
            // A damaged offset may be too large; it must not overflow and must lie beyond the end of any file.
            let position = min(reader.number(), Int.max / 8) * 8
            let flags = reader.byte()
            if flags & 2 == 0 { spelling = reader.text() }
            try body(position, flags & 1 != 0, spelling)
        }
    }

    /// One half of a hash, which identifies a key when translations are compared. Collisions are harmless, because the
    /// value is used only to count votes.
    package static func keyHash(_ key: String) -> UInt32 {
        UInt32(truncatingIfNeeded: IndexHash.of(key))
    }

    package static func write(
        key: UnsafeRawBufferPointer,
        items: [Item],
        references: [Reference],
        examples: Int,
        to writer: inout ByteWriter
    ) {
        let best = items.first?.translation.word.text ?? ""
        let start = writer.bytes.count
        writer.word64(0)
        writer.word32(UInt32(truncatingIfNeeded: key.count))
        writer.word32(UInt32(truncatingIfNeeded: best.utf8.count))
        let tailLength = writer.bytes.count
        writer.word32(0)
        writer.word32(UInt32(truncatingIfNeeded: references.count))
        writer.raw(key)
        var text = best
        text.withUTF8 { writer.raw(UnsafeRawBufferPointer($0)) }
        writer.pad()
        let tail = writer.bytes.count
        writeTail(items, references, examples, to: &writer)
        writer.seal(from: tail)
        writer.replace(UInt32(truncatingIfNeeded: writer.bytes.count - tail), at: tailLength)
        writer.seal(start..<tail)
    }

    private static func writeTail(
        _ items: [Item],
        _ references: [Reference],
        _ examples: Int,
        to writer: inout ByteWriter
    ) {
        writer.word64(0)
        writer.word32(UInt32(truncatingIfNeeded: items.count))
        writer.word32(UInt32(truncatingIfNeeded: examples))
        for item in items {
            writer.word32(item.keyHash)
            writer.word32(Float(item.translation.score).bitPattern)
            writer.word32(item.evidence.bitPattern)
        }
        var headword = ""
        for reference in references {
            writer.number(reference.offset / 8)
            let isSame = reference.headword == headword && reference.headword.utf8.elementsEqual(headword.utf8)
            writer.byte((reference.isForm ? 1 : 0) | (isSame ? 2 : 0))
            if !isSame { writer.text(reference.headword) }
            headword = reference.headword
        }
        for item in items {
            writer.number(item.translation.entry)
            writer.number(item.translation.sense)
            EntryCoding.write(item.translation.partOfSpeech, to: &writer)
            EntryCoding.write(item.translation.word, to: &writer)
        }
    }
}

/// The first part of a record, verified; it points into the file.
package struct RecordHead {
    package let key: UnsafeRawBufferPointer
    let best: UnsafeRawBufferPointer
    /// The tail, not yet verified.
    let tail: UnsafeRawBufferPointer
    package let entryCount: Int
    /// The offset of the next record in the file.
    package let end: Int

    /// Reads the head of the record at an offset, or returns `nil` if it is damaged or extends beyond `end`.
    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer, at position: Int, end: Int) {
        guard position >= 0, end <= bytes.count, end &- position >= RecordCoding.headSize, position % 8 == 0 else {
            return nil
        }
        let keyLength = Int(bytes.word32(at: position &+ 8))
        let bestLength = Int(bytes.word32(at: position &+ 12))
        let tailLength = Int(bytes.word32(at: position &+ 16))
        let headLength = (RecordCoding.headSize &+ keyLength &+ bestLength &+ 7) & ~7
        guard headLength &+ tailLength <= end &- position, tailLength % 8 == 0 else { return nil }
        let tailStart = position &+ headLength
        guard bytes.part(position..<tailStart).isSealed else { return nil }
        let keyStart = position &+ RecordCoding.headSize
        key = bytes.part(keyStart..<keyStart &+ keyLength)
        best = bytes.part(keyStart &+ keyLength..<keyStart &+ keyLength &+ bestLength)
        tail = bytes.part(tailStart..<tailStart &+ tailLength)
        entryCount = Int(bytes.word32(at: position &+ 20))
        self.end = tailStart &+ tailLength
    }

    /// Whether this is the record of a key.
    @inline(__always)
    func isKey(_ other: UnsafeRawBufferPointer) -> Bool {
        guard key.count == other.count, let own = key.baseAddress, let other = other.baseAddress else {
            return key.isEmpty && other.isEmpty
        }
        return memcmp(own, other, key.count) == 0
    }
}

/// The second part of a record, verified.
package struct RecordTail {
    private let bytes: UnsafeRawBufferPointer
    package let count: Int
    package let examples: Int

    /// Reads the tail of a record, or returns `nil` if it is damaged.
    package init?(_ head: RecordHead) {
        let tail = head.tail
        guard tail.count >= RecordCoding.tailStart, tail.isSealed else { return nil }
        bytes = tail
        count = Int(tail.word32(at: 8))
        examples = Int(tail.word32(at: 12))
        guard count <= (tail.count - RecordCoding.tailStart) / RecordCoding.translationSize,
            head.entryCount <= tail.count
        else { return nil }
    }

    /// The hash of a translation's key in the target language.
    package func keyHash(_ position: Int) -> UInt32 { word(position, 0) }

    func score(_ position: Int) -> Float { Float(bitPattern: word(position, 4)) }

    package func evidence(_ position: Int) -> Float { Float(bitPattern: word(position, 8)) }

    /// A reader positioned after the numeric data for the translations.
    package var rest: ByteReader {
        ByteReader(bytes, at: RecordCoding.tailStart + count * RecordCoding.translationSize)
    }

    private func word(_ position: Int, _ offset: Int) -> UInt32 {
        guard position >= 0, position < count else { return 0 }
        return bytes.word32(at: RecordCoding.tailStart + position * RecordCoding.translationSize + offset)
    }
}
