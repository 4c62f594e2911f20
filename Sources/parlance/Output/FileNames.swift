import Files

/// Names files after what is spoken in them, so that a person finds them and a program finds them again.
///
/// Letters, digits and marks of every script stay, spaces become `_`, `' - , . + &` stay inside a name. Where that loses
/// something of the text, or the text is longer than 80 bytes, eight digits of its hash (FNV-1a, 64 bit) follow. So the
/// name depends on the text alone, with one exception: some file systems see no difference between upper and lower case,
/// so of two texts of one list that differ in nothing else, the later one gets the hash too.
struct FileNames {
    /// Whose name it is, by hashes: a list may be long, and nobody knows beforehand how long.
    private var owners: [UInt64: UInt64] = [:]

    /// The name for a text, without folder and extension; the same again for the same text.
    mutating func name(for text: String) -> String {
        let stem = Self.stem(text)
        let hash = StableHash.of(text)
        let digits = String(hash, radix: 16)
        let padded = String(repeating: "0", count: 16 - digits.count) + digits
        let separator = stem.name.isEmpty ? "" : "-"
        let hashed = "\(stem.name)\(separator)\(padded.suffix(8))"
        let candidates = stem.isFaithful && !stem.name.isEmpty ? [stem.name, hashed] : [hashed]
        for candidate in candidates {
            let key = StableHash.of(candidate.lowercased())
            if owners[key, default: hash] == hash {
                owners[key] = hash
                return candidate
            }
        }
        // Two hashes that begin alike are written out.
        return "\(stem.name)\(separator)\(padded)"
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
