/// How one word is to be said, against what a speech provider would say by itself.
public struct Pronunciation: Sendable, Hashable, Codable {
    /// The word, as it stands in texts: letters, digits, and hyphens or apostrophes within.
    ///
    /// A word without capitals stands for every spelling of it, one with capitals for itself alone.
    public var word: String

    /// How it is said.
    public var sound: Sound

    /// The language or accent that it holds for; `nil` holds for all. A plain language (`en`) holds for its accents.
    public var language: LanguageTag?

    /// How a word is said.
    public enum Sound: Sendable, Hashable, Codable {
        /// In the International Phonetic Alphabet, without slashes or brackets: `təˈmɑːtəʊ`.
        case ipa(String)
        /// As if it were written so: `shi-vawn` for *Siobhán*.
        case respelling(String)
    }

    /// Creates a pronunciation.
    public init(word: String, sound: Sound, language: LanguageTag? = nil) {
        self.word = word
        self.sound = sound
        self.language = language
    }

    /// Whether it holds for a language or accent.
    public func holds(for spoken: LanguageTag?) -> Bool {
        guard let language else { return true }
        guard let spoken else { return false }
        return language == spoken || language == LanguageTag(spoken.language)
    }
}

extension Pronunciation {
    /// Reads a list of pronunciations.
    ///
    /// Each line is a word, an equals sign, and how it is said: IPA between slashes or brackets, or a respelling. A line with
    /// a tag in brackets begins a part that holds for that language or accent only, `[*]` one that holds for all. `#` begins
    /// a comment line.
    ///
    /// ```
    /// Siobhán = shi-vawn
    /// [en-GB]
    /// schedule = /ˈʃɛdjuːl/
    /// ```
    ///
    /// - Parameters:
    ///   - bytes: The text, in UTF-8.
    ///   - name: What to call it in an error.
    /// - Throws: ``ServiceError/Code/configuration`` with line and column for a line that is none.
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
            func problem(_ message: String, at place: Substring) -> ServiceError {
                let column = line.unicodeScalars.distance(from: line.startIndex, to: place.startIndex) + 1
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
                    throw problem("'\(tag)' is no language tag", at: content)
                }
                language = LanguageTag(tag)
                continue
            }
            guard let equals = content.firstIndex(of: "=") else { throw problem("there is no '='", at: content) }
            let word = content[..<equals].trimming(while: \.isWhitespace)
            let said = content[content.index(after: equals)...].trimming(while: \.isWhitespace)
            guard !word.isEmpty, !said.isEmpty else {
                throw problem(word.isEmpty ? "there is no word before '='" : "nothing stands behind '='", at: content)
            }
            guard word.utf8.count <= 200, said.utf8.count <= 200 else {
                throw problem("a word and its pronunciation have at most 200 bytes", at: content)
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

/// The pronunciations of a list that hold for a language, to be found by word.
package struct PronunciationIndex: Sendable {
    private var sounds: [String: Pronunciation.Sound] = [:]

    /// Takes those that hold for a language or accent; of two for one word the later counts.
    package init(_ pronunciations: [Pronunciation], language: LanguageTag?) {
        for entry in pronunciations where entry.holds(for: language) { sounds[entry.word] = entry.sound }
    }

    /// Whether no pronunciation holds.
    package var isEmpty: Bool { sounds.isEmpty }

    /// The sound of a word, and the ending of a genitive that the list need not have.
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
