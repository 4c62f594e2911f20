public import LanguageServices

/// How long a lesson takes.
///
/// A lesson of w words to be read takes 60 · w / r seconds of reading, where r is ``wordsPerMinute(at:)``, and for each
/// exercise and question what ``seconds(for:)`` says: a choice 12, a gap 20, a sentence to be ordered 25, each pair to be
/// matched 6, and a practice question 30. The result is rounded up to whole seconds. The numbers are those of a learner who
/// reads everything twice and thinks before answering; they are an estimate and not a measurement.
public enum LessonDuration {
    /// Seconds for a practice question.
    public static let practice = 30

    /// How many words of the language a learner reads in a minute, twice each; of no known level as at B1.
    public static func wordsPerMinute(at level: LearnerLevel?) -> Int {
        switch level {
        case .a1: 40
        case .a2: 50
        case .b1, nil: 65
        case .b2: 80
        case .c1: 95
        case .c2: 110
        }
    }

    /// Seconds for an exercise.
    public static func seconds(for exercise: Exercise) -> Int {
        switch exercise {
        case .choice: 12
        case .cloze: 20
        case .order: 25
        case .match(let match): 6 * match.words.count
        }
    }

    /// Seconds for a lesson.
    public static func seconds(of lesson: Lesson) -> Int {
        let texts =
            [lesson.title, lesson.introduction]
            + lesson.items.flatMap { item in
                [
                    item.explanation, item.details ?? "", item.card.example?.text ?? "",
                    item.card.example?.translation ?? "",
                ]
            }
        let words = texts.reduce(0) { $0 + $1.split(whereSeparator: \.isWhitespace).count }
        let rate = wordsPerMinute(at: lesson.level)
        let reading = (60 * words + rate - 1) / rate
        return reading + lesson.exercises.reduce(0) { $0 + seconds(for: $1) } + practice * lesson.practice.count
    }
}
