package import Decks
package import Exercises
package import LanguageServices

/// The cards of a quiz, created from words whose meanings are looked up, or from the notes of a deck.
package struct QuizCards: Sendable {
    /// The cards.
    package private(set) var cards: [StudyCard] = []

    /// The language of the words, if known.
    package private(set) var language: LanguageTag?

    /// The maximum number of cards. Further words are ignored.
    package static let maximumCount = ExercisePlan.maximumCards

    // MARK: Words

    /// Creates cards by looking up words.
    ///
    /// - Parameters:
    ///   - words: The words.
    ///   - language: Their language; `nil` uses the language in which most of them were found.
    ///   - target: The language of the meanings.
    ///   - translation: The provider that translates the words.
    ///   - note: Called with a message for each word without a meaning.
    package init(
        words: [String],
        language: LanguageTag?,
        target: LanguageTag,
        translation: any TranslationProvider,
        note: @escaping @Sendable (String) -> Void
    ) async throws {
        let asking = TranslationRunner(translation, TranslationRequest(texts: [], source: language), notice: note)
        let answers = try await asking.answers(to: words, in: target)
        var sources: [LanguageTag: Int] = [:]
        for (word, answer) in zip(words, answers) {
            switch answer {
            case .success(let found) where found.match.map { $0.step <= .lemma } ?? true:
                if let source = found.source { sources[source, default: 0] += 1 }
                cards.append(
                    StudyCard(
                        word: word,
                        meanings: [found.text] + found.alternatives,
                        partOfSpeech: found.partOfSpeech,
                        level: found.difficulty
                    )
                )
            case .success:
                note("'\(word.prefix(40))' is not in any dictionary, so the exercises show no meaning for it")
                cards.append(StudyCard(word: word, meanings: []))
            case .failure(let error):
                note("no meaning found for '\(word.prefix(40))': \(error.message)")
                cards.append(StudyCard(word: word, meanings: []))
            }
        }
        self.language = language ?? sources.max { ($0.value, $1.key.text) < ($1.value, $0.key.text) }?.key
    }

    /// Creates cards without meanings.
    package init(words: [String], language: LanguageTag?) {
        cards = words.map { StudyCard(word: $0, meanings: []) }
        self.language = language
    }

    // MARK: Decks

    /// The fields of a deck that form a card, by name or number.
    package struct Fields: Sendable {
        /// The word.
        package var word: String

        /// The meaning of the word.
        package var meaning: String

        /// The part of speech of the word.
        package var partOfSpeech: String?

        /// Creates a selection. The word defaults to the first field and the meaning to the second.
        package init(word: String?, meaning: String?, partOfSpeech: String?) {
            self.word = word ?? "1"
            self.meaning = meaning ?? "2"
            self.partOfSpeech = partOfSpeech
        }
    }

    /// Creates cards from a deck.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when the deck lacks these fields or has no words in them.
    package init(
        _ deck: any Deck,
        _ fields: Fields,
        language: LanguageTag?,
        note: (String) -> Void
    ) throws {
        self.language = language
        let info = deck.info
        for name in [fields.word, fields.meaning] + [fields.partOfSpeech].compactMap({ $0 })
        where !info.hasField(name) {
            throw ServiceError(
                .invalidRequest,
                "no note in the deck has a field '\(name)'",
                remedy: "list fields with 'parlance deck info'"
            )
        }
        var cards: [StudyCard] = []
        var isCut = false
        try deck.readNotes { note in
            if Task.isCancelled { throw ServiceError(.cancelled, "reading was cancelled") }
            guard info.noteTypes.indices.contains(note.type) else { return true }
            let type = info.noteTypes[note.type]
            func line(_ name: String) -> String? {
                guard let place = type.index(ofField: name), note.fields.indices.contains(place) else { return nil }
                return FieldMarkup(note.fields[place], isHTML: info.hasMarkup).firstLine
            }
            guard let word = line(fields.word) else { return true }
            isCut = cards.count >= Self.maximumCount
            if isCut { return false }
            cards.append(
                StudyCard(
                    word: word,
                    meanings: [line(fields.meaning)].compactMap { $0 },
                    partOfSpeech: fields.partOfSpeech.flatMap(line).flatMap(PartOfSpeech.init(label:))
                )
            )
            return true
        }
        if isCut { note("only the first \(Self.maximumCount) cards are used") }
        guard !cards.isEmpty else {
            throw ServiceError(
                .invalidRequest,
                "no card in the deck has a word in the field '\(fields.word)'",
                remedy: "choose another field with '--field'"
            )
        }
        self.cards = cards
    }
}
