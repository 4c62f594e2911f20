import JSON
import LanguageServices
import ServiceRegistry
import PluginHost

/// The methods of sentences.
struct ServedSentences {
    let registry: ServedRegistry
    let role: Role

    func work(_ method: String, _ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work? {
        guard method == "sentences.generate" else { return nil }
        let request = SentenceRequest(
            word: try parameters.demandedText("word"),
            language: try parameters.language("language"),
            partOfSpeech: try parameters.text("partOfSpeech").map { PartOfSpeech(rawValue: $0) },
            sense: try parameters.text("sense"),
            level: try parameters.choice("level", LearnerLevel.self),
            count: try parameters.wholeNumber("count") ?? 1,
            words: try Self.words(parameters),
            topic: try parameters.text("topic"),
            seed: try Self.seed(parameters),
            targetLanguage: try parameters.language("targetLanguage"),
            romanizes: try parameters.flag("romanize") ?? false,
            avoiding: try parameters.texts("avoiding") ?? []
        )
        try request.validate()
        let role = try parameters.role(role)
        return { [registry] answer in
            try await registry.use { registry in
                var report = ServiceReport()
                for try await event in try await registry.sentences(role).sentenceStream(for: request) {
                    switch event {
                    case .sentence(let sentence):
                        try await answer.send("sentence", [("sentence", Self.value(sentence))])
                    case .report(let last): report = last
                    }
                }
                return ReportMembers.result(report)
            }
        }
    }

    private static func words(_ parameters: RequestParameters) throws(ServiceError) -> ClosedRange<Int>? {
        guard let list = try parameters.list("words") else { return nil }
        let numbers = list.compactMap(\.wholeNumber)
        guard list.count == 2, numbers.count == 2, numbers[0] <= numbers[1] else {
            throw RequestParameters.mistake("'words' is a list of two whole numbers, the least and the most")
        }
        return numbers[0]...numbers[1]
    }

    /// A number of 64 bits does not fit into a number of the protocol, so it comes as a text.
    private static func seed(_ parameters: RequestParameters) throws(ServiceError) -> UInt64 {
        guard let text = try parameters.text("seed") else { return 0 }
        guard let seed = UInt64(text) else { throw RequestParameters.mistake("'seed' is a text of digits") }
        return seed
    }

    private static func value(_ sentence: ExampleSentence) -> JSONValue {
        var members: [(String, JSONValue)] = [("text", .string(sentence.text))]
        if !sentence.wordRanges.isEmpty {
            let ranges = sentence.wordRanges.map {
                JSONValue.array([.integer($0.lowerBound), .integer($0.upperBound)])
            }
            members.append(("ranges", .array(ranges)))
        }
        func add(_ name: String, _ text: String?) {
            if let text { members.append((name, .string(text))) }
        }
        add("lemma", sentence.lemma)
        add("partOfSpeech", sentence.partOfSpeech?.rawValue)
        add("sense", sentence.sense)
        add("level", sentence.level?.rawValue)
        add("translation", sentence.translation)
        add("romanization", sentence.romanization)
        if !sentence.notes.isEmpty { members.append(("notes", .array(sentence.notes.map { .string($0) }))) }
        add("source", sentence.source)
        add("licence", sentence.licence)
        add("provider", sentence.provider.rawValue)
        return .object(members)
    }
}
