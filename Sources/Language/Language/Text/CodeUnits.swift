import CICUText

/// A UTF-16 text for ICU.
struct CodeUnits {
    var units: [UInt16]

    /// Encodes a text.
    ///
    /// Combining marks after the 30th in a sequence are omitted, following the limit of the Stream-Safe Text Format in
    /// Unicode Standard Annex 15. No word has that many marks, and sorting a long sequence takes quadratic time.
    init(_ text: String) {
        units = []
        units.reserveCapacity(text.utf8.count)
        var marks = 0
        for scalar in text.unicodeScalars {
            if scalar.value < 0x300 {
                marks = 0
                units.append(UInt16(truncatingIfNeeded: scalar.value))
                continue
            }
            marks = icutext_combining_class(scalar.value) == 0 ? 0 : marks + 1
            guard marks <= 30 else { continue }
            append(scalar)
        }
    }

    /// Wraps UTF-16 code units.
    init(units: [UInt16]) { self.units = units }

    /// The scalars. They do not include unpaired surrogates, because a `String` cannot contain any.
    var scalars: [Unicode.Scalar] {
        var result: [Unicode.Scalar] = []
        result.reserveCapacity(units.count)
        var decoder = UTF16()
        var iterator = units.makeIterator()
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { result.append(scalar) }
        return result
    }

    /// The text.
    var text: String { String(decoding: units, as: UTF16.self) }

    mutating func append(_ scalar: Unicode.Scalar) {
        if scalar.value < 0x10000 {
            units.append(UInt16(truncatingIfNeeded: scalar.value))
        } else if let pair = UTF16.encode(scalar) {
            units.append(contentsOf: pair)
        }
    }

    /// The text in a normal form; unchanged if ICU fails, which happens only if its data is missing or memory is
    /// exhausted.
    func normalized(_ form: icutext_form) -> CodeUnits {
        converted { icutext_normalize(form, $0, $1, $2, $3) }
    }

    /// The text in lower case.
    ///
    /// - Parameter language: An ISO 639 code; empty for the root locale.
    func lowered(language: String) -> CodeUnits {
        converted { icutext_lower(language, $0, $1, $2, $3) }
    }

    /// The result of an ICU function that reports the length of its output; the unchanged text if the function fails.
    func converted(
        _ convert: (UnsafePointer<UInt16>, Int32, UnsafeMutablePointer<UInt16>, Int32) -> Int32
    ) -> CodeUnits {
        guard !units.isEmpty, let length = Int32(exactly: units.count), length < Int32.max / 32 else { return self }
        var room = Int(length) + Int(length) / 2 + 16
        for _ in 0..<2 {
            var needed: Int32 = -1
            let result = units.withUnsafeBufferPointer { source -> [UInt16] in
                guard let source = source.baseAddress else { return [] }
                return [UInt16](unsafeUninitializedCapacity: room) { buffer, count in
                    guard let start = buffer.baseAddress else { return }
                    let capacity = Int32(clamping: buffer.count)
                    needed = convert(source, length, start, capacity)
                    count = needed >= 0 && needed <= capacity ? Int(needed) : 0
                }
            }
            guard needed >= 0 else { return self }
            if result.count == Int(needed) { return CodeUnits(units: result) }
            room = Int(needed)
        }
        return self
    }
}

/// Decodes text in character encodings other than UTF-8.
package enum CharacterEncoding {
    /// Converts bytes to UTF-8; invalid bytes become U+FFFD.
    ///
    /// - Parameters:
    ///   - bytes: The bytes, which must not end within a character; at most 1 GiB.
    ///   - encoding: An encoding name that ICU supports: `EUC-JP`, `UTF-16LE`, `windows-1252`.
    /// - Returns: `nil` for an unknown encoding.
    package static func utf8(_ bytes: ArraySlice<UInt8>, from encoding: String) -> [UInt8]? {
        guard !bytes.isEmpty else { return [] }
        guard bytes.count <= 1 << 30, !encoding.utf8.contains(0) else { return nil }
        var capacity = bytes.count * 2 + 16
        // The second call uses the buffer size that the first call reported.
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

    /// Replaces the control character SUB, which ICU writes for a single invalid byte, with U+FFFD.
    private static func replacingSubstitutes(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        guard bytes.contains(0x1A) else { return Array(bytes) }
        return bytes.flatMap { $0 == 0x1A ? [0xEF, 0xBF, 0xBD] : [$0] }
    }
}
