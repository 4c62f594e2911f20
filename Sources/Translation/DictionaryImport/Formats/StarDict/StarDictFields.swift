/// The fields of a StarDict entry.
///
/// A field of a lower-case type is a text ended by NUL, one of an upper-case type has its size in front. Where all entries
/// have the same types these are not repeated, and the last field has neither an end nor a size.
enum StarDictFields {
    /// A field.
    struct Field {
        var type: UInt8
        var text: ByteText
    }

    /// Takes an entry apart.
    ///
    /// - Parameters:
    ///   - types: The types of all entries; empty when each field has its own in front.
    /// - Returns: `nil` when a field reaches beyond the entry.
    static func read(_ entry: ByteText, types: [UInt8]) -> [Field]? {
        var result: [Field] = []
        var place = entry.start
        if types.isEmpty {
            while place < entry.end {
                let type = entry[place]
                guard let (text, next) = field(entry, place + 1, type, isLast: false) else {
                    // Some writers leave out the NUL of the last field.
                    guard isText(type) else { return nil }
                    result.append(Field(type: type, text: entry.part(from: place + 1)))
                    return result
                }
                result.append(Field(type: type, text: text))
                place = next
            }
            return result
        }
        for (number, type) in types.enumerated() {
            guard place <= entry.end, let (text, next) = field(entry, place, type, isLast: number == types.count - 1)
            else {
                return nil
            }
            result.append(Field(type: type, text: text))
            place = next
        }
        return result
    }

    private static func isText(_ type: UInt8) -> Bool { type >= UInt8(ascii: "a") && type <= UInt8(ascii: "z") }

    private static func field(_ entry: ByteText, _ place: Int, _ type: UInt8, isLast: Bool) -> (ByteText, Int)? {
        if isLast {
            var text = entry.part(from: place)
            while isText(type), text.last == 0, !text.isEmpty { text = text.part(from: text.start, to: text.end - 1) }
            return (text, entry.end)
        }
        if isText(type) {
            guard let end = entry.firstPlace(of: 0, from: place) else { return nil }
            return (entry.part(from: place, to: end), end + 1)
        }
        guard type >= UInt8(ascii: "A"), type <= UInt8(ascii: "Z"), entry.end - place >= 4 else { return nil }
        let count = BigEndian.number(entry, at: place, size: 4)
        guard count <= entry.end - place - 4 else { return nil }
        return (entry.part(from: place + 4, to: place + 4 + count), place + 4 + count)
    }
}
