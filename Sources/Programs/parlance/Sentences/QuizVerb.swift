import ArgumentParsing
import Exercises
import JSON
import LanguageServices
import Platform

/// `parlance sentence quiz`: exercises on words, asked on a terminal or printed with their answers.
struct QuizVerb {
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
        let result = try await asking.maker.exercises()
        for notice in result.notices { console.note(notice) }
        guard !result.exercises.isEmpty else { throw Self.nothing }
        if isJSON {
            for exercise in result.exercises { try console.print(try JSONEncoding.value(exercise)) }
            return .ok
        }
        if console.isInputTerminal, console.isOutputTerminal {
            return try await ask(result.exercises, language: asking.maker.plan.language)
        }
        for line in Self.sheet(result.exercises) { try console.print(line) }
        return .ok
    }

    static let nothing = CommandFailure(
        ServiceError(
            .notFound,
            "no exercise can be made of these words",
            remedy: "give more words, their meanings with '--to TAG', or other '--kinds'"
        )
    )

    /// The exercises as lines, and their answers at the end.
    static func sheet(_ exercises: [Exercise]) -> [String] {
        let texts = exercises.map { ExerciseText(exercise: $0) }
        var lines: [String] = []
        for (number, text) in texts.enumerated() {
            let start = "\(number + 1). "
            for (place, line) in text.lines.enumerated() {
                lines.append((place == 0 ? start : String(repeating: " ", count: start.count)) + line)
            }
            lines.append("")
        }
        return lines + ["Answers"] + texts.enumerated().map { "\($0 + 1). \($1.answer)" }
    }

    // MARK: Asking

    private func ask(_ exercises: [Exercise], language: LanguageTag?) async throws -> ExitCode {
        let reader = try console.lines(of: "-", skipsLongLines: true)
        var (asked, right, almost) = (0, 0, 0)
        for (number, exercise) in exercises.enumerated() {
            let text = ExerciseText(exercise: exercise)
            for (place, line) in text.lines.enumerated() {
                try console.print(place == 0 ? "\(number + 1)/\(exercises.count)  \(line)" : "  \(line)")
            }
            try console.output(Array("> ".utf8))
            guard let line = try await reader.next() else {
                try console.print("")
                break
            }
            asked += 1
            let answer = String(decoding: line.bytes, as: UTF8.self)
            let verdict = exercise.verdict(answer, language: language)
            if verdict != .wrong { right += 1 }
            if verdict == .almost { almost += 1 }
            try console.print(text.comment(on: answer, verdict, language: language))
            try console.print("")
        }
        guard asked > 0 else { return .ok }
        let share = 100 * right / asked
        let remark = almost > 0 ? ", \(almost) of them almost" : ""
        try console.print("\(right) of \(asked) right\(remark): \(share) %")
        return .ok
    }
}
