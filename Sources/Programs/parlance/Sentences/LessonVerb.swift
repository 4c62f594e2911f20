import ArgumentParsing
import Exercises
import JSON
import LanguageServices

/// `parlance sentence lesson`: words, examples, exercises and questions, to be read from the top.
struct LessonVerb {
    private let program: Program
    private let console: Console
    private let arguments: ParsedArguments

    init(_ program: Program, _ arguments: ParsedArguments) {
        self.program = program
        self.arguments = arguments
        console = program.console
    }

    func run() async throws -> ExitCode {
        let isJSON = try arguments[Options.json]
        let asking = try await ExerciseAsking(program, arguments)
        let maker = LessonMaker(asking.maker, title: try arguments[Options.lessonTitle], writer: asking.writer)
        let lesson = try await maker.lesson()
        for notice in lesson.notices { console.note(notice) }
        if isJSON {
            try console.print(try JSONEncoding.value(lesson))
        } else {
            for line in Self.lines(lesson) { try console.print(line) }
        }
        return .ok
    }

    /// By which way the texts came about.
    private static func way(of lesson: Lesson) -> String {
        guard let writing = lesson.writing else { return "made from the cards" }
        let others =
            writing.made == 0 ? "" : ", \(writing.made) of \(writing.made + writing.written) parts made from the cards"
        return "written by \(writing.provider)\(others)"
    }

    private static func lines(_ lesson: Lesson) -> [String] {
        let minutes = max(1, (lesson.seconds + 59) / 60)
        let level = lesson.level.map { ", level \($0.rawValue)" } ?? ""
        var lines = [
            lesson.title, "about \(minutes) minute\(minutes == 1 ? "" : "s")\(level), \(way(of: lesson))", "",
            lesson.introduction, "", "Words",
        ]
        for item in lesson.items {
            lines.append("  \(item.explanation)")
            if let details = item.details { lines.append("    \(details)") }
            guard let example = item.card.example else { continue }
            lines.append("    \(example.text)")
            if let translation = example.translation { lines.append("    \(translation)") }
        }
        if !lesson.practice.isEmpty {
            lines += ["", "Practice"]
            lines += lesson.practice.enumerated().map { "\($0 + 1). \($1.question)" }
        }
        if !lesson.exercises.isEmpty { lines += ["", "Exercises"] + QuizVerb.sheet(lesson.exercises) }
        let answers = lesson.practice.enumerated().filter { !$1.answers.isEmpty }
        if !answers.isEmpty {
            lines += ["", "Answers to the practice"]
            lines += answers.map { "\($0 + 1). \($1.answers.joined(separator: "; "))" }
        }
        return lines
    }
}
