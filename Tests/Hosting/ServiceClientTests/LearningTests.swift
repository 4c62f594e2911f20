import Decks
import DictionaryImport
import DictionaryTranslation
import Exercises
import LanguageServices
import LanguageServicesTesting
import Platform
import ServiceClient
import ServiceConfiguration
import Synchronization
import TestSupport
import Testing

@Suite("Quiz cards and named dictionaries")
struct LearningTests {
    /// The notices that were passed on.
    private final class Notes: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func add(_ text: String) { list.withLock { $0.append(text) } }
    }

    private let folder: TemporaryFolder
    private let notes = Notes()
    private let english: LanguageTag
    private let spanish: LanguageTag

    init() throws {
        folder = try TemporaryFolder()
        english = try #require(LanguageTag("en"))
        spanish = try #require(LanguageTag("es"))
    }

    @Test("words get their meanings, and a word without one is reported")
    func words() async throws {
        let translation = InMemoryTranslation(
            entries: [LanguagePair(source: english, target: spanish): ["water": "agua", "dog": "perro"]]
        )
        let learned = try await QuizCards(
            words: ["water", "qxzv", "dog"],
            language: english,
            target: spanish,
            translation: translation,
            note: notes.add
        )
        #expect(learned.cards.map(\.word) == ["water", "qxzv", "dog"])
        #expect(learned.cards.map(\.meanings) == [["agua"], [], ["perro"]])
        #expect(notes.all == ["no meaning found for 'qxzv': there is no translation of this text"])
        #expect(QuizCards(words: ["water"], language: nil).cards.map(\.meanings) == [[]])
    }

    private func deck(_ text: String) throws -> any Deck {
        let path = folder.file("deck.tsv")
        try AtomicFile.write(Array(text.utf8), to: path)
        return try DeckOpening.open(path: path, options: DeckOpening.Options(header: .present))
    }

    @Test("words and meanings are read from the given fields of a deck")
    func decks() throws {
        let deck = try deck("Front\tBack\tKind\nagua\twater\tnoun\n\tnothing\t\ncorrer\tto run\tverb\n")
        let fields = QuizCards.Fields(word: nil, meaning: "Back", partOfSpeech: "Kind")
        let learned = try QuizCards(deck, fields, language: spanish, note: notes.add)
        #expect(learned.cards.map(\.word) == ["agua", "correr"])
        #expect(learned.cards.map(\.meanings) == [["water"], ["to run"]])
        #expect(learned.cards.map(\.partOfSpeech) == [.noun, .verb])
        #expect(learned.language == spanish && notes.all.isEmpty)
    }

    @Test("an unknown field, and a deck without words, are refused")
    func refusals() throws {
        let deck = try deck("Front\tBack\n \twater\n")
        func error(_ word: String) -> ServiceError? {
            #expect(throws: ServiceError.self) {
                let fields = QuizCards.Fields(word: word, meaning: nil, partOfSpeech: nil)
                _ = try QuizCards(deck, fields, language: nil, note: notes.add)
            }
        }
        #expect(error("Middle")?.message == "no note in the deck has a field 'Middle'")
        #expect(error("Front")?.message == "no card in the deck has a word in the field 'Front'")
    }

    @Test("cards beyond the maximum number are ignored")
    func most() throws {
        let lines = (0...QuizCards.maximumCount).map { "word\($0)\tmeaning\($0)\n" }.joined()
        let learned = try QuizCards(
            try deck("Front\tBack\n" + lines),
            QuizCards.Fields(word: nil, meaning: nil, partOfSpeech: nil),
            language: nil,
            note: notes.add
        )
        #expect(learned.cards.count == QuizCards.maximumCount)
        #expect(notes.all == ["only the first \(QuizCards.maximumCount) cards are used"])
    }

    @Test("the words of a starter dictionary are available in both directions")
    func starter() throws {
        let data = DataLocator(environment: ["PARLANCE_DATA": Repository.root], executable: nil)
        #expect(StarterWords.pool(data, language: english, meanings: spanish) != nil)
        #expect(StarterWords.pool(data, language: spanish, meanings: english) != nil)
        #expect(StarterWords.pool(data, language: spanish, meanings: try #require(LanguageTag("xx"))) == nil)
        let nothing = DataLocator(environment: ["PARLANCE_DATA": folder.path], executable: nil)
        #expect(StarterWords.pool(nothing, language: english, meanings: spanish) == nil)
    }

    @Test("starter dictionaries are opened by name and cannot be removed")
    func dictionaries() throws {
        let starter = DictionaryLocations(
            library: nil,
            starter: Repository.path("Dictionaries"),
            cache: folder.path
        ).starterDictionaries
        let named = NamedDictionaries(library: DictionaryLibrary(folder: folder.file("library")), starter: starter)
        let first = try #require(starter.first)
        #expect(named.names("starter") == starter.map(\.name))
        #expect(named.names("other") == ["other"])
        let found = try named.open(first.name)
        #expect(found.path == first.path && found.size > 0)
        #expect(throws: ServiceError.self) { try named.openOne("starter") }
        #expect(throws: ServiceError.self) { try named.refuseToRemove(first.name) }
        try named.refuseToRemove("other")
    }
}
