import JSON
import Language
import LanguageServices
import RemoteService
import SentenceChecks

/// Decides which of a model's sentences to accept.
struct OfferInspection: Sendable {
    private let order: SentencePromptInput
    private let language: String
    private let provider: ProviderID
    private let inspection: SentenceInspection
    private let romanizer = Romanizer()
    private var known: Set<String>

    /// - Parameters:
    ///   - order: The request.
    ///   - told: The text sent to the model.
    ///   - provider: The provider to record in the accepted sentences.
    init(_ order: SentencePromptInput, told: String, provider: ProviderID) {
        self.order = order
        self.provider = provider
        language = TextLanguage.canonical(order.language.language) ?? order.language.language
        let lines = told.split(separator: "\n").map(String.init)
        inspection = SentenceInspection(
            word: order.request.word,
            language: order.language,
            partOfSpeech: order.request.partOfSpeech,
            words: order.request.words,
            told: lines + [order.request.sense, order.request.topic].compactMap { $0 }
        )
        known = Set(order.request.avoiding.map(SentenceKey.of))
    }

    /// Checks a sentence.
    ///
    /// - Throws: The first fault found.
    mutating func accept(_ offer: OfferedSentence) throws(SentenceFault) -> ExampleSentence {
        let verdict = try inspection.inspect(offer.text)
        try checkWord(offer, verdict.match)
        if let level = order.request.level, let own = offer.level, own > level {
            throw SentenceFault(
                .level,
                "is for level \(own.rawValue), above the requested \(level.rawValue)"
            )
        }
        let translation = try translation(offer)
        let key = SentenceKey.of(offer.text)
        guard known.insert(key).inserted else { throw .duplicate }
        return ExampleSentence(
            text: offer.text,
            wordRanges: verdict.match.ranges,
            lemma: offer.lemma.flatMap(plain),
            partOfSpeech: order.request.partOfSpeech ?? offer.partOfSpeech,
            sense: offer.sense.flatMap(plain),
            level: offer.level,
            translation: translation,
            romanization: romanization(offer),
            notes: offer.notes.compactMap(plain),
            checks: [.shape] + verdict.checks + [.duplicate],
            provider: provider
        )
    }

    // MARK: Word

    /// Compares the model's data about the word with the match that was found.
    private func checkWord(_ offer: OfferedSentence, _ match: WordMatch) throws(SentenceFault) {
        if let wanted = order.request.partOfSpeech, let own = offer.partOfSpeech, !Self.agree(wanted, own) {
            throw SentenceFault(.word, "contains the word as \(own.rawValue), not as \(wanted.rawValue)")
        }
        guard match.certainty != .exact else { return }
        let isSame = offer.lemma.map(isLemma)
        switch (match.certainty, isSame) {
        case (.form, false?):
            throw SentenceFault(.word, "contains a form of a different word")
        case (.likeness, true?) where isForm(offer, match): return
        case (.likeness, _): throw SentenceFault(.word, "does not contain the word in any of its forms")
        default: return
        }
    }

    private static func agree(_ first: PartOfSpeech, _ second: PartOfSpeech) -> Bool {
        let nouns: Set<PartOfSpeech> = [.noun, .properNoun]
        let content: Set<PartOfSpeech> = [.noun, .properNoun, .verb, .adjective, .adverb]
        // The names of other parts of speech are too varied to compare.
        guard content.contains(first), content.contains(second) else { return true }
        return first == second || nouns.contains(first) && nouns.contains(second)
    }

    /// Whether the requested word is the lemma reported by the model, or one of its forms.
    private func isLemma(_ lemma: String) -> Bool {
        let named = key(lemma)
        if named == key(order.request.word) { return true }
        return LemmaRules(language: order.language)?.lemmas(of: order.request.word).contains { key($0.text) == named }
            ?? false
    }

    /// The text without articles and accents, for comparison.
    private func key(_ text: String) -> String {
        SentenceKey.of(WordSearch(text, language: order.language).words.joined(separator: " "))
    }

    /// Whether the form reported by the model matches the form found.
    private func isForm(_ offer: OfferedSentence, _ match: WordMatch) -> Bool {
        guard let form = offer.wordForm else { return false }
        let scalars = Array(offer.text.unicodeScalars)
        let found = match.ranges.map { String(scalars: scalars[$0.clamped(to: 0..<scalars.count)]) }.joined()
        return SentenceKey.of(found) == SentenceKey.of(form)
    }

