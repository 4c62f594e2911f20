import Language
package import LanguageServices

/// Finds a word or an expression, in any of its forms, in sentences.
///
/// A match is one of the following: the word as written, except for an initial capital letter; a form according to the
/// language's tables and rules; an expression with separated parts if the language allows it (*turn it off*, *stehe um
/// sieben auf*); or, in languages without spaces, a part of the text. Features that indicate a different word prevent a
/// match: a capital letter within a sentence, an accent, a derivational suffix.
package struct WordSearch: Sendable {
    private let word: String
    private let language: String
    private let expression: QueryExpression

    /// Prepares the search for a word.
    ///
    /// - Parameters:
    ///   - word: A word or an expression as it appears in a dictionary or on a card: *to go*, *der Hund*, *give sb up*.
    ///   - language: The language of the word.
    ///   - partOfSpeech: The part of speech; forms of other parts of speech do not match.
    ///   - forms: Known forms of the word.
    package init(_ word: String, language: LanguageTag, partOfSpeech: PartOfSpeech? = nil, forms: [String] = []) {
        self.word = word
        self.language = TextLanguage.canonical(language.language) ?? language.language
        expression = QueryExpression(word, language: self.language, partOfSpeech: partOfSpeech, forms: forms)
    }

    /// The words to search for: those in the expression, without articles and placeholders.
    package var words: [String] { expression.words }

    /// The maximum number of other words between each of ``words`` and the previous one.
    package var gaps: [Int] { expression.parts.map(\.gap) }

    /// Whether the words of the expression are adjacent, are in a fixed order, and do not vary with grammatical person.
    package var isFixed: Bool {
        expression.companions.isEmpty
            && expression.parts.allSatisfy { $0.forms.count == 1 && ($0.gap == 0 || $0.staysInClause) }
    }

    /// The first match, or the most certain one; `nil` if there is none.
    package func match(in sentence: String) -> WordMatch? {
        let scalars = Array(sentence.unicodeScalars)
        if UnspacedLanguages.contains(language) {
            return UnspacedWords.find(word, in: scalars, language: language)
        }
        guard !expression.parts.isEmpty, !containsSymbols else { return literal(in: scalars) }
        let tokens = WordToken.all(in: scalars, language: language)
        guard isAccompanied(tokens) else { return nil }
        var best: WordMatch?
        for start in tokens.indices {
            guard let found = match(at: start, in: tokens, scalars),
                found.certainty < best?.certainty ?? .likeness || best == nil
            else { continue }
            best = found
            if found.certainty == .exact { break }
        }
        return best ?? (expression.parts.count == 1 ? SeparableVerbs.find(word, in: tokens, language: language) : nil)
    }

    // MARK: Parts

    private func isAccompanied(_ tokens: [WordToken]) -> Bool {
        guard !expression.companions.isEmpty else { return true }
        return tokens.contains { token in
            token.readings.contains { expression.companions.contains($0.text.lowercased()) }
                || language == "es" && SpanishReflexives.isJoined(token.text)
                // *m’appelle*
                || ["m", "t", "s"].contains { mark in
                    let low = token.text.lowercased()
                    return low.hasPrefix(mark + "'") || low.hasPrefix(mark + "’")
                }
        }
    }

    /// Matches the expression from a given word on. Each part matches at its first occurrence.
    private func match(at start: Int, in tokens: [WordToken], _ scalars: [Unicode.Scalar]) -> WordMatch? {
        var ranges: [Range<Int>] = []
        var certainty = WordMatch.Certainty.exact
        var position = start
        for part in expression.parts {
            var found: (certainty: WordMatch.Certainty, range: Range<Int>)?
            var next = position
            while next < tokens.count, next - position <= part.gap {
                if next > start, part.staysInClause, tokens[next].followsBreak { break }
                for form in part.forms {
                    guard let hit = form.certainty(of: tokens[next]) else { continue }
                    if let known = found, known.certainty <= hit.certainty { continue }
                    found = hit
                }
                if found != nil { break }
                next += 1
            }
            guard let found else { return nil }
            certainty = max(certainty, found.certainty)
            if let last = ranges.last, Self.isJoint(last.upperBound..<found.range.lowerBound, scalars) {
                ranges[ranges.count - 1] = last.lowerBound..<found.range.upperBound
            } else {
                ranges.append(found.range)
            }
            position = next + 1
        }
        return WordMatch(ranges: ranges, certainty: certainty)
    }

    /// Whether only spaces, hyphens and apostrophes occur between two parts.
    private static func isJoint(_ range: Range<Int>, _ scalars: [Unicode.Scalar]) -> Bool {
        scalars[range].allSatisfy { $0.properties.isWhitespace || "-'’‐".unicodeScalars.contains($0) }
    }

    // MARK: Symbols

    /// Whether the word contains symbols that distinguish it from other words: *C++*, *$*.
    private var containsSymbols: Bool {
        word.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .mathSymbol, .currencySymbol, .otherSymbol: true
            default: scalar == "#" || scalar == "@" || scalar == "&"
            }
        }
    }

    /// The word as written, except where it is part of another word.
    private func literal(in scalars: [Unicode.Scalar]) -> WordMatch? {
        let wanted = Array(word.unicodeScalars.drop { $0.properties.isWhitespace })
        guard let first = wanted.first, scalars.count >= wanted.count else { return nil }
        for start in 0...(scalars.count - wanted.count) where scalars[start] == first {
            let end = start + wanted.count
            guard scalars[start..<end].elementsEqual(wanted) else { continue }
            let isCut =
                start > 0 && scalars[start - 1].properties.isAlphabetic && first.properties.isAlphabetic
                || end < scalars.count && scalars[end].properties.isAlphabetic
                    && wanted[wanted.count - 1].properties.isAlphabetic
            if !isCut { return WordMatch(ranges: [start..<end], certainty: .exact) }
        }
        return nil
    }
}

