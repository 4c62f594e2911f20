import JSON
import LanguageServices
import LanguageServicesTesting
import ServiceRegistry
import Testing

@testable import Exercises

/// A provider with fixed sentences and a lesson that the test sets.
private struct LessonWriter: SentenceProvider {
    var written: Result<WrittenLesson, ServiceError>

    var descriptor: ProviderDescriptor { CardSamples.sentences.descriptor }
    func status() async -> ProviderStatus { .ready }
    func shutdown() async {}
    func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await CardSamples.sentences.sentences(for: request)
    }
    func lesson(for request: LessonRequest) async throws -> WrittenLesson { try written.get() }
}

@Suite("Lessons written by a provider")
struct WrittenLessonTests {
    private static let cards = [
        CardSamples.card("dog", "perro"), CardSamples.card("bread", "pan"), CardSamples.card("bank", "banco"),
        CardSamples.card("bench", "banco"), CardSamples.card("window", "ventana"),
    ]

    private func word(_ number: Int) -> WrittenLesson.Word {
        let card = Self.cards[number]
        return WrittenLesson.Word(
            explanation: "Es una palabra que se usa en la casa.",
            sentences: [CardSamples.sentence("My \(card.word) is near the old tree.", card.word)],
            choice: WrittenLesson.Choice(right: card.meanings[0], wrong: ["avión", "zapato", "lluvia"])
        )
    }

    private func whole() -> WrittenLesson {
        WrittenLesson(
            introduction: "En esta lección hay palabras de la casa.",
            words: Self.cards.indices.map(word),
            questions: [.init("¿Qué hay en la casa?", answers: ["Un perro."]), .init("Write about your dog.")],
            report: .answered(by: "llm", in: .zero, notices: ["written with care"])
        )
    }

    private func lesson(_ written: WrittenLesson, _ plan: ExercisePlan = CardSamples.plan()) async throws -> Lesson {
        let writer = LessonWriter(written: .success(written))
        return try await LessonMaker(ExerciseMaker(Self.cards, plan: plan, sentences: writer), writer: writer).lesson()
    }

    private func choices(_ lesson: Lesson) -> [MultipleChoice] {
        lesson.exercises.compactMap { if case .choice(let choice) = $0 { choice } else { nil } }
    }

    @Test("the lesson contains the written parts and names their provider")
    func all() async throws {
        let lesson = try await lesson(whole())
        #expect(lesson.introducedBy == "llm" && lesson.introduction.hasPrefix("En esta lección"))
        #expect(
            lesson.items.allSatisfy { $0.details == "Es una palabra que se usa en la casa." && $0.writtenBy == "llm" }
        )
        #expect(lesson.items.first?.explanation == "dog (noun): perro")
        #expect(lesson.items.first?.card.example?.text == "My dog is near the old tree.")
        #expect(lesson.practice.map(\.writtenBy) == ["llm", "llm", nil, nil, nil])
        let written = choices(lesson)
        #expect(!written.isEmpty)
        for choice in written where choice.question != "bench" && choice.question != "bank" {
            #expect(choice.writtenBy == "llm" && choice.choices.count == 4)
            #expect(choice.right == Self.cards.first { $0.word == choice.question }?.meanings.first)
        }
        let own = written.count { $0.writtenBy == nil }
        #expect(lesson.writing?.provider == "llm" && lesson.writing?.made == 3 + own)
        #expect(lesson.notices.contains("written with care"))
        let bytes = JSONWriter.bytes(try JSONEncoding.value(lesson))
        #expect(try JSONDecoding.value(Lesson.self, from: JSONDocument.parse(bytes, source: "test")) == lesson)
    }

    @Test("a part that fails its check is replaced with one generated from the cards")
    func bad() async throws {
        var written = whole()
        written.introduction = "Visit www.example.org now."
        written.words[0].explanation = "<b>Es</b> una palabra."
        written.words[0].sentences = [CardSamples.sentence("Nothing is in here at all.", "here")]
        written.words[0].sentences[0].wordRanges = []
        written.words[0].choice?.wrong = ["perros", "zapato", "lluvia"]
        written.words[1].choice?.wrong = ["avión", "Avion", "lluvia"]
        written.words[2].choice?.right = "orilla"
        // The wrong answer is the meaning of another card, so that card is known.
        written.words[4].choice?.wrong = ["perro", "pan", "banco"]
        written.questions = [.init("Siehe http://example.org"), .init(""), .init("¿Qué hay en la casa?")]
        let lesson = try await lesson(written, CardSamples.plan([.choice], count: 5))
        #expect(lesson.introducedBy == nil && lesson.introduction.hasPrefix("This lesson has 5 words"))
        #expect(lesson.items.map { $0.writtenBy == nil } == [true, false, false, false, false])
        #expect(lesson.items[0].card.example?.text.contains("dog") == true)
        #expect(lesson.practice.map(\.writtenBy) == ["llm", nil, nil, nil, nil])
        for choice in choices(lesson) {
            if choice.writtenBy == nil { continue }
            #expect(["bank", "bench", "window"].contains(choice.question), "\(choice)")
            if choice.question == "window" {
                #expect(Set(choice.choices.map(\.other)) == ["window", "dog", "bread", "bank"])
            }
        }
        #expect(choices(lesson).contains { $0.writtenBy == "llm" })
    }

    @Test("a written lesson with too few, too many or no words has no effect")
    func counts() async throws {
        var written = whole()
        written.words = []
        #expect(try await lesson(written).items.allSatisfy { $0.writtenBy == nil })
        written.words = (0..<50).map { word($0 % 5) }
        #expect(try await lesson(written).items.count == 5)
        var plan = CardSamples.plan()
        plan.language = nil
        #expect(try await lesson(whole(), plan).items.allSatisfy { $0.writtenBy == nil })
    }

    @Test("a provider that cannot write lessons causes no error, and a failing one is reported")
    func failures() async throws {
        let plain = try await LessonMaker(ExerciseMaker(Self.cards, plan: CardSamples.plan())).lesson()
        let maker = ExerciseMaker(Self.cards, plan: CardSamples.plan(), sentences: CardSamples.sentences)
        let silent = try await LessonMaker(maker, writer: CardSamples.sentences).lesson()
        #expect(silent.notices.isEmpty && silent.writing == nil && plain.writing == nil)
        let broken = LessonWriter(written: .failure(ServiceError(.network, "no way there")))
        let told = try await LessonMaker(maker, writer: broken).lesson()
        #expect(told.notices.count == 1 && told.notices[0].contains("no way there"))
        #expect(told.exercises == silent.exercises && told.writing == nil)
        let cancelled = LessonWriter(written: .failure(ServiceError(.cancelled, "stop")))
        await #expect(throws: ServiceError.self) { try await LessonMaker(maker, writer: cancelled).lesson() }
    }

    @Test("a chain tries providers until one writes the lesson, and an offline chain calls none")
    func chains() async throws {
        let writer = LessonWriter(written: .success(whole()))
        let chain = FallbackSentences([CardSamples.sentences, writer])
        let request = LessonRequest(words: [.init("dog")], language: LanguageTag("en"))
        let lesson = try await chain.lesson(for: request)
        #expect(lesson.words.count == 5 && lesson.report.answeredBy == "llm" && lesson.report.attempts.count == 2)
        let offline = FallbackSentences([CardSamples.sentences, writer.applying(.offline)])
        await #expect(throws: ServiceError.self) { try await offline.lesson(for: request) }
    }
}
