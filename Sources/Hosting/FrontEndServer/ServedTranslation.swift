import JSON
import LanguageServices
import ServiceRegistry

/// The methods of translation.
struct ServedTranslation {
    let registry: ServedRegistry
    let role: Role

    /// How many texts a request may have.
    static let mostTexts = 100

    func work(_ method: String, _ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work? {
        switch method {
        case "translation.pairs": try pairs(parameters)
        case "translation.translate": try translate(parameters)
        default: nil
        }
    }

    private func pairs(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        let role = try parameters.role(role)
        return { [registry] _ in
            let pairs = try await registry.use { try await $0.translation(role).languagePairs() }
            return [
                "pairs": .array(
                    pairs.map { ["source": .string($0.source.text), "target": .string($0.target.text)] }
                )
            ]
        }
    }

    private func translate(_ parameters: RequestParameters) throws(ServiceError) -> FrontEndServer.Work {
        guard let texts = try parameters.texts("texts") else {
            throw RequestParameters.mistake("the request has no 'texts'")
        }
        guard texts.count <= Self.mostTexts else {
            throw ServiceError(
                .limitExceeded,
                "there are \(texts.count) texts, and a request has at most \(Self.mostTexts)",
                remedy: "send them in several requests"
            )
        }
        let request = TranslationRequest(
            texts: texts,
            source: try parameters.language("source"),
            target: try parameters.language("target"),
            partOfSpeech: try parameters.text("partOfSpeech").map { PartOfSpeech(rawValue: $0) },
            romanizes: try parameters.flag("romanize") ?? false,
            wantsAlternatives: try parameters.flag("alternatives") ?? true
        )
        let role = try parameters.role(role)
        return { [registry] _ in
            let response = try await registry.use { try await $0.translation(role).translate(request) }
            return ReportMembers.result(
                response.report,
                [("results", .array(response.results.map(Self.value)))]
            )
        }
    }

    private static func value(_ result: Result<Translation, ServiceError>) -> JSONValue {
        switch result {
        case .failure(let error): return ["error": AnswerFrame.value(error)]
        case .success(let translation):
            var members: [(String, JSONValue)] = [("text", .string(translation.text))]
            if !translation.alternatives.isEmpty {
                members.append(("alternatives", .array(translation.alternatives.map { .string($0) })))
            }
            func add(_ name: String, _ text: String?) {
                if let text { members.append((name, .string(text))) }
            }
            add("romanization", translation.romanization)
            add("partOfSpeech", translation.partOfSpeech?.rawValue)
            add("source", translation.source?.text)
            if !translation.notes.isEmpty {
                members.append(("notes", .array(translation.notes.map { .string($0) })))
            }
            add("difficulty", translation.difficulty?.rawValue)
            add("provider", translation.provider.rawValue)
            return .object(members)
        }
    }
}
