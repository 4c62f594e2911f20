import ArgumentParsing
import LanguageServices

extension CommandTree {
    static let sentence = Command(
        "sentence",
        summary: "Give example sentences for words",
        discussion: [
            .paragraph(
                """
                Each WORD, or expression in quotation marks, gets sentences of its own; with --file each line is one. A \
                lone '-' reads lines from standard input. Of words that are read, the result has tabs between its \
                columns: word, sentence, translation, Latin letters.
                """
            ),
            .paragraph(
                """
                The word may stand in a sentence in another form; --json says where it stands. The same command gives \
                the same sentences; --seed with another number gives others.
                """
            ),
            .paragraph(
                """
                'sentence quiz' and 'sentence lesson' are commands of their own; for the words themselves, write '--' \
                before them.
                """
            ),
            .paragraph(
                """
                With --jsonl the command is a filter: it reads an object a line, and writes each back in the same order \
                with its sentences as the member 'sentences', in the form that --json has, or with the reason why there \
                are none as the member 'error'.
                """
            ),
            .example("parlance sentence water"),
            .example("parlance sentence bank --pos noun --sense money --count 5", "Of one meaning only."),
            .example("parlance sentence water --level A1 --words 4-8 --to es", "Short and easy, with translations."),
            .example("parlance sentence --file words.txt --cloze", "Gaps for Anki, a few for each line."),
            .example("parlance sentence --jsonl --text-member word < in.jsonl > out.jsonl", "As a filter."),
        ],
        options: Options.sentenceWishes + [
            Options.sentenceCount, Options.sentenceTo, Options.sentenceRomanize, Options.avoid, Options.cloze,
            Options.textFile, Options.provider, Options.role,
        ] + Options.filter + [Options.levelMember, Options.partOfSpeechMember, Options.senseMember] + Options.caching,
        positionals: [Options.words],
        subcommands: [quiz, lesson]
    )
}

extension Options {
    /// What every verb understands that asks for sentences.
    static let sentenceWishes: [any OptionDeclaration] = [
        sentenceLanguage, partOfSpeech, sense, sentenceLevel, sentenceLength, topic, seed,
    ]

    static let words = Positional.repeated("WORD", summary: "What the sentences are for; '-' reads standard input")
    static let sentenceLanguage = Option(
        "language",
        short: "l",
        placeholder: "TAG",
        summary: "The language of the words: en, de, ja",
        environmentVariable: "PARLANCE_SENTENCES_LANGUAGE"
    )
    static let sense = Option(
        "sense",
        placeholder: "TEXT",
        summary: "Which meaning is wanted, in a word or two: a synonym, a translation"
    )
    static let sentenceLevel = Option(
        "level",
        placeholder: "LEVEL",
        of: LearnerLevel.self,
        summary: "How well the reader knows the language; no sentence is harder",
        environmentVariable: "PARLANCE_SENTENCES_LEVEL"
    )
    static let sentenceLength = Option(
        "words",
        placeholder: "N-M",
        summary: "How many words a sentence may have: 4-12, or a single number"
    )
    static let topic = Option("topic", placeholder: "TEXT", summary: "What the sentences are to be about")
    static let seed = Option(
        "seed",
        placeholder: "NUMBER",
        in: 0...4_294_967_295,
        summary: "Another number gives another choice, the same number the same",
        default: "0"
    )
    static let sentenceCount = Option(
        "count",
        short: "n",
        in: SentenceRequest.counts,
        summary: "How many sentences each word gets, at most",
        default: "3"
    )
    static let sentenceTo = Option(
        "to",
        placeholder: "TAG",
        summary: "Translate the sentences into this language as well",
        environmentVariable: "PARLANCE_SENTENCES_TO"
    )
    static let sentenceRomanize = Flag("romanize", summary: "Show the sentences in Latin letters as well")
    static let avoid = Option(
        "avoid",
        placeholder: "FILE",
        summary: "Give none of the sentences of this file, which has one a line",
        completion: .file
    )
    static let cloze = Flag("cloze", summary: "Show each sentence as a cloze of Anki: {{c1::word}}")
}
