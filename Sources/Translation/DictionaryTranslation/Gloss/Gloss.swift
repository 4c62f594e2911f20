package import Language
package import LanguageServices

/// Translates texts word by word.
///
/// The longest matching headword is used, so that *ice cream* and *look for* stay together. An expression may contain
/// spaces, but no punctuation or line breaks. Chinese, and Japanese without MeCab, is split into the fewest possible
/// headwords. MeCab, if available, splits Japanese and supplies lemmas and readings. ICU splits other languages. A word
/// that is not found as written is looked up by its lemma, and a word with hyphens or apostrophes by its parts. A
/// German separable verb whose prefix is at the end of the clause is looked up as one word; its translation is assigned
/// to the verb, and the prefix gets an empty translation.
///
/// The pieces concatenate to the text, scalar by scalar. The running time is proportional to the length of the text.
package struct Gloss: Sendable {
    /// The maximum length of a text in bytes.
    package static let longest = 1 << 20

    /// The maximum number of words in an expression.
    static let maximumWords = 6

    private let lookup: any GlossLookup
    private let source: LanguageTag
    private let target: LanguageTag
    private let scalars: [Unicode.Scalar]
    private var found: [String: GlossFinding?] = [:]
    private var pieces: [GlossedWord] = []
    private var unknown: [String] = []
    private let romanizer: Romanizer
    /// The token index of each separated verb with its translations, and the token indices of the prefixes.
    private var separated: [Int: GlossFinding] = [:]
    private var particles: [Int: TranslationMatch] = [:]

    /// Translates a text word by word.
    ///
    /// - Parameters:
    ///   - text: A phrase, a sentence, or a longer text.
    ///   - source: The language of the text.
    ///   - target: The language of the translations.
    ///   - lookup: Looks up the pieces of the text.
    ///   - reader: MeCab, for Japanese. If it is missing or fails, the dictionary splits the text.
    ///   - romanizer: Provides the pinyin for words whose entries have none.
    /// - Throws: `ServiceError.Code.notFound` if no word in the text is known; `ServiceError.Code.limitExceeded` for a
    ///   text longer than 1 MiB; `ServiceError.Code.cancelled`; an error thrown by `lookup`.
    package static func make(
        _ text: String,
        source: LanguageTag,
        target: LanguageTag,
        lookup: any GlossLookup,
        reader: MeCab? = nil,
        romanizer: Romanizer = Romanizer()
    ) async throws -> GlossResult {
        guard text.utf8.count <= longest else {
            throw ServiceError(
                .limitExceeded,
                "the text is longer than 1 MiB",
                remedy: "translate it in parts"
            )
        }
        let scalars = Array(text.unicodeScalars)
        var words: [JapaneseWord] = []
        if source.language == "ja", let reader, !BlankText.isBlank(text) {
            do {
                words = try reader.words(of: scalars)
            } catch  where error.code == .cancelled {
                throw error
            } catch {
                // The dictionary splits the text instead.
            }
        }
        var gloss = Gloss(lookup: lookup, source: source, target: target, scalars: scalars, romanizer: romanizer)
        return try gloss.result(words)
    }

    private mutating func result(_ japanese: [JapaneseWord]) throws -> GlossResult {
        var tokens: [GlossToken]
        if !japanese.isEmpty {
            tokens = GlossToken.tokens(of: scalars, words: japanese)
        } else {
            tokens = GlossToken.tokens(of: scalars, language: source.text)
            if GlossText.withoutSpaces.contains(source.language) { tokens = try cut(tokens) }
        }
        if source.language == "de" { try findSeparated(tokens) }
        var position = 0
        while position < tokens.count {
            if position.isMultiple(of: 64), Task.isCancelled {
                throw ServiceError.cancelled()
            }
            position = try addPiece(tokens, at: position)
        }
        guard pieces.contains(where: { $0.translation != nil }) else {
            let hasWords = tokens.contains { $0.kind == .word }
            throw ServiceError(
                .notFound,
                hasWords ? "no word in the text is in the dictionary" : "the text contains no words",
                remedy: hasWords ? "check the language, or add a dictionary that contains the words" : nil
            )
        }
        let text = GlossText.text(pieces, source: source, target: target)
        return GlossResult(words: pieces, text: text, unknown: unknown)
    }

    // MARK: Pieces

    /// Adds the longest expression that begins with a token, or the token itself.
    ///
    /// - Returns: The index after it.
    private mutating func addPiece(_ tokens: [GlossToken], at position: Int) throws -> Int {
        let first = tokens[position]
        guard first.kind == .word else {
            pieces.append(GlossedWord(text(first.range)))
            return position + 1
        }
        if let found = separated[position] {
            add(first.range, found, reading: nil)
            return position + 1
        }
        if let match = particles[position] {
            pieces.append(GlossedWord(text(first.range), translation: "", match: match))
            return position + 1
        }
        // The ends of the multi-word expressions that begin here.
        var ends: [Int] = []
        var index = position + 1
        while ends.count < Self.maximumWords - 1, index < tokens.count {
            if tokens[index].kind == .space { index += 1 }
            guard index < tokens.count, tokens[index].kind == .word, separated[index] == nil, particles[index] == nil
            else { break }
            ends.append(index)
            index += 1
        }
        for end in ends.reversed() {
            let range = first.range.lowerBound..<tokens[end].range.upperBound
            guard let found = try expression(text(range)) ?? inflected(tokens[position...end]) else { continue }
            add(range, found, reading: Self.reading(tokens[position...end]))
            return end + 1
        }
        try addWord(first)
        return position + 1
    }

    private mutating func findSeparated(_ tokens: [GlossToken]) throws {
        for pair in try SeparableVerbs.pairs(
            in: tokens,
            text: { text($0.range) },
            find: { try lookup.finding(for: $0, loosestMatch: .letterCase) }
        ) where !pair.finding.translations.isEmpty {
            var finding = pair.finding
            finding.match.step = .lemma
            separated[pair.verb] = finding
            particles[pair.particle] = finding.match
        }
    }

    /// Looks up an expression. The headword must also consist of several words: *to go* does not match *Togo*, and *the
    /// house* is looked up as two words.
    private mutating func expression(_ text: String) throws -> GlossFinding? {
        guard text.utf8.count <= 200, let found = try find(text, .lemma) else { return nil }
        if found.match.step == .exact { return found }
        let headword = found.match.headword.unicodeScalars
        if CitationForms.withoutHonorific(text) == found.match.headword { return found }
        let isWhole = headword.contains { $0.properties.isWhitespace || $0 == "-" || $0 == "\u{2010}" }
        // If the text is written without spaces, the headword must be as well.
        return isWhole || !text.contains(" ") && found.match.step <= .accents ? found : nil
    }

    /// An expression whose last word is inflected, if the segmenter knows its base form: *勉強します*.
    private mutating func inflected(_ tokens: ArraySlice<GlossToken>) throws -> GlossFinding? {
        guard let first = tokens.first, let last = tokens.last, let lemma = last.lemma, lemma != text(last.range)
        else { return nil }
        let base = text(first.range.lowerBound..<last.range.lowerBound) + lemma
        guard base.utf8.count <= 200, var found = try find(base, .lemma), found.match.step <= .accents else {
            return nil
        }
        found.match.step = .lemma
        found.reading = nil
        return found
    }

    private mutating func addWord(_ token: GlossToken) throws {
        let word = text(token.range)
        if let found = try find(word, .lemma) {
            return add(token.range, found, reading: token.reading)
        }
        if let lemma = token.lemma, lemma != word, var found = try find(lemma, .lemma) {
            found.match.step = max(found.match.step, .lemma)
            // The reading of the lemma is not that of the form.
            found.reading = nil
            return add(token.range, found, reading: token.reading)
        }
        if try addParts(of: token) { return }
        if let found = try compound(word) { return add(token.range, found, reading: nil) }
        addUnknown(GlossedWord(word, reading: token.reading ?? pinyin(word)))
    }

    private mutating func addUnknown(_ word: GlossedWord) {
        pieces.append(word)
        if !unknown.contains(word.text), unknown.count < 1000 { unknown.append(word.text) }
    }

    /// A compound translated part by part. The translations are joined according to the rules of the target language.
    private mutating func compound(_ word: String) throws -> GlossFinding? {
        let parts = try lookup.compound(word)
        guard parts.count > 1 else { return nil }
        let separator = GlossText.withoutSpaces.contains(target.language) ? "" : " "
        return GlossFinding(
            match: TranslationMatch(step: .gloss, headword: parts.map(\.headword).joined(separator: " + ")),
            translations: [parts.compactMap(\.translations.first).joined(separator: separator)]
        )
    }

    /// Looks up the parts of a word that is joined by hyphens or apostrophes. An apostrophe is part of the text before
    /// it.
    ///
    /// - Returns: `false` if there is only one part, or none of the parts is known.
    private mutating func addParts(of token: GlossToken) throws -> Bool {
        var parts: [(range: Range<Int>, isWord: Bool)] = []
        var start = token.range.lowerBound
        for index in token.range where Self.joints.contains(scalars[index]) {
            let isApostrophe = scalars[index] == "'" || scalars[index] == "\u{2019}"
            let end = isApostrophe ? index + 1 : index
            if end > start { parts.append((start..<end, true)) }
            if !isApostrophe { parts.append((index..<(index + 1), false)) }
            start = index + 1
        }
        if start < token.range.upperBound { parts.append((start..<token.range.upperBound, true)) }
        guard parts.count > 1 else { return false }
        let findings = try parts.map { part in
            part.isWord ? try find(text(part.range), .lemma) ?? elided(text(part.range)) : nil
        }
        guard findings.contains(where: { $0 != nil }) else { return false }
        for (part, found) in zip(parts, findings) {
            let word = GlossedWord(text(part.range))
            if let found {
                add(part.range, found, reading: nil)
            } else if part.isWord {
                addUnknown(word)
            } else {
                pieces.append(word)
            }
        }
        return true
    }

    /// A French word whose final letter is elided before a vowel: *lorsqu'* from *lorsque*.
    private mutating func elided(_ word: String) throws -> GlossFinding? {
        guard source.language == "fr", let last = word.unicodeScalars.last, last == "'" || last == "\u{2019}",
            var found = try find(word.dropLast() + "e", .letterCase)
        else { return nil }
        found.match.step = .lemma
        return found
    }

    private static let joints: Set<Unicode.Scalar> = ["-", "\u{2010}", "\u{2011}", "'", "\u{2019}"]

    private mutating func add(_ range: Range<Int>, _ found: GlossFinding, reading: String?) {
        let word = text(range)
        pieces.append(
            GlossedWord(
                word,
                translation: found.translations.first,
                alternatives: Array(found.translations.dropFirst().prefix(8)),
                match: found.match,
                reading: found.reading ?? reading ?? pinyin(word)
            )
        )
    }

    private func pinyin(_ word: String) -> String? {
        ["zh", "cmn"].contains(source.language) ? romanizer.romanization(of: word, language: "zh") : nil
    }

    private static func reading(_ tokens: ArraySlice<GlossToken>) -> String? {
        let readings = tokens.map(\.reading)
        return readings.contains(nil) ? nil : readings.compactMap { $0 }.joined()
    }

    // MARK: Characters

    /// Further splits runs of Chinese characters and kana into headwords.
    private func cut(_ tokens: [GlossToken]) throws -> [GlossToken] {
        var result: [GlossToken] = []
        var stretch: Range<Int>?
        for token in tokens {
            if token.kind == .word,
                scalars[token.range].contains(where: { JapaneseWord.isKanji($0) || JapaneseWord.isKana($0) })
            {
                stretch = (stretch?.lowerBound ?? token.range.lowerBound)..<token.range.upperBound
                continue
            }
            if let whole = stretch { result += try cut(whole) }
            stretch = nil
            result.append(token)
        }
        if let whole = stretch { result += try cut(whole) }
        return result
    }

    private func cut(_ range: Range<Int>) throws -> [GlossToken] {
        // Never split between a letter and its combining marks.
        var starts = range.filter {
            $0 == range.lowerBound || scalars[$0].properties.canonicalCombiningClass == .notReordered
        }
        starts.append(range.upperBound)
        let ends = try HeadwordSegmenter.ends(count: starts.count - 1) { part in
            try lookup.mayContain(text(starts[part.lowerBound]..<starts[part.upperBound]))
        }
        var tokens: [GlossToken] = []
        var start = range.lowerBound
        for end in ends {
            tokens.append(GlossToken(range: start..<starts[end], kind: .word))
            start = starts[end]
        }
        return tokens
    }

    // MARK: Lookups

    private mutating func find(_ text: String, _ step: TranslationMatch.Step) throws -> GlossFinding? {
        guard text.utf8.count <= 1000 else { return nil }
        if let known = found[text] { return known }
        let finding = try lookup.finding(for: text, loosestMatch: step)
        let usable = finding?.translations.isEmpty == false ? finding : nil
        found[text] = .some(usable)
        return usable
    }

    private func text(_ range: Range<Int>) -> String { String(String.UnicodeScalarView(scalars[range])) }
}
