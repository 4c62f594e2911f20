/// A fast path that computes keys without ICU for ASCII and accented Latin text, which covers nearly all European
/// headwords.
///
/// The result is the same as that of ``HeadwordFolding/unicodeKey(_:)``; a test compares the two for every letter.
enum LatinKey {
    /// The result for a text.
    enum Result {
        /// The text is its own key.
        case same
        /// The text has another key.
        case other(String)
        /// The text contains unsupported characters or has an empty key.
        case unknown
    }

    /// The key of a UTF-8 text.
    static func of(_ text: UnsafeBufferPointer<UInt8>) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            letters.withUnsafeBufferPointer { letters in
                guard let isSame = isSame(text, bytes, letters) else { return .unknown }
                if isSame { return text.isEmpty ? .unknown : .same }
                // The key of a two-byte letter is at most two bytes long.
                let key = String(unsafeUninitializedCapacity: text.count) { buffer in
                    fill(buffer, with: text, bytes, letters)
                }
                return key.isEmpty ? .unknown : .other(key)
            }
        }
    }

    /// Whether a text is its own key; `nil` if it contains unsupported characters.
    private static func isSame(
        _ text: UnsafeBufferPointer<UInt8>,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ letters: UnsafeBufferPointer<UInt8>
    ) -> Bool? {
        var isSame = true
        var index = 0
        while index < text.count {
            let byte = text[index]
            index &+= 1
            if byte < 0x80 {
                // The table maps NUL to itself, although NUL is dropped.
                if bytes[Int(byte)] != byte || byte == 0 { isSame = false }
                continue
            }
            guard let letter = letter(byte, text, index), letters[letter] != 0 else { return nil }
            index &+= 1
            isSame = false
        }
        return isSame
    }

    private static func fill(
        _ buffer: UnsafeMutableBufferPointer<UInt8>,
        with text: UnsafeBufferPointer<UInt8>,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ letters: UnsafeBufferPointer<UInt8>
    ) -> Int {
        var count = 0
        var index = 0
        while index < text.count {
            let byte = text[index]
            index &+= 1
            if byte < 0x80 {
                let folded = bytes[Int(byte)]
                guard folded != 0 else { continue }
                buffer[count] = folded
                count &+= 1
            } else if let letter = letter(byte, text, index) {
                index &+= 1
                buffer[count] = letters[letter]
                count &+= 1
                if letters[letter &+ 1] != 0 {
                    buffer[count] = letters[letter &+ 1]
                    count &+= 1
                }
            }
        }
        return count
    }

    /// The index in ``letters`` of the two-byte letter (U+00C0 to U+017F) whose first byte is given.
    @inline(__always)
    private static func letter(_ byte: UInt8, _ text: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int? {
        guard byte >= 0xC3, byte <= 0xC5, index < text.count else { return nil }
        return (Int(byte &- 0xC3) &* 64 &+ Int(text[index] & 0x3F)) &* 2
    }

    /// The key of an ASCII byte: 0 if it is dropped.
    private static let bytes: [UInt8] = (0..<128).map { (byte: UInt8) -> UInt8 in
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): byte
        case UInt8(ascii: "$"), UInt8(ascii: "+"), UInt8(ascii: "<"), UInt8(ascii: "="), UInt8(ascii: ">"),
            UInt8(ascii: "|"), UInt8(ascii: "~"):
            byte
        default: 0
        }
    }

    /// The keys of the letters from U+00C0 to U+017F, two bytes each. The second byte is 0 if the key is a single
    /// letter; both are 0 for an unsupported letter.
    private static let letters: [UInt8] = {
        let table: StaticString = """
            a.a.a.a.a.a.aec.e.e.e.e.i.i.i.i.d.n.o.o.o.o.o.??o.u.u.u.u.y.thss\
            a.a.a.a.a.a.aec.e.e.e.e.i.i.i.i.d.n.o.o.o.o.o.??o.u.u.u.u.y.thy.\
            a.a.a.a.a.a.c.c.c.c.c.c.c.c.d.d.d.d.e.e.e.e.e.e.e.e.e.e.g.g.g.g.\
            g.g.g.g.h.h.h.h.i.i.i.i.i.i.i.i.i.i.ijijj.j.k.k.??l.l.l.l.l.l.l.\
            l.l.l.n.n.n.n.n.n.n.n.n.o.o.o.o.o.o.oeoer.r.r.r.r.r.s.s.s.s.s.s.\
            s.s.t.t.t.t.t.t.u.u.u.u.u.u.u.u.u.u.u.u.w.w.y.y.y.z.z.z.z.z.z.s.
            """
        return table.withUTF8Buffer { utf8 in
            utf8.map { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "?") ? 0 : $0 }
        }
    }()
}
