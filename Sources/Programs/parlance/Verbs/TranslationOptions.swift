import ArgumentParsing
import LanguageServices

extension CommandTree {
    static let translate = Command(
        "translate",
        summary: "Translate words and texts, from dictionaries on this machine unless configured otherwise",
        discussion: [
            """
            A word gets its usual translation first, then others, and what kind of word it is. It is found in any \
            form (went, Häuser, naive) and with small mistakes; what was found instead is said. A text that is in no \
            dictionary is translated by the next provider, or word by word.
            """,
            """
            Each TEXT is translated by itself; with --file each line is. A lone '-' reads lines from standard input. \
            Of lines that are read, the result has tabs between its columns.
            """,
            .example("parlance translate water --to es"),
            .example("parlance translate water --to ja --romanize", "In Latin letters as well."),
            .example("parlance translate house --to es,fr,de", "Several languages side by side."),
            .example("parlance translate light --to de --pos adjective", "Only as an adjective, if there is one."),
            .example("parlance translate -f words.txt --to es --brief", "One translation a line, nothing else."),
            .example("parlance translate bank --to de --article", "The whole entry."),
            .example("parlance translate --jsonl --to es < items.jsonl", "A filter for batch jobs."),
            .example(
                #"parlance translate "It is cold" --to es --context "How is the soup?" --level A2 --provider llama"#,
                "For a service that makes use of it."
            ),
        ],
        options: [
            Options.from, Options.to, Options.partOfSpeech, Options.romanize, Options.alternatives, Options.brief,
            Options.article, Options.table, Options.match, Options.context, Options.level, Options.textFile,
            Options.provider, Options.role, Options.queue, Options.noQueue,
        ] + Options.caching + Options.filter + [Options.contextMember, Options.levelMember],
        positionals: [Options.sourceTexts]
    )

    static let gloss = Command(
        "gloss",
        summary: "Show a text with the translation of each word below it",
        discussion: [
            """
            Words and expressions of several words are looked up one by one. Chinese and Japanese are cut into words \
            first; Japanese needs MeCab for it.
            """,
            .example(#"parlance gloss "Ich trinke gern kaltes Wasser" --from de --to en"#),
        ],
        options: [Options.from, Options.to, Options.romanize, Options.textFile] + Options.filter,
        positionals: [Options.sourceTexts]
    )

    static let dictionary = Command(
        "dictionary",
        summary: "Import, list, show, remove and export dictionaries",
        discussion: [
            """
            Dictionaries are read from dictd, StarDict, EDICT, CC-CEDICT, TSV and CSV files, and compiled once into \
            an index that answers at once. The starter dictionaries need no import.
            """,
            .example("parlance dictionary available", "What is installed on this machine and can be imported."),
            .example("parlance dictionary import freedict-eng-deu", "Import it by name."),
            .example("parlance dictionary import words.tsv --from en --to es --name mine"),
        ],
        subcommands: [
            Command(
                "import",
                summary: "Compile dictionaries, so that words are found in them",
                discussion: [
                    """
                    PATH is any file of a dictionary, its folder, or a name that 'dictionary available' lists. A \
                    dictionary of the opposite direction makes the ranking better: import both.
                    """
                ],
                options: [
                    Options.dictionaryName, Options.from, Options.to, Options.dictionaryFormat, Options.licence,
                    Options.replace,
                ],
                positionals: [Options.dictionaryPaths]
            ),
            Command("list", summary: "List the dictionaries in which words are looked up"),
            Command(
                "available",
                summary: "List dictionaries of this machine that can be imported",
                options: [Options.from, Options.to]
            ),
            Command(
                "info",
                summary: "Show what a dictionary says of itself: licence, source, size",
                options: [Options.verify],
                positionals: [Options.dictionaryNames]
            ),
            Command(
                "remove",
                summary: "Remove imported dictionaries",
                positionals: [Options.dictionaryNames]
            ),
            Command(
                "export",
                summary: "Write a dictionary as tab-separated text, which can be imported again",
                options: [Options.textOutput],
                positionals: [Options.dictionaryNameToExport]
            ),
        ]
    )
}

extension Options {
    static let from = Option("from", "TAG")
        .help(
            "The language of the texts: en, de, ja; without it, it is found out",
            environment: "PARLANCE_TRANSLATION_FROM"
        )
    static let to = Option("to", "TAG")
        .help(
            "The language to translate to; several with commas between them make a table",
            environment: "PARLANCE_TRANSLATION_TO"
        )
    static let partOfSpeech = Option("pos", "KIND", choices: PartOfSpeech.known.map(\.rawValue))
        .help("What kind of word is meant, where it can be several")
    static let romanize = Flag("romanize").help("Show the translation in Latin letters as well")
    static let alternatives = Option("alternatives", "COUNT", in: 0...50)
        .help("How many other translations are shown", default: "3")
    static let brief = Flag("brief", short: "b").help("Print nothing but the best translation of each text")
    static let article = Flag("article").help("Show the whole entries, with meanings and examples")
    static let table = Flag("table").help("A column for each language of --to, or for all that are known")
    static let match = Option("match", "STEP", of: TranslationMatch.Step.self)
        .help("How far the search in a dictionary may go from the text as it is")
    static let context = Option("context", "TEXT").repeated
        .help("What was said before, which tells what is meant; for language models and DeepL")
    static let level = Option("level", "LEVEL", of: LearnerLevel.self)
        .help(
            "How well the reader knows the language to translate to; for language models",
            environment: "PARLANCE_TRANSLATION_LEVEL"
        )
    static let textFile = Option.file("file", short: "f").help("Read the lines of a file; '-' is standard input")
    static let sourceTexts = Positional("TEXT", .repeated).help("What to translate; '-' reads standard input")

    static let dictionaryName = Option("name", "NAME").help("The name under which it is kept")
    static let dictionaryFormat = Option("format", "FORMAT")
        .help("dictd, stardict, edict, cedict, tsv or csv; without it, it is found out")
    static let licence = Option("licence", "TEXT").help("Its licence, where the file does not say")
    static let replace = Flag("replace").help("Replace a dictionary of the same name")
    static let verify = Flag("verify").help("Read all of it, and say whether it is whole")
    static let textOutput = Option.file("output", short: "o").help("Write this file instead of standard output")
    static let dictionaryPaths = Positional("PATH", .repeated, completion: .file).help("Files, folders or names")
    static let dictionaryNames = Positional("NAME", .repeated).help("Dictionaries, as 'dictionary list' shows them")
    static let dictionaryNameToExport = Positional("NAME").help("The dictionary")
}
