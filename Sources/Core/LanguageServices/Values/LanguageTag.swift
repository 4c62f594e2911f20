/// A BCP 47 language tag (RFC 5646): `en`, `en-AU`, `zh-Hant-TW`, `es-419`, `cmn-Latn-pinyin`.
///
/// Tags are stored in canonical case (language lower case, script title case, region upper case, the rest lower case),
/// so tags that differ only in case are equal. An accent is a tag with a region.
public struct LanguageTag: Sendable, Hashable {
    /// The primary language subtag, 2…8 letters, lower case: `en`, `cmn`.
    public let language: String

    /// The script subtag, 4 letters, title case: `Latn`.
    public let script: String?

    /// The region subtag, 2 upper-case letters or 3 digits: `AU`, `419`.
    public let region: String?

    /// The remaining subtags (variant, extension, private use), lower case, in order.
    public let others: [String]

    /// Parses a tag.
    ///
    /// `_` is accepted in place of `-`, as in POSIX locale names (`en_GB`). Three-letter variants are accepted, as in
    /// the accent names of speech engines (`en-US-nyc`). An extended language subtag replaces the language before it,
    /// which is its canonical form (RFC 5646 §4.5): `zh-yue-HK` becomes `yue-HK`. Other errors are not corrected.
    ///
    /// - Parameter text: The tag; at most 64 characters.
    /// - Returns: `nil` if `text` is not well formed.
    public init?(_ text: String) {
        guard text.utf8.count <= 64 else { return nil }
        let subtags = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
        guard let first = subtags.first, Self.isLetters(first, 2...8) else { return nil }

        var language = first.lowercased()
        var script: String?
        var region: String?
        var others: [String] = []
        var canExtendLanguage = first.utf8.count <= 3
        // The singleton, the letter that introduces an extension or private use; another subtag must follow.
        var singleton: String?
        var isOpen = false
        for subtag in subtags.dropFirst() {
            guard (1...8).contains(subtag.utf8.count), subtag.utf8.allSatisfy(Self.isAlphanumeric) else { return nil }
            if singleton == "x" {
                others.append(subtag.lowercased())
                isOpen = false
            } else if subtag.utf8.count == 1 {
                guard !isOpen else { return nil }
                singleton = subtag.lowercased()
                isOpen = true
                others.append(subtag.lowercased())
            } else if singleton != nil {
                others.append(subtag.lowercased())
                isOpen = false
            } else if canExtendLanguage, Self.isLetters(subtag, 3...3) {
                language = subtag.lowercased()
            } else if others.isEmpty, script == nil, region == nil, Self.isLetters(subtag, 4...4) {
                script = subtag.prefix(1).uppercased() + subtag.dropFirst().lowercased()
            } else if others.isEmpty, region == nil, Self.isRegion(subtag) {
                region = subtag.uppercased()
            } else if subtag.utf8.count >= 3 {
                others.append(subtag.lowercased())
            } else {
                return nil
            }
            canExtendLanguage = false
        }
        guard !isOpen else { return nil }
        self.language = language
        self.script = script
        self.region = region
        self.others = others
    }

    /// The tag in canonical form.
    public var text: String {
        ([language, script, region].compactMap { $0 } + others).joined(separator: "-")
    }

    /// Whether this tag matches `range`.
    ///
    /// This is extended filtering (RFC 4647 §3.3.2) without wildcards: the range `en` matches `en-AU`, and `zh-TW`
    /// matches `zh-Hant-TW`, but `en-GB` does not match `en`.
    public func isMatch(for range: LanguageTag) -> Bool {
        guard language == range.language else { return false }
        if let wanted = range.script, wanted != script { return false }
        if let wanted = range.region, wanted != region { return false }
        return range.others.allSatisfy(others.contains)
    }

    private static func isRegion(_ subtag: Substring) -> Bool {
        isLetters(subtag, 2...2) || (subtag.utf8.count == 3 && subtag.utf8.allSatisfy(isDigit))
    }

    private static func isLetters(_ subtag: Substring, _ length: ClosedRange<Int>) -> Bool {
        length.contains(subtag.utf8.count) && subtag.utf8.allSatisfy(isLetter)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte)
    }
}

extension LanguageTag: CustomStringConvertible {
    /// The tag in canonical form.
    public var description: String { text }
}

extension LanguageTag: Codable {
    /// Decodes a tag from a string.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let tag = LanguageTag(text) else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "'\(text)' is not a BCP 47 language tag"
            )
        }
        self = tag
    }

    /// Encodes the tag as a string.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(text)
    }
}

/// The levels of the Common European Framework of Reference for Languages (CEFR, Council of Europe 2001).
public enum LearnerLevel: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// Beginner.
    case a1 = "A1"
    /// Elementary.
    case a2 = "A2"
    /// Intermediate.
    case b1 = "B1"
    /// Upper intermediate.
    case b2 = "B2"
    /// Advanced.
    case c1 = "C1"
    /// Near-native proficiency.
    case c2 = "C2"

    /// Whether a level is lower than another.
    public static func < (first: Self, second: Self) -> Bool { first.rawValue < second.rawValue }
}