    // MARK: Accompanying fields

    private func translation(_ offer: OfferedSentence) throws(SentenceFault) -> String? {
        guard let target = order.target else { return nil }
        guard let text = offer.translation else { throw SentenceFault(.shape, "has no translation") }
        try TranslationInspection(language: target).inspect(text)
        guard SentenceKey.of(text) != SentenceKey.of(offer.text) else {
            throw SentenceFault(.shape, "is identical to its translation")
        }
        return text
    }

    private func romanization(_ offer: OfferedSentence) -> String? {
        guard order.request.romanizes else { return nil }
        let own = offer.romanization.flatMap { text in
            let letters = text.unicodeScalars.filter(\.properties.isAlphabetic).map { TextScript(of: $0) }
            return letters.allSatisfy { $0 == .latin || $0 == .none } && text != offer.text ? plain(text) : nil
        }
        return own ?? romanizer.romanization(of: offer.text, language: order.language.text)
    }

    /// A text that is displayed with a sentence; `nil` if it contains markup.
    private func plain(_ text: String) -> String? {
        TranslationInspection.isPlain(text) ? text : nil
    }
}

extension SentenceFault {
    static let duplicate = SentenceFault(.duplicate, "duplicates another sentence")
}

/// A sentence and its accompanying fields as sent by the model, unchecked.
struct OfferedSentence: Sendable, Hashable {
    var text: String
    var wordForm: String?
    var lemma: String?
    var partOfSpeech: PartOfSpeech?
    var sense: String?
    var level: LearnerLevel?
    var translation: String?
    var romanization: String?
    var notes: [String] = []

    /// Reads an object in the response.
    ///
    /// - Returns: `nil` if the JSON is not an object or contains no sentence.
    init?(_ bytes: [UInt8]) {
        let limits = JSONDocument.Limits(bytes: 64 << 10, nodes: 500, keyBytes: 64)
        guard let node = try? JSONDocument.parse(bytes, source: "answer", limits: limits),
            let text = node["sentence"]?.string
        else { return nil }
        self.init(text, with: node)
    }

    /// Reads a sentence and the other fields of its object.
    init(_ text: String, with node: JSONNode) {
        self.text = Self.unquoted(HeadwordFolding.composed(SurroundingWhitespace.trimmed(text)))
        wordForm = Self.line(node["word_form"], most: 200)
        lemma = Self.line(node["lemma"], most: 200)
        partOfSpeech = Self.line(node["part_of_speech"], most: 40).flatMap { name in
            PartOfSpeech.known.first { $0.rawValue == name.lowercased() }
        }
        sense = Self.line(node["sense"], most: 200)
        level = Self.line(node["level"], most: 10).flatMap { LearnerLevel(rawValue: $0.uppercased()) }
        translation = Self.line(node["translation"], most: 1000).map(Self.unquoted)
        romanization = Self.line(node["romanization"], most: 1000).map(Self.unquoted)
        let notes = node["notes"]?.elements ?? [node["notes"]].compactMap { $0 }
        self.notes = notes.compactMap { Self.line($0, most: 300) }.prefix(3).map { $0 }
    }

    /// A string without line breaks; `nil` if it is missing, has several lines, or is longer than `most`.
    static func line(_ node: JSONNode?, most: Int) -> String? {
        guard let text = node?.string else { return nil }
        let line = SentencePromptInput.clean(String(text.prefix(10 * most)))
        guard !BlankText.isBlank(line), line.unicodeScalars.count <= most else { return nil }
        return line
    }

    /// The text without the quotation marks that some models put around it.
    private static func unquoted(_ text: String) -> String {
        for (open, close) in [("\"", "\""), ("“", "”"), ("«", "»"), ("„", "“"), ("「", "」"), ("'", "'")]
        where text.count > 2 && text.hasPrefix(open) && text.hasSuffix(close) {
            let inner = text.dropFirst().dropLast()
            if !inner.contains(open), !inner.contains(close) { return SurroundingWhitespace.trimmed(String(inner)) }
        }
        return text
    }
}
