import Language
package import LanguageServices

/// The spellings under which a headword can be found.
///
/// Headwords often contain more than users type: `colo(u)r`, `to go`, `das Haus`, `sich freuen`, `to give sb. sth.`.
/// The headword itself is always included; the other spellings are added unless they are empty.
///
/// This is a class because it is passed to every search and shared by all threads.
package final class HeadwordSpellings: Sendable {
    private let rules: Rules
    private let placeholderFilter: WordFilter
    private let markFilter: WordFilter

    /// Creates the rules for a language; the rules for brackets apply to all languages.
    package init(language: LanguageTag) {
        rules = Self.rules[TextLanguage.canonical(language.language) ?? language.language] ?? Rules()
        placeholderFilter = WordFilter(rules.placeholders)
        markFilter = WordFilter(rules.articles.union(rules.verbMarks))
    }

    /// The headword and its other spellings. If several spellings have the same key, the one to display comes first.
    ///
    /// - Parameter parts: The known parts of speech. Articles are removed only from nouns, and *to* only from verbs.
    package func all(_ headword: String, parts: [PartOfSpeech]) -> [String] {
        guard headword.utf8.contains(UInt8(ascii: "(")) else {
            let plain = plain(headword, parts: parts)
            return plain == headword ? [headword] : [headword, plain]
        }
        // These spellings precede the headword itself, which has the same key as the fully expanded spelling.
        var result: [String] = []
        for text in Self.withoutBrackets(headword) {
            result.append(text)
            let plain = plain(text, parts: parts)
            if plain != text { result.append(plain) }
        }
        return result + [headword]
    }

    /// A text without brackets and placeholders such as *sth.*: the word itself, with its article.
    package func bare(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: " ") }) else { return text }
        let text = text.utf8.contains(UInt8(ascii: "(")) ? Self.withoutBrackets(text).last ?? text : text
        guard placeholderFilter.mayOccur(in: text) else { return text }
        let words = text.split(separator: " ")
        let kept = words.filter { !isPlaceholder($0) }
        return kept.isEmpty || kept.count == words.count ? text : kept.joined(separator: " ")
    }

    /// Whether a word is a placeholder: *sth.*, or a combination such as *jdn./etw.*
    private func isPlaceholder(_ word: Substring) -> Bool {
        if rules.placeholders.contains(String(word)) { return true }
        guard word.utf8.contains(UInt8(ascii: "/")) else { return false }
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { rules.placeholders.contains(String($0)) }
    }

    /// A value that is equal for all spellings of a word: the result of ``plain(_:parts:)`` in lower case, without
    /// final punctuation.
    func identity(_ text: String, parts: [PartOfSpeech]) -> String {
        guard text.utf8.contains(where: { Self.signs.contains($0) || $0 >= 0x80 }) else {
            // Without a space, a text can have an article only if it contains an apostrophe.
            return text.lowercased()
        }
        let plain = plain(text, parts: parts).unicodeScalars
        guard let start = plain.firstIndex(where: { !Self.isEnd($0) }),
            let end = plain.lastIndex(where: { !Self.isEnd($0) })
        else { return text.lowercased() }
        return String(plain[start...end]).lowercased()
    }

    private static func isEnd(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case ".", ",", ";", ":", "!", "?", "…", "¡", "¿", "。", "！", "？", " ": true
        default: false
        }
    }

    private static let signs: [UInt8] = Array("(. ,;:!?'".utf8)

    /// A verb without its infinitive marker: *go* from *to go*. Reflexive pronouns stay: *sich befinden* and *befinden*
    /// are different verbs.
    func withoutVerbMark(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: " ")) else { return text }
        let words = text.split(separator: " ")
        guard words.count > 1, rules.verbMarks.contains(String(words[0])), !Self.reflexives.contains(String(words[0]))
        else {
            return text
        }
        return words.dropFirst().joined(separator: " ")
    }

    /// Whether a text looks like an infinitive, in languages whose infinitives have distinctive endings. Some nouns
    /// match too.
    func isInfinitive(_ text: String) -> Bool {
        if hasVerbMark(text) { return true }
        guard let first = text.split(separator: " ").first(where: { !Self.reflexives.contains(String($0)) }) else {
            return false
        }
        return rules.infinitives.contains { first.hasSuffix($0) }
    }

    /// Whether a text begins with an infinitive marker.
    func hasVerbMark(_ text: String) -> Bool { withoutVerbMark(text) != text }

    /// A text without brackets, articles, infinitive markers or placeholders, as a user would type it.
    package func plain(_ text: String, parts: [PartOfSpeech]) -> String {
        var text = bare(text)
        let isNoun = Self.mayBe(.noun, parts) || Self.mayBe(.properNoun, parts)
        if isNoun, let mark = rules.elided.first(where: { text.hasPrefix($0) }), text.utf8.count > mark.utf8.count {
            text.removeFirst(mark.count)
        }
        guard text.utf8.contains(UInt8(ascii: " ")), markFilter.mayBegin(text) || text.hasExtraSpaces else {
            return text
        }
        var words = text.split(separator: " ")
        while words.count > 1, let first = words.first.map(String.init) {
            let isMark = rules.verbMarks.contains(first) && Self.mayBe(.verb, parts)
            guard isMark || isNoun && rules.articles.contains(first) else { break }
            words.removeFirst()
        }
        return words.joined(separator: " ")
    }

    private static func mayBe(_ part: PartOfSpeech, _ parts: [PartOfSpeech]) -> Bool {
        parts.isEmpty || parts.contains(part)
    }

    /// The variants with and without each bracketed part. For more than three bracketed parts, there are only two
    /// variants: with all of them and with none.
    static func withoutBrackets(_ text: String) -> [String] {
        guard text.utf8.contains(UInt8(ascii: "(")) else { return [text] }
        var results = [""]
        var outside = ""
        var rest = Substring(text)
        var pairs = 0
        while let open = rest.firstIndex(of: "("), let close = rest[open...].firstIndex(of: ")") {
            pairs += 1
            guard pairs <= 3 else { return tidied([text.filter { $0 != "(" && $0 != ")" }, outside]) }
            let before = String(rest[..<open])
            let inside = String(rest[rest.index(after: open)..<close])
            outside += before
            results = results.flatMap { [$0 + before + inside, $0 + before] }
            rest = rest[rest.index(after: close)...]
        }
        outside += rest
        return tidied(results.map { $0 + rest })
    }

    private static func tidied(_ texts: [String]) -> [String] {
        var result: [String] = []
        for text in texts {
            let words = text.split(separator: " ").joined(separator: " ")
            if !words.isEmpty, !result.contains(words) { result.append(words) }
        }
        return result
    }

    /// Whether a word is written without kanji: only hiragana, katakana and their marks.
    package static func isKana(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { JapaneseWord.isKana($0) || $0 == "\u{301C}" || $0 == "\u{FF5E}" }
    }

    private struct Rules {
        var articles: Set<String> = []
        var elided: [String] = []
        var verbMarks: Set<String> = []
        /// The endings of infinitives.
        var infinitives: [String] = []
        var placeholders: Set<String> = []
    }

    /// Reflexive pronouns, which are part of the verb.
    private static let reflexives: Set<String> = ["sich", "se", "zich"]

    private static let rules: [String: Rules] = [
        "en": Rules(
            articles: ["the", "a", "an"],
            verbMarks: ["to"],
            placeholders: [
                "sb.", "sth.", "sb.'s", "so.", "smb.", "smth.", "s.o.", "s.th.", "sb", "sth", "sb's", "smb", "smth",
            ]
        ),
        "de": Rules(
            articles: ["der", "die", "das", "ein", "eine"],
            verbMarks: ["sich"],
            placeholders: [
                "etw.", "jd.", "jdn.", "jdm.", "jds.", "jmd.", "jmdn.", "jmdm.", "jmds.", "etw", "jdn", "jdm", "jds",
                "jmdn",
                "jmdm",
            ]
        ),
        "fr": Rules(
            articles: ["le", "la", "les", "un", "une"],
            elided: ["l'", "l’"],
            verbMarks: ["se"],
            infinitives: ["er", "ir", "re", "oir"],
            placeholders: ["qn", "qqn", "qc", "qqc", "qch", "qqch", "qn.", "qc.", "qch.", "qqn.", "qqch."]
        ),
        "es": Rules(
            articles: ["el", "la", "los", "las", "un", "una"],
            infinitives: ["ar", "er", "ir", "ír", "arse", "erse", "irse"]
        ),
        "it": Rules(
            articles: ["il", "lo", "la", "i", "gli", "le", "un", "uno", "una"],
            elided: ["l'", "l’"],
            infinitives: ["are", "ere", "ire", "rre", "arsi", "ersi", "irsi"],
            placeholders: ["qcn.", "qcs.", "qlcn.", "qlcs.", "qn.", "qc."]
        ),
        "pt": Rules(
            articles: ["o", "a", "os", "as", "um", "uma"],
            infinitives: ["ar", "er", "ir", "or", "ôr", "ar-se", "er-se", "ir-se"]
        ),
        "ca": Rules(articles: ["el", "la", "els", "les", "un", "una"], elided: ["l'", "l’"]),
        "nl": Rules(articles: ["de", "het", "een"], verbMarks: ["te", "zich"], placeholders: ["iem.", "iem"]),
        "sv": Rules(
            articles: ["en", "ett"],
            verbMarks: ["att"],
            placeholders: ["ngn", "ngt", "ngns", "ngn.", "ngt."]
        ),
        "nb": Rules(articles: ["en", "ei", "et"], verbMarks: ["å"]),
        "no": Rules(articles: ["en", "ei", "et"], verbMarks: ["å"]),
        "da": Rules(articles: ["en", "et"], verbMarks: ["at"]),
        "el": Rules(articles: ["ο", "η", "το", "οι", "τα"]),
    ]
}

