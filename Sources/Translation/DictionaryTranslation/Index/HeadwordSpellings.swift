import Language
package import LanguageServices

/// The spellings under which a headword is looked for.
///
/// A dictionary writes more into a headword than people type: `colo(u)r`, `to go`, `das Haus`, `sich freuen`, `to give
/// sb. sth.`. The headword itself always counts; the others are added where the rest is not empty.
///
/// A class, because it is passed to every search, and is read by all threads.
package final class HeadwordSpellings: Sendable {
    private let rules: Rules
    private let placeholderFilter: WordFilter
    private let markFilter: WordFilter

    /// Makes the rules of a language, of which those for all languages are the ones on brackets.
    package init(language: LanguageTag) {
        rules = Self.rules[TextLanguage.canonical(language.language) ?? language.language] ?? Rules()
        placeholderFilter = WordFilter(rules.placeholders)
        markFilter = WordFilter(rules.articles.union(rules.verbMarks))
    }

    /// The headword, and other spellings of it, the one to be shown for a key first.
    ///
    /// - Parameter parts: What kinds of word it is, as far as that is known: only nouns lose an article, only verbs a
    ///   *to*.
    package func all(_ headword: String, parts: [PartOfSpeech]) -> [String] {
        guard headword.utf8.contains(UInt8(ascii: "(")) else {
            let plain = plain(headword, parts: parts)
            return plain == headword ? [headword] : [headword, plain]
        }
        // Before the headword itself, which has the key of the one that has everything written out.
        var result: [String] = []
        for text in Self.withoutBrackets(headword) {
            result.append(text)
            let plain = plain(text, parts: parts)
            if plain != text { result.append(plain) }
        }
        return result + [headword]
    }

    /// A text without brackets and without placeholders such as *sth.*: the word itself, with its article.
    package func bare(_ text: String) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "(") || $0 == UInt8(ascii: " ") }) else { return text }
        let text = text.utf8.contains(UInt8(ascii: "(")) ? Self.withoutBrackets(text).last ?? text : text
        guard placeholderFilter.mayBeIn(text) else { return text }
        let words = text.split(separator: " ")
        let kept = words.filter { !isPlaceholder($0) }
        return kept.isEmpty || kept.count == words.count ? text : kept.joined(separator: " ")
    }

    /// Whether a word stands for others: *sth.*, and several of them in one, as in *jdn./etw.*
    private func isPlaceholder(_ word: Substring) -> Bool {
        if rules.placeholders.contains(String(word)) { return true }
        guard word.utf8.contains(UInt8(ascii: "/")) else { return false }
        let parts = word.split(separator: "/", omittingEmptySubsequences: false)
        return parts.allSatisfy { rules.placeholders.contains(String($0)) }
    }

    /// What two spellings of one word share: the word as of ``plain(_:parts:)``, in lower case and without the signs that
    /// end a sentence.
    func identity(_ text: String, parts: [PartOfSpeech]) -> String {
        guard text.utf8.contains(where: { Self.signs.contains($0) || $0 >= 0x80 }) else {
            // Only an apostrophe could be one of an article.
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

    /// A verb without the mark of its infinitive: *go* of *to go*. Nothing else is taken away: *sich befinden* is another verb
    /// than *befinden*.
    func withoutVerbMark(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: " ")) else { return text }
        let words = text.split(separator: " ")
        guard words.count > 1, rules.verbMarks.contains(String(words[0])), !Self.reflexives.contains(String(words[0]))
        else {
            return text
        }
        return words.dropFirst().joined(separator: " ")
    }

    /// Whether a text looks like the infinitive of a verb, in a language in which that can be seen. Some nouns look so too.
    func isInfinitive(_ text: String) -> Bool {
        if hasVerbMark(text) { return true }
        guard let first = text.split(separator: " ").first(where: { !Self.reflexives.contains(String($0)) }) else {
            return false
        }
        return rules.infinitives.contains { first.hasSuffix($0) }
    }

    /// Whether a text begins with the mark of a verb.
    func hasVerbMark(_ text: String) -> Bool { withoutVerbMark(text) != text }

    /// A text without brackets, articles, marks of verbs and placeholders: what somebody looks for who looks for it.
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

    /// With what is in round brackets and without it; with more than three pairs only all and nothing.
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

    /// Whether a word is written without kanji: hiragana, katakana and their signs.
    package static func isKana(_ text: String) -> Bool {
        text.unicodeScalars.allSatisfy { JapaneseWord.isKana($0) || $0 == "\u{301C}" || $0 == "\u{FF5E}" }
    }

    private struct Rules {
        var articles: Set<String> = []
        var elided: [String] = []
        var verbMarks: Set<String> = []
        /// What infinitives end with.
        var infinitives: [String] = []
        var placeholders: Set<String> = []
    }

    /// Marks of verbs that belong to the verb.
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

/// Says of most texts that none of a few words is in them, by their first bytes and lengths alone.
///
/// Nearly all translations of a dictionary have no article and no placeholder, and cutting each into words only to see
/// that takes longer than all else that is done with it.
struct WordFilter: Sendable {
    /// A bit for each first byte, by its lowest six bits.
    private let firsts: UInt64
    /// A bit for each length in bytes, the last one for all from 63.
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

    /// Whether one of the words may be among those of a text, which has spaces between them. A word with a slash in it
    /// may always be one: it may be made of several.
    func mayBeIn(_ text: String) -> Bool {
        guard firsts != 0 else { return false }
        return text.utf8.withContiguousStorageIfAvailable { bytes in
            var start = 0
            var hasSlash = false
            for place in 0...bytes.count {
                let byte = place < bytes.count ? bytes[place] : UInt8(ascii: " ")
                if byte == UInt8(ascii: "/") { hasSlash = true }
                guard byte == UInt8(ascii: " ") else { continue }
                if hasSlash || place > start && mayBe(bytes[start], place &- start) { return true }
                start = place &+ 1
            }
            return false
        } ?? true
    }

    /// Whether one of the words may be the first of a text.
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
    /// Whether there are spaces that say nothing: at an end, or two in a row.
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
