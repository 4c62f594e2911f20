import LanguageServices

/// Translates segments with one Apertium mode.
final class ModeTranslator: Sendable {
    /// The outcome of a segment.
    struct Outcome: Sendable {
        /// The translation.
        var parts: [Segment.Part] = []
        /// Unknown words as they appear in ``parts``.
        var unknown: [String] = []
        /// Words left in their base form because the inflected form could not be generated.
        var unformed: [String] = []
        /// The number of words in ``parts``.
        var words = 0
        /// Alternative translations of a single word.
        var alternatives: [String] = []
        var partOfSpeech: PartOfSpeech?
        var genders: [GrammaticalGender] = []
        var match: TranslationMatch?
    }

    let mode: ApertiumMode
    private let sentences: ApertiumPipeline
    private let words: WordTranslator?
    private let targetAnalyser: ApertiumAnalyser?

    /// Creates a translator; nothing is started yet.
    ///
    /// - Parameter modes: All modes. The mode for the opposite direction is used to determine which target words are
    ///   capitalised.
    init(_ mode: ApertiumMode, among modes: [ApertiumMode], idleTimeout: Duration) {
        self.mode = mode
        sentences = ApertiumPipeline(name: mode.name, stages: mode.stages, idleTimeout: idleTimeout)
        words = WordTranslator(mode, idleTimeout: idleTimeout)
        targetAnalyser = ApertiumAnalyser(language: mode.pair.target, among: modes, idleTimeout: idleTimeout)
    }

    /// Translates segments.
    ///
    /// - Returns: One result per segment.
    /// - Throws: `ServiceError.Code.unavailable` if the programs are not installed; `ServiceError.Code.cancelled`.
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
                    "Apertium (\(mode.name)) moved or lost markup in the text",
                    remedy: "translate the text without markup"
                )
                results[segment] = .failure(error)
            case .failure(let error): results[segment] = .failure(error)
            }
        }
        let capitals = try await capitals(outcomes)
        for (segment, outcome) in outcomes {
            var outcome = outcome
            outcome.parts = SourceFormatting.letterCase(outcome.parts, like: segment, keepsCapital: capitals.contains)
            // For an inflected form, the sentence pipeline returns the inflected translation, and the dictionary
            // returns the base form.
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

    /// Terminates the processes; later requests fail.
    func shutdown() async {
        await sentences.shutdown()
        await words?.shutdown()
        await targetAnalyser?.shutdown()
    }

    /// The process IDs of the sentence pipeline, for tests.
    var identifiers: [Int32] { sentences.identifiers }

    // MARK: Parts

    private func outcome(_ segment: Segment, _ answer: String) -> Outcome? {
        guard let read = StreamFormat.answer(answer), let parts = segment.restored(read.pieces) else { return nil }
        return Outcome(
            parts: SourceFormatting.spaces(parts, like: segment),
            unknown: read.unknown,
            unformed: read.unformed,
            words: read.words
        )
    }

    /// The first words of translations that are capitalised regardless of position.
    private func capitals(_ outcomes: [(segment: Segment, outcome: Outcome)]) async throws(ServiceError) -> Set<String>
    {
        var asked: Set<String> = []
        for (segment, outcome) in outcomes {
            _ = SourceFormatting.letterCase(outcome.parts, like: segment) { word in
                asked.insert(word)
                return true
            }
        }
        let target = mode.pair.target.language
        // German nouns are capitalised, but nouns cannot be recognised here.
        if target == "de" || target == "lb" { return asked }
        let words = asked.sorted()
        guard !words.isEmpty, let targetAnalyser else { return [] }
        let lemmas = try await targetAnalyser.lemmas(of: words)
        var result: Set<String> = []
        for (word, lemmas) in zip(words, lemmas) where !lemmas.isEmpty {
            if lemmas.allSatisfy({ $0.text.first?.isUppercase == true }) { result.insert(word) }
        }
        // The analyser lists the pronoun in lower case, as *prpers*.
        if target == "en" { result.formUnion(words.filter { $0 == "I" }) }
        return result
    }
}
