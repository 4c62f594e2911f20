import CICUText

/// Reads texts in character encodings other than UTF-8.
package enum CharacterEncoding {
    /// Turns bytes into UTF-8; what cannot be read becomes U+FFFD.
    ///
    /// - Parameters:
    ///   - bytes: Whole characters; at most 1 GiB.
    ///   - encoding: A name that ICU knows: `EUC-JP`, `UTF-16LE`, `windows-1252`.
    /// - Returns: `nil` when the encoding is not known.
    package static func utf8(_ bytes: ArraySlice<UInt8>, from encoding: String) -> [UInt8]? {
        guard !bytes.isEmpty else { return [] }
        guard bytes.count <= 1 << 30, !encoding.utf8.contains(0) else { return nil }
        var capacity = bytes.count * 2 + 16
        // The second call has the room that the first one asked for.
        for _ in 0..<3 {
            var result = [UInt8](repeating: 0, count: capacity)
            let count = bytes.withUnsafeBytes { source in
                result.withUnsafeMutableBytes { target in
                    guard let from = source.bindMemory(to: CChar.self).baseAddress,
                        let to = target.bindMemory(to: CChar.self).baseAddress,
                        let length = Int32(exactly: source.count), let room = Int32(exactly: target.count)
                    else { return Int32(-1) }
                    return icutext_to_utf8(encoding, from, length, to, room)
                }
            }
            if count < 0 { return nil }
            if Int(count) <= capacity { return replacingSubstitutes(result.prefix(Int(count))) }
            capacity = Int(count)
        }
        return nil
    }

    /// ICU writes the control character SUB for a single byte that it cannot read.
    private static func replacingSubstitutes(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.contains(0x1A) else { return Array(bytes) }
        return bytes.flatMap { $0 == 0x1A ? [0xEF, 0xBF, 0xBD] : [$0] }
    }
}
