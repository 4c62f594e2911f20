import ArgumentParsing
import Decks
import Exercises
import LanguageServices
import ServiceRegistry

/// The cards that a command line names: words, whose meanings are looked up, or the notes of a deck.
struct LearnedCards {
    /// The cards.
    private(set) var cards: [StudyCard] = []

    /// The language of the words, where it is known.
    private(set) var language: LanguageTag?

    private let console: Console

    init(_ program: Program, _ arguments: ParsedArguments, _ services: SentenceServices) async throws {
        console = program.console
        language = services.language
        guard let path = try arguments[Options.learnedDeck] else {
            for option in [Options.field, Options.meaningField, Options.partOfSpeechField]
            where try arguments[option] != nil {
                throw arguments.usageError("'\(option.specification.longForm)' goes with '--deck FILE'")
            }
            try await lookUp(program, arguments, target: services.target)
            return
        }
        guard try arguments[Options.learnedWords].isEmpty, try arguments[Options.textFile] == nil else {
            throw arguments.usageError("give words or '--deck FILE', not both")
        }
        try readDeck(path, arguments)
    }

    /// Words beyond these are left out.
    private static let most = ExercisePlan.mostCards

    // MARK: Words

    private mutating func lookUp(_ program: Program, _ arguments: ParsedArguments, target: LanguageTag?) async throws {
        var texts = try InputTexts(
            arguments,
            console,
            verb: "learn",
            texts: Options.learnedWords,
            file: Options.textFile
        )
        var tally = Tally(verb: "learn")
        var words: [String] = []
        while let text = try await texts.next(complainingTo: console, &tally) {
            guard words.count < Self.most else {
                console.note("only the first \(Self.most) words are used")
                break
            }
            words.append(text.text)
        }
        guard !words.isEmpty else {
            throw CommandFailure(
                ServiceError(.invalidRequest, "there is nothing to learn", remedy: "the input has no word in it")
            )
        }
        guard let target else {
            console.note("without '--to TAG' the words have no meanings, and there are only exercises of sentences")
            cards = words.map { StudyCard(word: $0, meanings: []) }
            return
        }
        let translation = try await program.registry(arguments).translation()
        let asking = TranslationAsking(translation, TranslationRequest(texts: [], source: language), console: console)
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
                console.note("'\(word.prefix(40))' is in no dictionary, and has no meaning in the exercises")
                cards.append(StudyCard(word: word, meanings: []))
            case .failure(let error):
                console.note("'\(word.prefix(40))' has no meaning in the exercises: \(error.message)")
                cards.append(StudyCard(word: word, meanings: []))
            }
        }
        language = language ?? sources.max { ($0.value, $1.key.text) < ($1.value, $0.key.text) }?.key
    }

    // MARK: Decks

    private mutating func readDeck(_ path: String, _ arguments: ParsedArguments) throws {
        let deck: any Deck
        do { deck = try arguments.openDeck(path) } catch let error as ServiceError {
            throw CommandFailure(reading: error)
        }
        for notice in deck.info.notices { console.note("\(path): \(notice)") }
        let wordField = try arguments[Options.field] ?? "1"
        let meaningField = try arguments[Options.meaningField] ?? "2"
        let kindField = try arguments[Options.partOfSpeechField]
        let info = deck.info
        for name in [wordField, meaningField] + [kindField].compactMap({ $0 })
        where !info.noteTypes.contains(where: { $0.place(ofField: name) != nil }) {
            throw CommandFailure(
                ServiceError(
                    .invalidRequest,
                    "no notes of the deck have a field '\(name)'",
                    remedy: "'parlance deck info' lists them"
                )
            )
        }
        var cards: [StudyCard] = []
        var isCut = false
        try deck.readNotes { note in
            try ServiceError.checkCancellation(of: "the reading")
            guard info.noteTypes.indices.contains(note.type) else { return true }
            let type = info.noteTypes[note.type]
            func line(_ name: String) -> String? {
                guard let place = type.place(ofField: name), note.fields.indices.contains(place) else { return nil }
                return FieldMarkup(note.fields[place], isHTML: info.hasMarkup).firstLine
            }
            guard let word = line(wordField) else { return true }
            isCut = cards.count >= Self.most
            if isCut { return false }
            cards.append(
                StudyCard(
                    word: word,
                    meanings: [line(meaningField)].compactMap { $0 },
                    partOfSpeech: kindField.flatMap(line).flatMap(PartOfSpeech.init(label:))
                )
            )
            return true
        }
        if isCut { console.note("only the first \(Self.most) cards are used") }
        guard !cards.isEmpty else {
            throw CommandFailure(
                ServiceError(
                    .invalidRequest,
                    "no card of the deck has a word in the field '\(wordField)'",
                    remedy: "name another with '--field'"
                )
            )
        }
        self.cards = cards
    }
}
