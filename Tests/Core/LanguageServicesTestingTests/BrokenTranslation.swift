import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

/// A broken provider for each rule of the suite.
enum BrokenTranslation {
    static func sound(id: ProviderID = "memory") throws -> InMemoryTranslation {
        let source = try #require(LanguageTag("en"))
        let target = try #require(LanguageTag("es"))
        let words = ["water": "agua", "bread": "pan"]
        return InMemoryTranslation(id: id, entries: [LanguagePair(source: source, target: target): words])
    }

    typealias Makers = [String: @Sendable () throws -> any TranslationProvider]

    static let all: Makers = descriptors.merging(answers) { $1 }.merging(batches) { $1 }.merging(use) { $1 }
        .merging(texts) { $1 }

    static let descriptors: Makers = [
        "translation.descriptor": {
            TamperedTranslation(base: try sound(), onDescriptor: { edited($0) { $0.service = .speech } })
        },
        "translation.descriptor-stable": {
            let counter = Counter()
            return TamperedTranslation(
                base: try sound(),
                onDescriptor: { edited($0) { $0.licence = "\(counter.next())" } }
            )
        },
        "translation.status": {
            TamperedTranslation(base: try sound(), onStatus: { .degraded(reason: "\n", remedy: nil) })
        },
    ]

    static let answers: Makers = [
        "translation.pairs": { TamperedTranslation(base: try sound(), onPairs: { $0 + $0 }) },
        "translation.sample": { try changing { $0.text == "agua" ? edited($0) { $0.text = " " } : $0 } },
        "translation.provider": { try changing { edited($0) { $0.provider = "other" } } },
        "translation.limit": { try changing { edited($0) { $0.match = nil } } },
        "translation.report": { try answering { response, _ in edited(response) { $0.report = ServiceReport() } } },
        "translation.unknown-pair": {
            TamperedTranslation(
                base: try sound(),
                onRequest: { request in
                    guard request.target?.language == "qaa", request.source?.language == "en" else { return request }
                    return edited(request) { $0.target = LanguageTag("es") }
                }
            )
        },
        "translation.errors": {
            TamperedTranslation(
                base: try sound(),
                onRequest: { request in
                    if request.source?.language == "qaa" { throw ForeignError() }
                    return request
                }
            )
        },
    ]

    static let batches: Makers = [
        "translation.count": {
            try answering { response, request in
                request.texts.count == 7 ? edited(response) { $0.results.removeLast() } : response
            }
        },
        "translation.order": {
            try answering { response, request in
                request.texts.count == 5 ? edited(response) { $0.results.reverse() } : response
            }
        },
        "translation.duplicates": {
            try answering { response, request in
                guard request.texts.count == 4 else { return response }
                return edited(response) { $0.results[3] = .failure(ServiceError(.notFound, "seen before")) }
            }
        },
        "translation.item-errors": {
            try answering { response, request in
                guard request.texts.contains("qxzvkwjq") else { return response }
                throw ServiceError(.notFound, "a word is not there")
            }
        },
        "translation.empty-batch": {
            TamperedTranslation(
                base: try sound(),
                onRequest: { request in
                    if request.texts.isEmpty { throw ServiceError(.invalidRequest, "there is nothing to do") }
                    return request
                }
            )
        },
        "translation.large-batch": {
            try answering { response, _ in edited(response) { $0.results = Array($0.results.prefix(128)) } }
        },
    ]

    static let use: Makers = [
        "translation.cancellation": {
            TamperedTranslation(
                base: try sound(),
                onError: { error in ServiceError(error).code == .cancelled ? CancellationError() : error }
            )
        },
        "translation.concurrency": {
            let counter = Counter()
            return try answering { response, request in
                guard request.texts == ["water", "bread", "water"], counter.next() > 2 else { return response }
                return edited(response) { $0.results[0] = .failure(ServiceError(.io, "mixed up")) }
            }
        },
        "translation.shutdown": {
            let counter = Counter()
            return TamperedTranslation(
                base: try sound(),
                onRequest: { request in
                    if counter.count > 1 { throw ForeignError() }
                    return request
                },
                onShutdown: { counter.next() }
            )
        },
    ]

    static let texts: Makers = {
        var makers: Makers = [
            "translation.text.empty": { try losing { $0.isEmpty } },
            "translation.text.many-combining": {
                try losing { $0.unicodeScalars.count { $0 == "\u{301}" } == 300 }
            },
        ]
        for (name, part) in nastyParts {
            makers["translation.text.\(name)"] = { try losing { $0.unicodeScalars.contains(part) } }
        }
        return makers
    }()

    private static func answering(
        _ change: @escaping @Sendable (TranslationResponse, TranslationRequest) throws -> TranslationResponse
    ) throws -> any TranslationProvider {
        TamperedTranslation(base: try sound(), onResponse: change)
    }

    private static func changing(
        _ change: @escaping @Sendable (Translation) -> Translation
    ) throws -> any TranslationProvider {
        try answering { response, _ in edited(response) { $0.results = $0.results.map { $0.map(change) } } }
    }

    /// A provider that returns no result for some texts.
    private static func losing(_ isLost: @escaping @Sendable (String) -> Bool) throws -> any TranslationProvider {
        try answering { response, request in
            edited(response) { response in
                response.results = zip(request.texts, response.results).filter { text, _ in !isLost(text) }.map(\.1)
            }
        }
    }
}
