import LanguageServices
import Platform

/// How the record of a key is written in an index.
///
/// The head answers the most frequent question, for the best translation, and is small enough to be checked each time:
///
///      0  8  checksum of the head
///      8  4  length of the key
///     12  4  length of the best translation
///     16  4  length of the tail
///     20  4  number of entries
///     24     key and best translation, UTF-8, filled up with zeros to a multiple of eight
///
/// The tail has the rest, all that ranks included, so that the entries are read only when somebody wants to see them:
///
///      0  8  checksum of the tail
///      8  4  number of translations
///     12  4  number of examples in all entries of the key
///     16  12 for each translation, the best first: hash of its key in the target language, score, and evidence (see
///            `Evidence`), the last two as IEEE 754 numbers of four bytes
///            for each entry of the key its place, flags, and headword
///            for each translation its entry, sense, part of speech, and word
package enum RecordCoding {
    static let headSize = 24
    static let translationSize = 12
    static let tailStart = 16

    /// A translation with what is written of it; the hash is that of its key in its own language, see ``keyHash(_:)``.
    package typealias Item = (translation: RankedTranslation, keyHash: UInt32, evidence: Float)

    /// An entry of the key.
    package typealias Reference = (offset: Int, headword: String, isForm: Bool)

    /// Reads the entries of a key, which stand behind the numbers of its translations.
    ///
    /// - Parameter body: Told of each the place among the entries, whether the key is that of a form, and the spelling.
    package static func forEachReference(
        _ reader: inout ByteReader,
        count: Int,
        _ body: (_ place: Int, _ isForm: Bool, _ spelling: String) throws -> Void
    ) rethrows {
        var spelling = ""
        for _ in 0..<count where !reader.hasFailed {
            // What is too large is beyond every file, and must not overflow.
            let place = min(reader.number(), Int.max / 8) * 8
            let flags = reader.byte()
            if flags & 2 == 0 { spelling = reader.text() }
            try body(place, flags & 1 != 0, spelling)
        }
    }

    /// What a key is told from others by when translations are compared: half of a hash. The two ways round it goes
    /// wrong in are harmless, for it only counts votes.
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

/// The first part of a record, checked; it points into the file.
package struct RecordHead {
    package let key: UnsafeRawBufferPointer
    let best: UnsafeRawBufferPointer
    /// The tail, which nobody has checked yet.
    let tail: UnsafeRawBufferPointer
    package let entryCount: Int
    /// Where the next record begins, from the beginning of the file.
    package let end: Int

    /// Reads the head of the record at a place of a file, or `nil` when it is damaged or not all before `end`.
    @inline(__always)
    init?(_ bytes: UnsafeRawBufferPointer, at place: Int, end: Int) {
        guard place >= 0, end <= bytes.count, end &- place >= RecordCoding.headSize, place % 8 == 0 else { return nil }
        let keyLength = Int(bytes.word32(at: place &+ 8))
        let bestLength = Int(bytes.word32(at: place &+ 12))
        let tailLength = Int(bytes.word32(at: place &+ 16))
        let headLength = (RecordCoding.headSize &+ keyLength &+ bestLength &+ 7) & ~7
        guard headLength &+ tailLength <= end &- place, tailLength % 8 == 0 else { return nil }
        let tailPlace = place &+ headLength
        guard bytes.part(place..<tailPlace).isSealed else { return nil }
        let keyPlace = place &+ RecordCoding.headSize
        key = bytes.part(keyPlace..<keyPlace &+ keyLength)
        best = bytes.part(keyPlace &+ keyLength..<keyPlace &+ keyLength &+ bestLength)
        tail = bytes.part(tailPlace..<tailPlace &+ tailLength)
        entryCount = Int(bytes.word32(at: place &+ 20))
        self.end = tailPlace &+ tailLength
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

/// The second part of a record, checked.
package struct RecordTail {
    private let bytes: UnsafeRawBufferPointer
    package let count: Int
    package let examples: Int

    /// Reads the tail of a record, or `nil` when it is damaged.
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

    /// The hash of the key of a translation in its own language.
    package func keyHash(_ place: Int) -> UInt32 { word(place, 0) }

    func score(_ place: Int) -> Float { Float(bitPattern: word(place, 4)) }

    package func evidence(_ place: Int) -> Float { Float(bitPattern: word(place, 8)) }

    /// A reader of what stands behind the numbers of the translations.
    package var rest: ByteReader {
        ByteReader(bytes, at: RecordCoding.tailStart + count * RecordCoding.translationSize)
    }

    private func word(_ place: Int, _ offset: Int) -> UInt32 {
        guard place >= 0, place < count else { return 0 }
        return bytes.word32(at: RecordCoding.tailStart + place * RecordCoding.translationSize + offset)
    }
}
