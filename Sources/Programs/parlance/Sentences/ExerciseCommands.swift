import ArgumentParsing
import Exercises
import LanguageServices

extension CommandTree {
    static let quiz = Command(
        "quiz",
        summary: "Ask for words: choices, gaps, pairs and words to be put in order",
        discussion: [
            .paragraph(
                """
                On a terminal each exercise is asked, and an answer is judged at once; elsewhere the exercises are \
                printed, with the answers at the end. Case does not count in an answer, and a missing accent makes it \
                almost right.
                """
            ),
            .paragraph(
                """
                The words are looked up for their meanings, or come with them from a deck. Wrong answers are other words \
                of the same kind, first from those that are asked for, then from the starter dictionary; none is a right \
                answer to another reading of the question.
                """
            ),
            .example("parlance sentence quiz water bread house dog --to es"),
            .example(
                "parlance sentence quiz --deck spanish.apkg --field Front --meaning-field Back --to en --language es"
            ),
            .example("parlance sentence quiz -f words.txt --to es --kinds choice,match --count 20 --json"),
        ],
        options: Options.exercises,
        positionals: [Options.learnedWords]
    )

    static let lesson = Command(
        "lesson",
        summary: "Make a lesson of words: meanings, examples, exercises, questions",
        discussion: [
            .paragraph(
                """
                The lesson is printed to be read from the top; --json has it as one object, for a program that shows it \
                in its own way. How long it takes is estimated from what there is to read at the level, and from the \
                exercises.
                """
            ),
            .example("parlance sentence lesson water bread house dog --to es --level A1"),
            .example("parlance sentence lesson --deck words.tsv --field 1 --meaning-field 2 --language en --json"),
        ],
        options: [Options.lessonTitle] + Options.exercises,
        positionals: [Options.learnedWords]
    )
}

extension Options {
    /// What the verbs of exercises understand.
    static let exercises: [any OptionDeclaration] =
        [
            sentenceLanguage, meaningLanguage, sentenceLevel, exerciseKinds, exerciseCount, seed, textFile, learnedDeck,
            field, meaningField, partOfSpeechField, separator, deckHeader, deckMarkup, provider, role,
        ] + caching

    static let learnedWords = Positional.repeated("WORD", summary: "Words to learn; '-' reads standard input")
    static let meaningLanguage = Option(
        "to",
        placeholder: "TAG",
        summary: "The language in which the words are explained",
        environmentVariable: "PARLANCE_SENTENCES_TO"
    )
    static let exerciseKinds = Option(
        "kinds",
        placeholder: "LIST",
        summary: "Kinds of exercise, with commas between them: choice, cloze, match, order",
        default: "choice,cloze,match,order"
    )
    static let exerciseCount = Option(
        "count",
        short: "n",
        in: 1...1000,
        summary: "How many exercises there are, at most; two for each word, and at most 30, without it"
    )
    static let learnedDeck = Option(
        "deck",
        placeholder: "FILE",
        summary: "Learn the cards of this deck",
        completion: .file
    )
    static let meaningField = Option(
        "meaning-field",
        placeholder: "NAME",
        summary: "The field of the deck that has the meaning; without it, the second"
    )
    static let lessonTitle = Option("title", placeholder: "TEXT", summary: "What the lesson is called")
}
