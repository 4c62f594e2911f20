import LanguageServices

/// Translates segments by one mode of Apertium.
final class ModeTranslator: Sendable {
    /// What became of a segment.
    struct Outcome: Sendable {
        /// The translation.
        var parts: [Segment.Part] = []
        /// Words that are not known, as they stand in ``parts``.
        var unknown: [String] = []
        /// Words that are given in their base form, since the right one could not be made.
        var unformed: [String] = []
        /// How many words ``parts`` has.
        var words = 0
        /// Other translations of a single word.
        var alternatives: [String] = []
        var partOfSpeech: PartOfSpeech?
        var genders: [GrammaticalGender] = []
        var match: TranslationMatch?
    }

    let mode: ApertiumMode
    private let sentences: ApertiumPipeline
    private let words: WordTranslator?
    private let targetAnalyser: ApertiumAnalyser?

    /// Makes a translator; nothing is started yet.
    ///
    /// - Parameter modes: All modes: the one for the opposite direction knows which words of the target are written with
    ///   capitals.
    init(_ mode: ApertiumMode, among modes: [ApertiumMode], patience: Duration) {
        self.mode = mode
        sentences = ApertiumPipeline(name: mode.name, stages: mode.stages, patience: patience)
        words = WordTranslator(mode, patience: patience)
        targetAnalyser = ApertiumAnalyser(language: mode.pair.target, among: modes, patience: patience)
    }

    /// Translates segments.
    ///
    /// - Returns: A result for each.
    /// - Throws: `ServiceError.Code.unavailable` when the programs are not installed; `ServiceError.Code.cancelled`.
    func translate(
        _ segments: [Segment],
        partOfSpeech: PartOfSpeech?,
        loosestMatch: TranslationMatch.Step
    ) async throws(ServiceError) -> [Segment: Result<Outcome, ServiceError>] {
        var results: [Segment: Result<Outcome, ServiceError>] = [:]
        let singles = segments.compactMap(\.singleWord)
        let found = try await words?.translate(singles, partOfSpeech: partOfSpeech) ?? [:]
        var rest: [Segment] = []
        for segment in segments {
            if let word = segment.singleWord, let known = found[word], known.match?.step == .exact {
                results[segment] = .success(known)
            } else {
                rest.append(segment)
            }
        }
        let answers = try await sentences.send(rest.map(\.stream))
        var outcomes: [(segment: Segment, outcome: Outcome)] = []
        for (segment, answer) in zip(rest, answers) {
            switch answer.map({ outcome(segment, $0) }) {
            case .success(let outcome?): outcomes.append((segment, outcome))
            case .success(nil):
                let error = ServiceError(
                    .providerFailed,
                    "Apertium (\(mode.name)) moved or lost markup of the text",
                    remedy: "translate the text without markup"
                )
                results[segment] = .failure(error)
            case .failure(let error): results[segment] = .failure(error)
            }
        }
        let capitals = try await capitals(outcomes)
        for (segment, outcome) in outcomes {
            var outcome = outcome
            outcome.parts = Tidying.letterCase(outcome.parts, like: segment, keepsCapital: capitals.contains)
            // Of an inflected form the sentence gives the form, and the dictionary the word.
            if loosestMatch >= .lemma, let word = segment.singleWord, let known = found[word] {
                outcome.partOfSpeech = known.partOfSpeech
                outcome.match = known.match
                let text = Segment(parts: outcome.parts).text
                outcome.alternatives = ([Segment(parts: known.parts).text] + known.alternatives).filter { $0 != text }
            }
            results[segment] = .success(outcome)
        }
        return results
    }

    /// Ends the programs; a later request fails.
    func shutdown() async {
        await sentences.shutdown()
        await words?.shutdown()
        await targetAnalyser?.shutdown()
    }

    /// The process numbers of the pipeline for sentences, for tests.
    var identifiers: [Int32] { sentences.identifiers }

    // MARK: Parts

    private func outcome(_ segment: Segment, _ answer: String) -> Outcome? {
        guard let read = StreamFormat.answer(answer), let parts = segment.restored(read.pieces) else { return nil }
        return Outcome(
            parts: Tidying.spaces(parts, like: segment),
            unknown: read.unknown,
            unformed: read.unformed,
            words: read.words
        )
    }

    /// The first words of translations that are written with a capital anywhere.
    private func capitals(_ outcomes: [(segment: Segment, outcome: Outcome)]) async throws(ServiceError) -> Set<String>
    {
        var asked: Set<String> = []
        for (segment, outcome) in outcomes {
            _ = Tidying.letterCase(outcome.parts, like: segment) { word in
                asked.insert(word)
                return true
            }
        }
        let target = mode.pair.target.language
        // Nouns of German are written with capitals, and it cannot be seen here what is one.
        if target == "de" || target == "lb" { return asked }
        let words = asked.sorted()
        guard !words.isEmpty, let targetAnalyser else { return [] }
        let lemmas = try await targetAnalyser.lemmas(of: words)
        var result: Set<String> = []
        for (word, lemmas) in zip(words, lemmas) where !lemmas.isEmpty {
            if lemmas.allSatisfy({ $0.text.first?.isUppercase == true }) { result.insert(word) }
        }
        // The analyser has the pronoun in lower case, as *prpers*.
        if target == "en" { result.formUnion(words.filter { $0 == "I" }) }
        return result
    }
}
