import LanguageServices

/// Looks up single words in a language pair's dictionary.
///
/// Apertium's rules inflect a one-word sentence: *eat* becomes *come* (he eats), whereas the dictionary contains
/// *comer*.
final class WordTranslator: Sendable {
    private let lexical: ApertiumPipeline
    private let dictionary: ApertiumPipeline
    private let analyser: ApertiumAnalyser

    /// Creates a translator; `nil` if the mode has no dictionary for single words.
    init?(_ mode: ApertiumMode, idleTimeout: Duration) {
        guard let stages = mode.lexicalStages, let stage = mode.dictionaryStage, let first = mode.analyserStage else {
            return nil
        }
        lexical = ApertiumPipeline(name: mode.name, stages: stages, idleTimeout: idleTimeout)
        dictionary = ApertiumPipeline(name: mode.name, stages: [stage], idleTimeout: idleTimeout)
        analyser = ApertiumAnalyser(name: mode.name, stage: first, idleTimeout: idleTimeout)
    }

    /// Looks up words.
    ///
    /// The reading that the tagger prefers, or one with the requested part of speech, comes first; the others provide
    /// alternatives. Inflected forms are found as well; their match is marked accordingly.
    ///
    /// - Returns: The words that were found; unknown words are omitted.
    func translate(
        _ words: [String],
        partOfSpeech: PartOfSpeech?
    ) async throws(ServiceError) -> [String: ModeTranslator.Outcome] {
        let words = Array(Set(words)).sorted()
        guard !words.isEmpty else { return [:] }
        // Words are tagged as if at the end of a sentence.
        let tagged = try await lexical.send(words.map { StreamFormat.escaped($0) })
        let analyses = try await analyser.lemmas(of: words)
        let preferred = tagged.map { answer -> LexicalUnit.Reading? in
            let units = (try? answer.get()).map(LexicalUnit.all(in:)) ?? []
            guard units.count == 1, let unit = units.first, unit.first.isKnown else { return nil }
            return unit.first
        }
        var readings: [[LexicalUnit.Reading]] = []
        for ((word, first), lemmas) in zip(zip(words, preferred), analyses) {
            let others = lemmas.map { LexicalUnit.Reading(lemma: $0.text, tags: $0.tags) }
            readings.append(Self.ordered(([first].compactMap { $0 }) + others, word, partOfSpeech))
        }
        let answers = try await dictionary.send(readings.map { $0.map(\.stream).joined(separator: " ") })
        var result: [String: ModeTranslator.Outcome] = [:]
        for (word, answer) in zip(words, answers) {
            guard case .success(let text) = answer else { continue }
            result[word] = Self.outcome(word, LexicalUnit.all(in: text))
        }
        return result
    }

    func shutdown() async {
        await lexical.shutdown()
        await dictionary.shutdown()
        await analyser.shutdown()
    }

    /// The readings whose base form is the word, or all readings if there are none: preferred ones first, without
    /// duplicates.
    private static func ordered(
        _ readings: [LexicalUnit.Reading],
        _ word: String,
        _ wanted: PartOfSpeech?
    ) -> [LexicalUnit.Reading] {
        var seen: Set<String> = []
        let different = readings.filter { seen.insert("\($0.lemma)/\($0.tags.first ?? "")").inserted }
        let base = different.filter { $0.lemma.lowercased() == word.lowercased() }
        let chosen = base.isEmpty ? different : base
        return chosen.filter { $0.partOfSpeech == wanted } + chosen.filter { $0.partOfSpeech != wanted }
    }

    private static func outcome(_ word: String, _ units: [LexicalUnit]) -> ModeTranslator.Outcome? {
        let pairs = units.flatMap { unit in unit.others.filter(\.isKnown).map { (unit.first, $0) } }
        guard let (source, best) = pairs.first else { return nil }
        var texts: [String] = []
        for (_, reading) in pairs {
            let text = shaped(reading.plainLemma, like: word)
            if !texts.contains(text), texts.count < 10 { texts.append(text) }
        }
        guard let text = texts.first else { return nil }
        let isBase = source.lemma.lowercased() == word.lowercased()
        return ModeTranslator.Outcome(
            parts: [.words(text)],
            words: 1,
            alternatives: Array(texts.dropFirst()),
            partOfSpeech: source.partOfSpeech,
            genders: source.partOfSpeech == .noun ? best.genders : [],
            match: TranslationMatch(step: isBase ? .exact : .lemma, headword: source.plainLemma)
        )
    }

    /// A lemma in the case of the word. If the word is in lower case, the lemma keeps the dictionary's case.
    private static func shaped(_ lemma: String, like word: String) -> String {
        let letters = word.filter(\.isLetter)
        if letters.count > 1, letters.allSatisfy(\.isUppercase) { return lemma.uppercased() }
        guard word.first?.isUppercase == true else { return lemma }
        return lemma.prefix(1).uppercased() + lemma.dropFirst()
    }
}
