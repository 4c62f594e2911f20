import CSQLite

/// The collation `unicase`, which Anki collections use to sort the names of decks, note types, fields and tags: full
/// case folding as defined by the Unicode Standard, then comparison by scalar.
///
/// Without it SQLite refuses to check such a database or to alter its tables.
enum UnicaseCollation {
    /// Registers the collation with a connection.
    ///
    /// - Returns: The SQLite result code.
    static func register(_ database: OpaquePointer) -> Int32 {
        sqlite3_create_collation_v2(
            database,
            "unicase",
            SQLITE_UTF8,
            nil,
            { _, firstCount, first, secondCount, second in
                UnicaseCollation.compare(
                    UnsafeRawBufferPointer(start: first, count: Int(firstCount)),
                    UnsafeRawBufferPointer(start: second, count: Int(secondCount))
                )
            },
            nil
        )
    }

    /// Compares two UTF-8 strings; the result is negative, zero or positive.
    static func compare(_ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer) -> Int32 {
        let (left, right) = (folded(first), folded(second))
        if left == right { return 0 }
        return left.lexicographicallyPrecedes(right) ? -1 : 1
    }

    private static func folded(_ bytes: UnsafeRawBufferPointer) -> [UInt32] {
        var result: [UInt32] = []
        result.reserveCapacity(bytes.count)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars { fold(scalar, into: &result) }
        return result
    }

    /// Full case folding, approximated by upper-casing and then lower-casing, since the standard library has none.
    static func fold(_ scalar: Unicode.Scalar, into result: inout [UInt32]) {
        switch scalar.value {
        case 0x41...0x5A: result.append(scalar.value + 0x20)
        case ..<0x80: result.append(scalar.value)
        // The Turkish dotless i folds to itself; upper-casing would turn it into a dotted i.
        case 0x131: result.append(scalar.value)
        // Cherokee letters fold to upper case.
        case 0x13A0...0x13F5: result.append(scalar.value)
        case 0x13F8...0x13FD: result.append(scalar.value - 8)
        case 0xAB70...0xABBF: result.append(scalar.value - 0xAB70 + 0x13A0)
        default:
            for lower in scalar.properties.lowercaseMapping.unicodeScalars {
                for upper in lower.properties.uppercaseMapping.unicodeScalars {
                    for folded in upper.properties.lowercaseMapping.unicodeScalars { result.append(folded.value) }
                }
            }
        }
    }
}
