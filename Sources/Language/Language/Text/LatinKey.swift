/// Keys of texts that are ASCII and letters of Latin with accents, without ICU: nearly all headwords of Europe.
///
/// The answer is that of ``HeadwordFolding/unicodeKey(_:)``, which a test compares for every letter.
enum LatinKey {
    /// What has been found of a text.
    enum Result {
        /// The text is its own key.
        case same
        /// Its key is another text.
        case other(String)
        /// It has something else in it, or nothing is left of it.
        case unknown
    }

    /// The key of UTF-8.
    static func of(_ text: UnsafeBufferPointer<UInt8>) -> Result {
        bytes.withUnsafeBufferPointer { bytes in
            letters.withUnsafeBufferPointer { letters in
                guard let isSame = isSame(text, bytes, letters) else { return .unknown }
                if isSame { return text.isEmpty ? .unknown : .same }
                // A letter of two bytes becomes two at most.
                let key = String(unsafeUninitializedCapacity: text.count) { buffer in
                    fill(buffer, with: text, bytes, letters)
                }
                return key.isEmpty ? .unknown : .other(key)
            }
        }
    }

    /// Whether a text is its own key, or `nil` when something in it is not known here.
    private static func isSame(
        _ text: UnsafeBufferPointer<UInt8>,
        _ bytes: UnsafeBufferPointer<UInt8>,
        _ letters: UnsafeBufferPointer<UInt8>
    ) -> Bool? {
        var isSame = true
        var place = 0
        while place < text.count {
            let byte = text[place]
            place &+= 1
            if byte < 0x80 {
                // A NUL becomes itself in the table, and is dropped all the same.
                if bytes[Int(byte)] != byte || byte == 0 { isSame = false }
                continue
            }
            guard let letter = letter(byte, text, place), letters[letter] != 0 else { return nil }
            place &+= 1
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
        var place = 0
        while place < text.count {
            let byte = text[place]
            place &+= 1
            if byte < 0x80 {
                let folded = bytes[Int(byte)]
                guard folded != 0 else { continue }
                buffer[count] = folded
                count &+= 1
            } else if let letter = letter(byte, text, place) {
                place &+= 1
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

    /// The place in ``letters`` of the letter of two bytes that begins with a byte, from U+00C0 to U+017F.
    @inline(__always)
    private static func letter(_ byte: UInt8, _ text: UnsafeBufferPointer<UInt8>, _ place: Int) -> Int? {
        guard byte >= 0xC3, byte <= 0xC5, place < text.count else { return nil }
        return (Int(byte &- 0xC3) &* 64 &+ Int(text[place] & 0x3F)) &* 2
    }

    /// What becomes of a byte of ASCII: 0 when it is dropped.
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

    /// What becomes of the letters from U+00C0 to U+017F, two bytes each, the second 0 where it is one letter; 0 for what
    /// is not as simple.
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
