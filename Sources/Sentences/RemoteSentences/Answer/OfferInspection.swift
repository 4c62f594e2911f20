import JSON
import Language
import LanguageServices
import RemoteService
import SentenceChecks

/// Decides which sentences of a model are given out.
struct OfferInspection: Sendable {
    private let order: SentencePromptInput
    private let language: String
    private let provider: ProviderID
    private let inspection: SentenceInspection
    private let romanizer = Romanizer()
    private var known: Set<String>

    /// - Parameters:
    ///   - order: What was asked for.
    ///   - told: What the model was told.
    ///   - provider: In whose name the sentences are given out.
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

    /// A sentence that may be given out.
    ///
    /// - Throws: What is wrong with it.
    mutating func accept(_ offer: OfferedSentence) throws(SentenceFault) -> ExampleSentence {
        let verdict = try inspection.inspect(offer.text)
        try checkWord(offer, verdict.match)
        if let level = order.request.level, let own = offer.level, own > level {
            throw SentenceFault(
                .level,
                "is for readers at level \(own.rawValue), who are further than \(level.rawValue)"
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

    /// Looks whether what the model says of the word agrees with what was found.
    private func checkWord(_ offer: OfferedSentence, _ match: WordMatch) throws(SentenceFault) {
        if let wanted = order.request.partOfSpeech, let own = offer.partOfSpeech, !Self.agree(wanted, own) {
            throw SentenceFault(.word, "holds the word as \(own.rawValue), not as \(wanted.rawValue)")
        }
        guard match.certainty != .exact else { return }
        let isSame = offer.lemma.map(isLemma)
        switch (match.certainty, isSame) {
        case (.form, false?):
            throw SentenceFault(.word, "holds a form of another word, not of the one that was asked for")
        case (.likeness, true?) where isForm(offer, match): return
        case (.likeness, _): throw SentenceFault(.word, "does not hold the word in any of its forms")
        default: return
        }
    }

    private static func agree(_ first: PartOfSpeech, _ second: PartOfSpeech) -> Bool {
        let nouns: Set<PartOfSpeech> = [.noun, .properNoun]
        let content: Set<PartOfSpeech> = [.noun, .properNoun, .verb, .adjective, .adverb]
        // What else a word may be is named in too many ways.
        guard content.contains(first), content.contains(second) else { return true }
        return first == second || nouns.contains(first) && nouns.contains(second)
    }

    /// Whether the word that was asked for is the lemma that a model names, or one of its forms.
    private func isLemma(_ lemma: String) -> Bool {
        let named = key(lemma)
        if named == key(order.request.word) { return true }
        return LemmaRules(language: order.language)?.lemmas(of: order.request.word).contains { key($0.text) == named }
            ?? false
    }

    /// What a lemma and the word share: neither articles nor accents.
    private func key(_ text: String) -> String {
        SentenceKey.of(WordSearch(text, language: order.language).words.joined(separator: " "))
    }

    /// Whether the form that a model names is what was found.
    private func isForm(_ offer: OfferedSentence, _ match: WordMatch) -> Bool {
        guard let form = offer.wordForm else { return false }
        let scalars = Array(offer.text.unicodeScalars)
        let found = match.ranges.map { String(scalars: scalars[$0.clamped(to: 0..<scalars.count)]) }.joined()
        return SentenceKey.of(found) == SentenceKey.of(form)
    }

    // MARK: What stands beside the sentence

    private func translation(_ offer: OfferedSentence) throws(SentenceFault) -> String? {
        guard let target = order.target else { return nil }
        guard let text = offer.translation else { throw SentenceFault(.shape, "has no translation") }
        try TranslationInspection(language: target).inspect(text)
        guard SentenceKey.of(text) != SentenceKey.of(offer.text) else {
            throw SentenceFault(.shape, "has itself for a translation")
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

    /// A text that is shown beside a sentence; `nil` when there is markup in it.
    private func plain(_ text: String) -> String? {
        TranslationInspection.isPlain(text) ? text : nil
    }
}

extension SentenceFault {
    static let duplicate = SentenceFault(.duplicate, "is the same as another one")
}

/// A sentence as a model gives it, with what it says of it; nothing of it is believed yet.
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

    /// Reads an object of the answer.
    ///
    /// - Returns: `nil` for what is no object, or has no sentence.
    init?(_ bytes: [UInt8]) {
        let limits = JSONDocument.Limits(bytes: 64 << 10, nodes: 500, keyBytes: 64)
        guard let node = try? JSONDocument.parse(bytes, source: "answer", limits: limits),
            let text = node["sentence"]?.string
        else { return nil }
        self.init(text, with: node)
    }

    /// Reads a sentence, and what stands beside it in its object.
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

    /// A text on one line; `nil` when there is none, or when it is longer than anything of its kind.
    static func line(_ node: JSONNode?, most: Int) -> String? {
        guard let text = node?.string else { return nil }
        let line = SentencePromptInput.clean(String(text.prefix(10 * most)))
        guard !BlankText.isBlank(line), line.unicodeScalars.count <= most else { return nil }
        return line
    }

    /// A text without quotation marks around all of it, which some models put there.
    private static func unquoted(_ text: String) -> String {
        for (open, close) in [("\"", "\""), ("“", "”"), ("«", "»"), ("„", "“"), ("「", "」"), ("'", "'")]
        where text.count > 2 && text.hasPrefix(open) && text.hasSuffix(close) {
            let inner = text.dropFirst().dropLast()
            if !inner.contains(open), !inner.contains(close) { return SurroundingWhitespace.trimmed(String(inner)) }
        }
        return text
    }
}