/// A match of a word in a sentence.
package struct WordMatch: Sendable, Hashable {
    /// The ranges of the word in Unicode scalars, in order. There are several if its parts are separated.
    package var ranges: [Range<Int>]

    /// How certain the match is.
    package var certainty: Certainty

    /// The certainty of a match, from most to least certain.
    package enum Certainty: Int, Sendable, Hashable, Comparable {
        /// The word as requested, except for a capital letter at the start of a sentence.
        case exact
        /// A form of the word, according to the language's tables and rules.
        case form
        /// A word that begins alike, in a language without inflection rules. Accept it only with additional evidence.
        case likeness

        /// Whether one match is more certain than another.
        package static func < (first: Certainty, second: Certainty) -> Bool { first.rawValue < second.rawValue }
    }
}

/// An expression as written on a card, split into its parts: *to give up*, *der Hund*, *take sb for granted*, *sich
/// freuen*.
struct QueryExpression: Sendable {
    /// A word of the expression, and the gap allowed before it.
    struct Part: Sendable {
        let forms: [WordForm]
        /// The maximum number of other words between the previous part and this one.
        let gap: Int
        /// Whether the gap must not contain a clause boundary.
        let staysInClause: Bool
    }

    private(set) var parts: [Part] = []

    /// The pronouns of a reflexive verb. If there are any, the sentence must contain at least one of them.
    private(set) var companions: Set<String> = []

    /// The words to search for, without articles and placeholders.
    var words: [String] { parts.compactMap { $0.forms.first?.text } }

    init(_ text: String, language: String, partOfSpeech: PartOfSpeech?, forms: [String]) {
        var words = Self.words(of: text, language: language)
        let grammar = ExpressionGrammar.of(language)
        var isInfinitive = false
        if words.count > 1, let pronouns = grammar.reflexive[words[0].lowercased()] {
            companions = pronouns
            isInfinitive = true
            words.removeFirst()
        } else if language == "es", let verb = words.first, SpanishReflexives.isVerb(verb) {
            companions = SpanishReflexives.pronouns
            isInfinitive = true
        } else if words.count > 1, grammar.articles.contains(words[0].lowercased()) {
            isInfinitive = language == "en" && words[0].lowercased() == "to"
            words.removeFirst()
        }
        let verbal = VerbalExpression(
            words,
            language: language,
            partOfSpeech: partOfSpeech,
            isInfinitive: isInfinitive
        )
        var gap = 0
        for (index, word) in words.enumerated() {
            let low = word.lowercased()
            if words.count > 1, grammar.placeholders.contains(low) {
                gap = 5
                continue
            }
            let isParticle = index > 0 && grammar.particles.contains(low)
            let isLastWord = words.count == 1
            var accepted = [
                WordForm(
                    word,
                    language: language,
                    partOfSpeech: isLastWord ? partOfSpeech : nil,
                    forms: isLastWord ? forms : []
                )
            ]
            for other in grammar.variants[low] ?? [] {
                accepted.append(WordForm(other, language: language, partOfSpeech: nil))
            }
            let inside = max(isParticle ? 5 : 0, verbal?.maximumGaps[index] ?? 0)
            parts.append(Part(forms: accepted, gap: parts.isEmpty ? 0 : max(gap, inside), staysInClause: inside > 0))
            gap = 0
        }
    }

    /// The words of an expression, without text in brackets.
    private static func words(of text: String, language: String) -> [String] {
        var depth = 0
        var kept: [Unicode.Scalar] = []
        for scalar in HeadwordFolding.composed(text).unicodeScalars {
            switch scalar {
            case "(", "[": depth += 1
            case ")", "]": depth = max(0, depth - 1)
            default: if depth == 0 { kept.append(scalar) }
            }
        }
        return TextSegmenter(language: language).words(in: kept).filter { $0.kind == .word }
            .map { String(scalars: kept[$0.range]) }
    }
}
