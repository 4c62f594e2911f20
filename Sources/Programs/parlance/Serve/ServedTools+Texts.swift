import ServiceRegistry
import FrontEndServer
import JSON
import LanguageServices
import ServiceClient
import ServiceConfiguration

extension ServedTools {
    var translate: ModelContextTool {
        ModelContextTool(
            "translate",
            title: "Translate",
            "Translates words and expressions by dictionaries, with part of speech and alternatives; sentences where a "
                + "translator is installed, else word by word, which is marked as a gloss.",
            parameters: [
                ToolParameter("texts", .texts(atMost: 50, of: 5000), "The texts, each by itself", isRequired: true),
                ToolParameter("to", .text(atMost: 35), "The language to translate to: es, de, fr, en"),
                ToolParameter("from", .text(atMost: 35), "The language of the texts; without it, it is guessed"),
                ToolParameter(
                    "entries",
                    .boolean,
                    "Give the whole entries of the dictionaries, with senses and examples"
                ),
            ],
            isOpenWorld: reachesOut(.translation)
        ) { [registry] arguments in
            let texts = arguments.texts("texts")
            let request = TranslationRequest(
                texts: texts,
                source: try arguments.languageTag("from"),
                target: try arguments.languageTag("to"),
                wantsEntries: arguments.flag("entries")
            )
            let response = try await registry.translation().translate(request)
            let results = zip(texts, response.results).map { text, result -> JSONValue in
                switch result {
                case .success(let translation):
                    .object([("text", .string(text))] + TranslationJSON.members(translation))
                case .failure(let error):
                    ["text": .string(text), "error": ReportJSON.value(error)]
                }
            }
            return ToolAnswer(["translations": .array(results)])
        }
    }

    var exampleSentences: ModelContextTool {
        ModelContextTool(
            "example_sentences",
            title: "Example sentences",
            "Gives correct example sentences for a word, at a learner's level, and says where the word stands in each.",
            parameters: [
                ToolParameter("word", .text(atMost: Self.longestWord), "The word or expression", isRequired: true),
                ToolParameter("language", .text(atMost: 35), "The language of the word: en, es"),
                ToolParameter("count", .integer(1...20), "How many sentences; 3 unless told otherwise"),
                ToolParameter(
                    "level",
                    .choice(LearnerLevel.allCases.map(\.rawValue)),
                    "How well the learner knows the language; no sentence is harder"
                ),
                ToolParameter(
                    "part_of_speech",
                    .text(atMost: 40),
                    "Which kind of word is meant: noun, verb, adjective"
                ),
                ToolParameter("sense", .text(atMost: 200), "Which meaning is wanted, in a word or two"),
                ToolParameter("translate_to", .text(atMost: 35), "Translate the sentences into this language as well"),
            ],
            isOpenWorld: reachesOut(.sentences)
        ) { [registry] arguments in
            let target = try arguments.languageTag("translate_to")
            let language = try arguments.languageTag("language")
            let request = SentenceRequest(
                word: arguments.text("word") ?? "",
                language: language,
                partOfSpeech: arguments.text("part_of_speech").map { PartOfSpeech(rawValue: $0.lowercased()) },
                sense: arguments.text("sense"),
                level: arguments.text("level").flatMap { LearnerLevel(rawValue: $0) },
                count: arguments.integer("count") ?? 3,
                targetLanguage: target
            )
            var sentences = try await registry.sentences().sentences(for: request).sentences
            var object = JSONMembers()
            if let target {
                let from = language ?? sentences.first?.language
                let translation = SentenceTranslation(by: try registry.translation(), from: from, to: target)
                let outcome = try await translation.translate(sentences)
                sentences = outcome.sentences
                if let failure = outcome.failure { object.add("notice", failure.description) }
            }
            object.add("sentences", .array(sentences.map { SentenceJSON.value($0) }))
            return ToolAnswer(object.object)
        }
    }
}
