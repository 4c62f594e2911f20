import JSON
import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@testable import Exercises

@Suite("Lessons and exercises from cards")
struct LessonTests {
    private func maker(
        _ cards: [StudyCard],
        _ plan: ExercisePlan = CardSamples.plan(),
        sentences: (any SentenceProvider)? = CardSamples.sentences
    ) -> ExerciseMaker {
        ExerciseMaker(cards, plan: plan, sentences: sentences)
    }

    @Test("the same seed produces the same exercises, and another seed produces different ones")
    func seed() async throws {
        let first = try await maker(CardSamples.tricky).exercises()
        #expect(first.exercises == (try await maker(CardSamples.tricky).exercises()).exercises)
        let other = try await maker(CardSamples.tricky, CardSamples.plan(seed: 1)).exercises()
        #expect(first.exercises != other.exercises)
        #expect(Set(first.exercises.map(\.kind)) == Set(ExerciseKind.allCases))
        #expect(Set(first.exercises).count == first.exercises.count)
    }

    @Test("the requested number and kinds of exercises are created", arguments: ExerciseKind.allCases)
    func kinds(_ kind: ExerciseKind) async throws {
        let result = try await maker(CardSamples.tricky, CardSamples.plan([kind], count: 7)).exercises()
        #expect(result.exercises.count == 7)
        #expect(result.exercises.allSatisfy { $0.kind == kind })
    }

    @Test("decks of any size", arguments: [1, 2, 3, 4, 10, 100, 1000, 1100])
    func sizes(_ count: Int) async throws {
        let lesson = try await LessonMaker(maker(CardSamples.many(count))).lesson()
        #expect(lesson.items.count == min(count, 1000))
        #expect(!lesson.exercises.isEmpty && lesson.exercises.count <= 30)
        #expect(lesson.practice.count == min(count, 6))
        #expect(lesson.seconds > 0)
        #expect(lesson.items.allSatisfy { $0.card.example != nil })
        #expect(!lesson.title.isEmpty && !lesson.introduction.isEmpty)
    }

    @Test("duplicates are merged, cards without a word are dropped, and cards without a meaning get sentence exercises")
    func ugly() async throws {
        let cards = [
            CardSamples.card("dog", "perro"), CardSamples.card(" dog ", "perro"), CardSamples.card("dog", "can"),
            CardSamples.card("", "nada"), CardSamples.card(" \u{200B}", "nada"), CardSamples.card("cat", ""),
            CardSamples.card("cat", "  "),
        ]
        let lesson = try await LessonMaker(maker(cards)).lesson()
        #expect(lesson.items.map(\.card.word) == ["dog", "cat"])
        #expect(lesson.items.first?.card.meanings == ["perro", "can"])
        #expect(lesson.exercises.allSatisfy { $0.kind == .cloze || $0.kind == .order })
        #expect(!lesson.exercises.isEmpty)
        await #expect(throws: ServiceError.self) {
            try await maker([CardSamples.card(" ", "x")]).exercises()
        }
        await #expect(throws: ServiceError.self) { try await maker([]).exercises() }
        await #expect(throws: ServiceError.self) {
            try await maker(CardSamples.tricky, CardSamples.plan([])).exercises()
        }
    }

    @Test("the words on all cards with the same meaning are correct answers")
    func shared() async throws {
        let lesson = try await LessonMaker(maker(CardSamples.tricky)).lesson()
        for question in lesson.practice where question.question == "How do you say 'banco'?" {
            #expect(Set(question.answers) == ["bank", "bench"])
        }
        let two = try await LessonMaker(
            maker([CardSamples.card("bank", "banco"), CardSamples.card("bench", "banco")])
        ).lesson()
        let asked = two.practice.filter { $0.question.contains("'banco'") }
        #expect(asked.allSatisfy { Set($0.answers) == ["bank", "bench"] })
    }

    @Test("a lesson and its exercises are unchanged after encoding and decoding")
    func coding() async throws {
        let lesson = try await LessonMaker(maker(CardSamples.tricky)).lesson()
        let bytes = JSONWriter.bytes(try JSONEncoding.value(lesson))
        let read = try JSONDecoding.value(Lesson.self, from: JSONDocument.parse(bytes, source: "test"))
        #expect(read == lesson)
    }

    @Test("a card's own example is used first, and a failing provider is called once")
    func providers() async throws {
        let example = CardSamples.sentence("My dog sleeps in the garden.", "dog")
        var dog = CardSamples.card("dog", "perro")
        dog.example = example
        let broken = InMemorySentences(
            failures: [ServiceError](repeating: ServiceError(.unauthorized, "no key"), count: 50)
        )
        let result = try await maker([dog, CardSamples.card("cat", "gato")], sentences: broken).exercises()
        #expect(broken.callCount == 1)
        #expect(result.notices.count == 1 && result.notices.first?.contains("no key") == true)
        let own = result.exercises.contains { exercise in
            if case .cloze(let cloze) = exercise { cloze.sentence == example.text } else { false }
        }
        #expect(own)
        let unknowing = InMemorySentences(unknown: ["cat"])
        let notices = try await maker([CardSamples.card("cat", "gato")], sentences: unknowing).exercises().notices
        #expect(notices == ["no sentence found for 'cat'"])
    }

    @Test("cancelling a lesson throws")
    func cancelled() async throws {
        let work = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await LessonMaker(maker(CardSamples.many(1000))).lesson()
        }
        work.cancel()
        await #expect(throws: ServiceError.self) { try await work.value }
    }

    @Test("the duration includes reading and exercises")
    func duration() async throws {
        var lesson = try await LessonMaker(maker(CardSamples.tricky)).lesson()
        let before = lesson.seconds
        lesson.exercises = []
        lesson.practice = []
        lesson.level = .a1
        let slow = LessonDuration.seconds(of: lesson)
        lesson.level = .c2
        let fast = LessonDuration.seconds(of: lesson)
        #expect(fast < slow && slow < before)
        lesson.exercises = [.match(MatchingPairs(words: ["a", "b"], meanings: ["x", "y"], answer: [1, 0]))]
        #expect(LessonDuration.seconds(of: lesson) == fast + 12)
        lesson.practice = [PracticeQuestion(question: "?")]
        #expect(LessonDuration.seconds(of: lesson) == fast + 42)
    }

    @Test("hostile words are handled", arguments: HostileWords.all)
    func hostile(_ word: String) async throws {
        let start = String(String.UnicodeScalarView(word.unicodeScalars.prefix(100)))
        let cards = [CardSamples.card(word, word), CardSamples.card("x" + start, word)] + CardSamples.tricky
        let result = try await maker(cards, CardSamples.plan(count: 20)).exercises()
        #expect(result.exercises.count > 5)
        for exercise in result.exercises { _ = exercise.verdict(word) }
    }
}
