/// A note as stored in the database.
struct NoteRow {
    var id: Int64

    /// The id of its note type.
    var type: Int64

    /// The modification time in seconds since 1970.
    var modified: Int64

    /// The zero-based index of the note in the collection.
    var number: Int

    /// All its fields, joined with a separator.
    var bytes: [UInt8]

    /// The ranges of its fields in the bytes.
    var fields: [Range<Int>]

    var guid: String

    /// Its tags, separated by spaces, with a space at both ends.
    var tags: String

    /// The deck of its first card.
    var deck: String?

    /// The byte between two fields, U+001F.
    static let separator: UInt8 = 0x1F

    /// The note in the deck's model.
    func note(type: Int) -> Note {
        Note(
            number: number,
            position: NotePosition("note ", number: id),
            guid: guid,
            type: type,
            fields: fields.map { String(decoding: bytes[$0], as: UTF8.self) },
            tags: tags.split(whereSeparator: { $0 == " " || $0 == "\u{3000}" }).map(String.init),
            deck: deck
        )
    }

    /// The bytes of one field.
    func field(_ index: Int) -> ArraySlice<UInt8> {
        fields.indices.contains(index) ? bytes[fields[index]] : []
    }

    /// The fields with some values replaced; other fields keep their exact bytes.
    ///
    /// - Parameters:
    ///   - values: The new values by index. Gaps after the last field are filled with empty fields.
    ///   - count: The minimum number of fields.
    func replacing(_ values: [Int: String], count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for index in 0..<max(count, fields.count) {
            if index > 0 { result.append(Self.separator) }
            if let value = values[index] {
                result.append(contentsOf: value.utf8)
            } else {
                result.append(contentsOf: field(index))
            }
        }
        return result
    }

    /// The ranges of the fields.
    ///
    /// - Parameter limit: The number of fields at which splitting stops.
    static func split(_ bytes: [UInt8], limit: Int) -> [Range<Int>] {
        var fields: [Range<Int>] = []
        var start = 0
        bytes.withUnsafeBufferPointer { bytes in
            for index in bytes.indices where bytes[index] == separator {
                fields.append(start..<index)
                start = index + 1
                if fields.count > limit { return }
            }
            fields.append(start..<bytes.count)
        }
        return fields
    }
}