/// A fast filter for texts that contain none of a few given words. It compares only first bytes and lengths.
///
/// Almost no translation in a dictionary contains an article or a placeholder. Splitting each one into words to check
/// this would take longer than all other processing.
struct WordFilter: Sendable {
    /// A bit set indexed by the lowest six bits of the first byte.
    private let firsts: UInt64
    /// A bit set indexed by length in bytes; the last bit covers all lengths of 63 or more.
    private let lengths: UInt64

    init(_ words: some Sequence<String>) {
        var firsts: UInt64 = 0
        var lengths: UInt64 = 0
        for word in words {
            guard let first = word.utf8.first else { continue }
            firsts |= 1 << UInt64(first & 63)
            lengths |= 1 << UInt64(min(word.utf8.count, 63))
        }
        self.firsts = firsts
        self.lengths = lengths
    }

    /// Whether one of the words may occur in a space-separated text. A word in the text that contains a slash is a
    /// possible match, because it can combine several words.
    func mayOccur(in text: String) -> Bool {
        guard firsts != 0 else { return false }
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            var start = 0
            var hasSlash = false
            for position in 0...bytes.count {
                let byte = position < bytes.count ? bytes[position] : UInt8(ascii: " ")
                if byte == UInt8(ascii: "/") { hasSlash = true }
                guard byte == UInt8(ascii: " ") else { continue }
                if hasSlash || position > start && mayBe(bytes[start], position &- start) { return true }
                start = position &+ 1
            }
            return false
        } ?? true
    }

    /// Whether one of the words may be the first word in a text.
    func mayBegin(_ text: String) -> Bool {
        guard firsts != 0 else { return false }
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            guard let first = bytes.first else { return false }
            return mayBe(first, bytes.firstIndex(of: UInt8(ascii: " ")) ?? bytes.count)
        } ?? true
    }

    private func mayBe(_ first: UInt8, _ count: Int) -> Bool {
        firsts &>> UInt64(first & 63) & 1 == 1 && lengths &>> UInt64(min(count, 63)) & 1 == 1
    }
}

extension String {
    /// Whether there are redundant spaces: at the beginning, at the end, or two in a row.
    var hasExtraSpaces: Bool {
        utf8.withContiguousStorageIfAvailable { bytes in
            var last = UInt8(ascii: " ")
            for byte in bytes {
                if byte == UInt8(ascii: " "), last == byte { return true }
                last = byte
            }
            return last == UInt8(ascii: " ")
        } ?? true
    }
}
