/// Names files after what is spoken in them, so that a person finds them and a program finds them again.
///
/// The name depends on the text alone, not on what else is in the list or in which order: letters, digits and marks of
/// every script stay, spaces become `_`, `' - , . + &` stay inside a name. Where that loses something of the text, or
/// the text is longer than 80 bytes, eight digits of its hash (FNV-1a, 64 bit) follow. Only two things depend on the
/// rest of the list: a text that differs from another in nothing but upper and lower case gets the hash, since some file
/// systems do not see the difference, and if two hashes should ever begin alike, they are written out.
struct FileNames {
    private var twins: Set<[UInt8]> = []
    private var hashTwins: Set<[UInt8]> = []

    /// Looks at all texts of a list.
    init(_ texts: some Sequence<String>) {
        // By bytes: hashing a string normalises it, which takes a hostile text very long.
        var stems: [[UInt8]: (name: String, isFaithful: Bool)] = [:]
        for text in texts { stems[Array(text.utf8)] = Self.stem(text) }
        var spellings: [String: [[UInt8]]] = [:]
        for (text, stem) in stems where stem.isFaithful { spellings[stem.name.lowercased(), default: []].append(text) }
        for group in spellings.values where group.count > 1 { twins.formUnion(group) }
        var hashed: [String: [[UInt8]]] = [:]
        for (text, stem) in stems where !stem.isFaithful || twins.contains(text) {
            hashed[stem.name.lowercased() + Self.hash(text).suffix(8), default: []].append(text)
        }
        for group in hashed.values where group.count > 1 { hashTwins.formUnion(group) }
    }

    /// The name for a text, without folder and extension.
    func name(for text: String) -> String {
        let stem = Self.stem(text)
        let bytes = Array(text.utf8)
        if stem.isFaithful, !stem.name.isEmpty, !twins.contains(bytes) || bytes.elementsEqual(text.lowercased().utf8) {
            return stem.name
        }
        let hash = Self.hash(bytes).suffix(hashTwins.contains(bytes) ? 16 : 8)
        return stem.name.isEmpty ? String(hash) : "\(stem.name)-\(hash)"
    }

    private static func stem(_ text: String) -> (name: String, isFaithful: Bool) {
        var name = String.UnicodeScalarView()
        var isFaithful = true
        var bytes = 0
        for scalar in text.unicodeScalars {
            var kept: Unicode.Scalar?
            if scalar == " " {
                kept = "_"
            } else if isAllowed(scalar) {
                kept = scalar
            }
            // A hidden file, an option and a doubled separator are not what anybody expects.
            if name.isEmpty, let first = kept, !isLetterOrDigit(first) { kept = nil }
            guard let kept else {
                isFaithful = false
                continue
            }
            bytes += UTF8.width(kept)
            if bytes > longest {
                isFaithful = false
                break
            }
            name.append(kept)
        }
        while let last = name.last, !isLetterOrDigit(last), !last.properties.generalCategory.isMark {
            name.removeLast()
            isFaithful = false
        }
        return (String(name), isFaithful)
    }

    private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
        isLetterOrDigit(scalar) || scalar.properties.generalCategory.isMark || "'’-,.+&".unicodeScalars.contains(scalar)
    }

    private static func isLetterOrDigit(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber: true
        default: false
        }
    }

    private static func hash(_ text: [UInt8]) -> String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        let digits = String(hash, radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static let longest = 80
}

extension Unicode.GeneralCategory {
    /// Whether a character only changes the one before it.
    fileprivate var isMark: Bool {
        switch self {
        case .nonspacingMark, .spacingMark, .enclosingMark: true
        default: false
        }
    }
}
