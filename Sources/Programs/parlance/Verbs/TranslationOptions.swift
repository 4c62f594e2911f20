import ArgumentParsing
import LanguageServices

extension CommandTree {
    static let translate = Command(
        "translate",
        summary: "Translate words and texts, by default from local dictionaries",
        discussion: [
            """
            The most common translation of a word comes first, followed by others and the part of speech. Words are \
            found in any form (went, Häuser, naive) and despite small spelling mistakes; the output shows the word \
            that was found. A text that is not in any dictionary goes to the next provider, or is translated word by \
            word.
            """,
            """
            Each TEXT is translated separately; with --file, each line is a text. '-' reads lines from standard input. \
            Results for input lines are tab-separated.
            """,
            .example("parlance translate water --to es"),
            .example("parlance translate water --to ja --romanize", "Also in Latin letters."),
            .example("parlance translate house --to es,fr,de", "Several languages in columns."),
            .example("parlance translate light --to de --pos adjective", "Only as an adjective."),
            .example("parlance translate -f words.txt --to es --brief", "Only the translations, one per line."),
            .example("parlance translate bank --to de --article", "The full entry."),
            .example("parlance translate --jsonl --to es < items.jsonl", "A filter for batch jobs."),
            .example(
                #"parlance translate "It is cold" --to es --context "How is the soup?" --level A2 --provider llama"#,
                "Context for a language model."
            ),
        ],
        options: [
            Options.from, Options.to, Options.partOfSpeech, Options.romanize, Options.alternatives, Options.brief,
            Options.article, Options.table, Options.match, Options.accept, Options.context, Options.level,
            Options.textFile,
            Options.provider, Options.strict, Options.role, Options.queue, Options.noQueue,
        ] + Options.caching + Options.filter + [Options.contextMember, Options.levelMember],
        positionals: [Options.sourceTexts]
    )

    static let gloss = Command(
        "gloss",
        summary: "Translate a text word by word",
        discussion: [
            """
            Words and multi-word expressions are looked up one by one. Chinese and Japanese text is segmented into \
            words first; Japanese requires MeCab.
            """,
            .example(#"parlance gloss "Ich trinke gern kaltes Wasser" --from de --to en"#),
        ],
        options: [Options.from, Options.to, Options.romanize, Options.textFile] + Options.filter,
        positionals: [Options.sourceTexts]
    )

    static let dictionary = Command(
        "dictionary",
        summary: "Import, list, inspect, remove and export dictionaries",
        discussion: [
            """
            Dictionaries in dictd, StarDict, EDICT, CC-CEDICT, TSV and CSV files are compiled once into an index. The \
            starter dictionaries need no import.
            """,
            .example("parlance dictionary available", "Dictionaries on this system."),
            .example("parlance dictionary import freedict-eng-deu", "Import it by name."),
            .example("parlance dictionary import words.tsv --from en --to es --name mine"),
        ],
        subcommands: [
            Command(
                "import",
                summary: "Import dictionaries",
                discussion: [
                    """
                    PATH is a dictionary file or folder, or a name from 'dictionary available'. Import the dictionary \
                    for the opposite direction as well, because it improves the ranking.
                    """
                ],
                options: [
                    Options.dictionaryName, Options.from, Options.to, Options.dictionaryFormat, Options.licence,
                    Options.replace,
                ],
                positionals: [Options.dictionaryPaths]
            ),
            Command("list", summary: "List the dictionaries in use"),
            Command(
                "available",
                summary: "List dictionaries on this system that can be imported",
                options: [Options.from, Options.to]
            ),
            Command(
                "info",
                summary: "Show the licence, source and size of a dictionary",
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
                summary: "Write a dictionary as tab-separated text",
                options: [Options.textOutput],
                positionals: [Options.dictionaryNameToExport]
            ),
        ]
    )
}

extension Options {
    static let from = Option("from", "TAG")
        .help(
            "Source language, such as en, de or ja; detected by default",
            environment: "PARLANCE_TRANSLATION_FROM"
        )
    static let to = Option("to", "TAG")
        .help(
            "Target language, or several separated by commas for a table",
            environment: "PARLANCE_TRANSLATION_TO"
        )
    static let partOfSpeech = Option("pos", "KIND", choices: PartOfSpeech.known.map(\.rawValue))
        .help("Part of speech of the word")
    static let romanize = Flag("romanize").help("Also show the translation in Latin letters")
    static let alternatives = Option("alternatives", "COUNT", in: 0...50)
        .help("Number of alternative translations to show", default: "3")
    static let brief = Flag("brief", short: "b").help("Print only the best translation of each text")
    static let article = Flag("article").help("Show full entries, with meanings and examples")
    static let table = Flag("table").help("Show a column for each language in --to, or for all languages")
    static let match = Option("match", "STEP", of: TranslationMatch.Step.self)
        .help("Loosest match to accept")
    static let accept = Option("accept", "QUALITY", of: Translation.Quality.self)
        .help("Worst quality to accept; by default all, but no guesses with --brief and --jsonl")
    static let context = Option("context", "TEXT").repeated
        .help("Preceding text, for language models and DeepL")
    static let level = Option("level", "LEVEL", of: LearnerLevel.self)
        .help(
            "The reader's level in the target language, for language models",
            environment: "PARLANCE_TRANSLATION_LEVEL"
        )
    static let textFile = Option.file("file", short: "f").help("Read the lines of this file; '-' is standard input")
    static let sourceTexts = Positional("TEXT", .repeated).help("Text to translate; '-' reads standard input")

    static let dictionaryName = Option("name", "NAME").help("Name of the imported dictionary")
    static let dictionaryFormat = Option("format", "FORMAT")
        .help("Format: dictd, stardict, edict, cedict, tsv or csv; detected by default")
    static let licence = Option("licence", "TEXT").help("Licence, if the file does not state one")
    static let replace = Flag("replace").help("Replace a dictionary with the same name")
    static let verify = Flag("verify").help("Read the whole dictionary, and check that it is intact")
    static let textOutput = Option.file("output", short: "o").help("Write to this file instead of standard output")
    static let dictionaryPaths = Positional("PATH", .repeated, completion: .file).help(
        "Files, folders or dictionary names"
    )
    static let dictionaryNames = Positional("NAME", .repeated).help("Names from 'dictionary list'")
    static let dictionaryNameToExport = Positional("NAME").help("The dictionary")
}
