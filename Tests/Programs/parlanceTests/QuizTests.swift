import Exercises
import Foundation
import JSON
import LanguageServices
import LanguageServicesTesting
import Platform
import TestSupport
import Testing

@testable import parlance

@Suite("parlance sentence quiz and lesson")
struct QuizTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private static let words = ["water", "bread", "house", "dog"]

    /// Runs the program with the test's own sentences and meanings; typed input comes from a file.
    private func run(_ arguments: [String], typing: String? = nil) async throws -> Outcome {
        let file = folder.file("parlance.json")
        let configuration = """
            { "version": 1, "sentences": { "use": ["memory"], "language": "en" }, "translation": { "use": ["words"] },
              "providers": {
                "memory": { "kind": "memory", "templates": ["I see {word} over there now.", "Here is {word} at last."] },
                "words": { "kind": "memory-translation", "source": "en", "target": "es",
                  "entries": ["water=agua", "bread=pan", "house=casa", "dog=perro", "car=coche", "auto=coche"] } } }
            """
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: file))
        var program = InProcess(
            environment: ["PARLANCE_CONFIG": file, "PARLANCE_CACHE_ENABLED": "false"],
            kinds: [InMemorySentences.kind(named: "memory"), InMemoryTranslation.kind(named: "memory-translation")]
        )
        let typed = folder.file("typed.txt")
        try Data((typing ?? "").utf8).write(to: URL(fileURLWithPath: typed))
        let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: typed))
        if typing != nil {
            program.input = handle.fileDescriptor
            program.isKeyboard = true
            program.isOutputTerminal = true
        }
        let outcome = await program.run(["sentence"] + arguments)
        try handle.close()
        return outcome
    }

    private func exercises(_ arguments: [String]) async throws -> [Exercise] {
        let outcome = try await run(["quiz", "--json"] + arguments)
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        return try outcome.lines.map { line in
            try JSONDecoding.value(Exercise.self, from: JSONDocument.parse(Array(line.utf8), source: "test"))
        }
    }

    @Test("without a terminal, the exercises are printed, followed by their answers")
    func sheet() async throws {
        let outcome = try await run(["quiz", "--to", "es"] + Self.words)
        outcome.expectSuccess()
        let parts = outcome.text.components(separatedBy: "\nAnswers\n")
        #expect(parts.count == 2)
        let made = try await exercises(["--to", "es"] + Self.words)
        #expect(made.count == 8)
        #expect(Set(made.map(\.kind)) == Set(ExerciseKind.allCases))
        #expect(parts.last?.split(separator: "\n").count == 8)
        // The same command prints the same exercises.
        #expect(try await run(["quiz", "--to", "es"] + Self.words).text == outcome.text)
        #expect(try await run(["quiz", "--to", "es", "--seed", "5"] + Self.words).text != outcome.text)
    }

    @Test("on a terminal, correct and wrong answers are distinguished and counted")
    func asked() async throws {
        let options = ["--to", "es", "--kinds", "choice,cloze,match,order", "--count", "6"]
        let made = try await exercises(options + Self.words)
        let answers = made.enumerated().map { place, exercise in
            place == 2 ? "no idea" : Self.answer(exercise)
        }
        let outcome = try await run(["quiz"] + options + Self.words, typing: answers.joined(separator: "\n") + "\n")
        outcome.expectSuccess()
        #expect(outcome.text.components(separatedBy: "Right.").count == 6, "\(outcome.text)")
        #expect(outcome.text.components(separatedBy: "Wrong: ").count == 2)
        #expect(outcome.text.hasSuffix("5 of 6 right: 83 %\n"), "\(outcome.text)")
    }

    private static func answer(_ exercise: Exercise) -> String {
        switch exercise {
        case .choice(let choice): choice.right.uppercased()
        case .cloze(let cloze): cloze.answers.joined(separator: " ")
        case .match(let match):
            match.answer.enumerated().map { "\($0 + 1)-\($1 + 1)" }.joined(separator: " ")
        case .order(let order): order.accepted.first ?? ""
        }
    }

    @Test("a wrong choice is explained, and the score counts the questions asked")
    func explained() async throws {
        let options = ["--to", "es", "--kinds", "choice", "--count", "4"]
        let made = try await exercises(options + Self.words)
        guard case .choice(let first)? = made.first, case .choice(let second)? = made.dropFirst().first else {
            Issue.record("no choices")
            return
        }
        let wrong = (first.answer + 1) % 4
        let typed = "\(wrong + 1)\n\(second.answer + 1)\n"
        let outcome = try await run(["quiz"] + options + Self.words, typing: typed)
        #expect(outcome.text.contains("'\(first.choices[wrong].text)' means '\(first.choices[wrong].other)'"))
        #expect(outcome.text.contains("1 of 2 right: 50 %"))
        let silent = try await run(["quiz"] + options + Self.words, typing: "")
        #expect(silent.ending == .exited(0) && !silent.text.contains("%"))
        let nasty = try await run(["quiz"] + options + Self.words, typing: "\u{1B}[2J\u{7}\n\u{0}\n\n")
        expectNoControls(nasty.text)
        #expect(nasty.text.contains("0 of 3 right"))
    }

    @Test("questions about the cards of a deck use the meanings in the deck")
    func deck() async throws {
        let deck = folder.file("cards.csv")
        let rows =
            "Id,Word,Meaning,Kind\n1,<b>car</b>,coche,n.\n2,auto,coche,n.\n3,tree,árbol,n.\n4,sun,sol,n.\n5,moon,luna,n.\n6,,x,\n"
        try Data(rows.utf8).write(to: URL(fileURLWithPath: deck))
        let options = ["--deck", deck, "--field", "Word", "--meaning-field", "Meaning", "--pos-field", "Kind"]
        let more = ["--markup", "html", "--header", "present", "--language", "en", "--to", "es", "--kinds", "choice"]
        let made = try await exercises(options + more + ["--count", "20"])
        #expect(!made.isEmpty)
        for exercise in made {
            guard case .choice(let choice) = exercise else { continue }
            let texts = choice.choices.map(\.text)
            #expect(!(texts.contains("car") && texts.contains("auto")))
        }
        try await run(["quiz"] + options + ["cat"]).expectFailure(64, "not both")
        try await run(["quiz", "cat", "--field", "x"]).expectFailure(64, "--deck")
        let wrong = try await run(["quiz", "--deck", deck, "--field", "Wrod", "--header", "present"])
        #expect(wrong.ending == .exited(65) && wrong.errors.contains("'Wrod'"))
        try await run(["quiz", "--deck", folder.file("none.csv")]).expectFailure(66, "none.csv")
    }

    @Test("words without meanings get sentence exercises, and impossible exercises are an error")
    func withoutMeanings() async throws {
        let outcome = try await run(["quiz", "cat", "zebra"])
        #expect(outcome.ending == .exited(0))
        #expect(outcome.errors.contains("'--to TAG'"))
        #expect(outcome.text.contains("Fill the gap") && !outcome.text.contains("What does"))
        let none = try await run(["quiz", "cat", "--kinds", "match"])
        #expect(none.ending == .exited(1) && none.errors.contains("cannot create exercises"))
        try await run(["quiz", "cat", "--kinds", "riddle"]).expectFailure(64, "choice,cloze,match,order")
        try await run(["quiz", "cat", "--kinds", ""]).expectFailure(64, "choice,cloze,match,order")
    }

    @Test("a word may have the same name as a command")
    func words() async throws {
        let outcome = try await run(["--", "quiz"])
        outcome.expectSuccess()
        #expect(outcome.text.contains("I see quiz over there now."))
        #expect(try await run(["-n", "1", "cat", "quiz"]).text.contains("quiz"))
        try await run(["--cloze", "quiz", "cat"]).expectFailure(64, "must not come before")
    }

    @Test("a lesson has the words, examples, exercises and answers, and is available as JSON")
    func lesson() async throws {
        let outcome = try await run(
            ["lesson", "--to", "es", "--title", "Animals and more", "--level", "A1"] + Self.words
        )
        outcome.expectSuccess()
        for part in ["Animals and more\n", "level A1", "dog", "perro", "\nExercises\n", "\nPractice\n", "\nAnswers\n"] {
            #expect(outcome.text.contains(part), "\(part)")
        }
        let json = try await run(["lesson", "--to", "es", "--json"] + Self.words)
        json.expectSuccess()
        let line = try #require(json.lines.first)
        let lesson = try JSONDecoding.value(Lesson.self, from: JSONDocument.parse(Array(line.utf8), source: "test"))
        #expect(lesson.items.map(\.card.word) == Self.words)
        #expect(lesson.items.allSatisfy { $0.card.example != nil && $0.card.meanings.count >= 1 })
        #expect(lesson.exercises.count == 8 && lesson.practice.count == 4 && lesson.seconds > 60)
    }

    @Test("lists with malicious words")
    func hostile() async throws {
        let words = HostileWords.all.filter {
            !$0.contains("\u{0}") && !$0.contains(where: \.isNewline) && $0.unicodeScalars.count < 300
        }
        let file = folder.file("words.txt")
        try Data((words + Self.words).joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))
        for verb in ["quiz", "lesson"] {
            let outcome = try await run([verb, "--to", "es", "-f", file])
            #expect(outcome.ending == .exited(0), "\(outcome.errors.suffix(300))")
            expectNoControls(outcome.text)
        }
    }
}
