/// The pronunciation of one word, which overrides the speech provider's own.
public struct Pronunciation: Sendable, Hashable, Codable {
    /// The word as it appears in texts: letters, digits, and internal hyphens or apostrophes.
    ///
    /// A lower-case word matches regardless of case; a word with capital letters matches only that spelling.
    public var word: String

    /// The pronunciation.
    public var sound: Sound

    /// The language or accent it applies to; `nil` applies to all. A language without a region (`en`) includes all its
    /// accents.
    public var language: LanguageTag?

    /// How a pronunciation is written.
    public enum Sound: Sendable, Hashable, Codable {
        /// The International Phonetic Alphabet, without slashes or brackets: `təˈmɑːtəʊ`.
        case ipa(String)
        /// A respelling that is read like a normal word: `shi-vawn` for *Siobhán*.
        case respelling(String)
    }

    /// Creates a pronunciation.
    public init(word: String, sound: Sound, language: LanguageTag? = nil) {
        self.word = word
        self.sound = sound
        self.language = language
    }

    /// Whether the pronunciation applies to a language or accent.
    public func holds(for spoken: LanguageTag?) -> Bool {
        guard let language else { return true }
        guard let spoken else { return false }
        return language == spoken || language == LanguageTag(spoken.language)
    }
}

extension Pronunciation {
    /// Parses a list of pronunciations.
    ///
    /// Each line contains a word, an equals sign, and a pronunciation: IPA between slashes or brackets, or a
    /// respelling. A line with a tag in brackets starts a section for that language or accent; `[*]` starts one for
    /// all. `#` starts a comment line.
    ///
    /// ```
    /// Siobhán = shi-vawn
    /// [en-GB]
    /// schedule = /ˈʃɛdjuːl/
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8.
    ///   - name: The name of the list in errors.
    /// - Throws: ``ServiceError/Code/configuration`` with line and column for a malformed line.
    public static func list(_ bytes: [UInt8], name: String) throws(ServiceError) -> [Pronunciation] {
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ServiceError(.configuration, "\(name): the file is not UTF-8", remedy: "save it as UTF-8")
        }
        var result: [Pronunciation] = []
        var language: LanguageTag?
        var number = 0
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            number += 1
            let content = (line.first == "\u{FEFF}" ? line.dropFirst() : line).trimming(while: \.isWhitespace)
            func problem(_ message: String, at location: Substring) -> ServiceError {
                let column = line.unicodeScalars.distance(from: line.startIndex, to: location.startIndex) + 1
                return ServiceError(
                    .configuration,
                    "\(name):\(number):\(column): \(message)",
                    remedy: "write WORD = /IPA/, WORD = respelling, or [en-GB]"
                )
            }
            if content.isEmpty || content.hasPrefix("#") { continue }
            if content.hasPrefix("["), content.hasSuffix("]"), !content.contains("=") {
                let tag = String(content.dropFirst().dropLast())
                guard tag == "*" || LanguageTag(tag) != nil else {
                    throw problem("'\(tag)' is not a language tag", at: content)
                }
                language = LanguageTag(tag)
                continue
            }
            guard let equals = content.firstIndex(of: "=") else { throw problem("missing '='", at: content) }
            let word = content[..<equals].trimming(while: \.isWhitespace)
            let said = content[content.index(after: equals)...].trimming(while: \.isWhitespace)
            guard !word.isEmpty, !said.isEmpty else {
                throw problem(word.isEmpty ? "missing word before '='" : "missing pronunciation after '='", at: content)
            }
            guard word.utf8.count <= 200, said.utf8.count <= 200 else {
                throw problem("a word and its pronunciation may have at most 200 bytes", at: content)
            }
            result.append(Pronunciation(word: String(word), sound: sound(said), language: language))
        }
        return result
    }

    private static func sound(_ said: Substring) -> Sound {
        let isIPA = said.count > 2 && (said.first == "/" && said.last == "/" || said.first == "[" && said.last == "]")
        return isIPA ? .ipa(said.dropFirst().dropLast().trimmingWhitespace()) : .respelling(String(said))
    }
}

/// The pronunciations from a list that apply to a language, indexed by word.
package struct PronunciationIndex: Sendable {
    private var sounds: [String: Pronunciation.Sound] = [:]

    /// Keeps the pronunciations for a language or accent. If a word is listed more than once, the last pronunciation
    /// applies.
    package init(_ pronunciations: [Pronunciation], language: LanguageTag?) {
        for entry in pronunciations where entry.holds(for: language) { sounds[entry.word] = entry.sound }
    }

    /// Whether no pronunciation applies.
    package var isEmpty: Bool { sounds.isEmpty }

    /// The pronunciation of a word. `ending` is a possessive *'s* that is not part of the listed word.
    package func sound(of word: String) -> (sound: Pronunciation.Sound, ending: String)? {
        for candidate in [word, word.lowercased()] {
            if let sound = sounds[candidate] { return (sound, "") }
        }
        for ending in ["'s", "’s"] where word.hasSuffix(ending) {
            let base = String(word.dropLast(2))
            if let sound = sounds[base] ?? sounds[base.lowercased()] { return (sound, ending) }
        }
        return nil
    }
}
