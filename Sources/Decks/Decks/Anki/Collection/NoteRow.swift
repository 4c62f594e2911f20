/// A note as it lies in the database.
struct NoteRow {
    var id: Int64

    /// The number of its type.
    var type: Int64

    /// When it was changed, in seconds since 1970.
    var modified: Int64

    /// Its place among the notes, from 0.
    var number: Int

    /// All its fields, with a separator between them.
    var bytes: [UInt8]

    /// Where its fields stand in the bytes.
    var fields: [Range<Int>]

    var guid: String

    /// Its tags, with spaces between and around them.
    var tags: String

    /// The name of the deck that its first card is in.
    var deck: String?

    /// The byte between two fields, U+001F.
    static let separator: UInt8 = 0x1F

    /// The note for somebody who knows nothing of databases.
    func note(type: Int) -> Note {
        Note(
            number: number,
            place: NotePosition("note ", number: id),
            guid: guid,
            type: type,
            fields: fields.map { String(decoding: bytes[$0], as: UTF8.self) },
            tags: tags.split(whereSeparator: { $0 == " " || $0 == "\u{3000}" }).map(String.init),
            deck: deck
        )
    }

    /// The bytes of one field.
    func field(_ place: Int) -> ArraySlice<UInt8> {
        fields.indices.contains(place) ? bytes[fields[place]] : []
    }

    /// The fields with other values in some places; those that are not named keep their bytes, whatever they are.
    ///
    /// - Parameters:
    ///   - values: The new values by place; a place behind the last field is reached by empty ones.
    ///   - count: How many fields there are to be at least.
    func replacing(_ values: [Int: String], count: Int) -> [UInt8] {
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        for place in 0..<max(count, fields.count) {
            if place > 0 { result.append(Self.separator) }
            if let value = values[place] {
                result.append(contentsOf: value.utf8)
            } else {
                result.append(contentsOf: field(place))
            }
        }
        return result
    }

    /// Where the fields stand.
    ///
    /// - Parameter limit: After how many fields nobody is interested any more.
    static func split(_ bytes: [UInt8], limit: Int) -> [Range<Int>] {
        var fields: [Range<Int>] = []
        var start = 0
        bytes.withUnsafeBufferPointer { bytes in
            for place in bytes.indices where bytes[place] == separator {
                fields.append(start..<place)
                start = place + 1
                if fields.count > limit { return }
            }
            fields.append(start..<bytes.count)
        }
        return fields
    }
}
