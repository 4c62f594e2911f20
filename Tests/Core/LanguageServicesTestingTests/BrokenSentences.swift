import LanguageServices
import LanguageServicesTesting

/// A broken provider for each rule of the suite.
enum BrokenSentences {
    typealias Makers = [String: @Sendable () -> any SentenceProvider]

    static let all: Makers = descriptors.merging(answers) { $1 }.merging(requests) { $1 }.merging(use) { $1 }
        .merging(words) { $1 }

    static let descriptors: Makers = [
        "sentences.descriptor": { TamperedSentences(onDescriptor: { edited($0) { $0.kind = "" } }) },
        "sentences.descriptor-stable": {
            let counter = Counter()
            return TamperedSentences(onDescriptor: { edited($0) { $0.attribution = "\(counter.next())" } })
        },
        "sentences.status": { TamperedSentences(onStatus: { .unavailable(reason: " ", remedy: nil) }) },
    ]

    static let answers: Makers = [
        "sentences.sample": {
            let counter = Counter()
            return TamperedSentences(onResponse: { response, _ in
                counter.next() == 1 ? edited(response) { $0.sentences = [] } : response
            })
        },
        "sentences.count": {
            TamperedSentences(onResponse: { response, request in
                guard request.count == 1, let first = response.sentences.first else { return response }
                return edited(response) { $0.sentences.append(edited(first) { $0.text += " Twice." }) }
            })
        },
        "sentences.distinct": {
            TamperedSentences(onResponse: { response, request in
                request.count == 20 ? edited(response) { $0.sentences += $0.sentences } : response
            })
        },
        "sentences.word-range": {
            TamperedSentences(onResponse: { response, _ in
                edited(response) { $0.sentences = $0.sentences.map { edited($0) { $0.wordRanges = [100..<101] } } }
            })
        },
        "sentences.avoiding": {
            TamperedSentences(onRequest: { request in edited(request) { $0.avoiding = [] } })
        },
        "sentences.words": {
            TamperedSentences(onRequest: { request in edited(request) { $0.words = nil } })
        },
        "sentences.seed": {
            let counter = Counter()
            return TamperedSentences(onRequest: { request in
                request.seed == 1
                    ? edited(request) {
                        $0.seed = UInt64(counter.next()) * 1000; $0.count = 5
                    } : request
            })
        },
        "sentences.provider": {
            TamperedSentences(onResponse: { response, _ in
                edited(response) { $0.sentences = $0.sentences.map { edited($0) { $0.provider = "other" } } }
            })
        },
        "sentences.stream": {
            TamperedSentences(onStream: { response in
                SentenceStream(of: edited(response) { $0.sentences.swapAt(0, $0.sentences.count - 1) })
            })
        },
        "sentences.report": {
            TamperedSentences(onResponse: { response, _ in
                edited(response) { $0.report = .answered(by: "other", in: .zero) }
            })
        },
    ]

    static let requests: Makers = [
        "sentences.empty-word": {
            TamperedSentences(onRequest: { request in
                request.word.hasPrefix(" ") ? edited(request) { $0.word = "x" } : request
            })
        },
        "sentences.count-range": {
            TamperedSentences(onRequest: { request in
                request.count == .max ? edited(request) { $0.count = 100 } : request
            })
        },
        "sentences.unknown-language": {
            TamperedSentences(onRequest: { request in
                guard request.language?.language == "qaa", !request.word.isEmpty else { return request }
                return edited(request) { $0.language = nil }
            })
        },
        "sentences.errors": {
            TamperedSentences(onRequest: { request in
                if request.word.isEmpty, request.count == -1 { throw ForeignError() }
                return request
            })
        },
    ]

    static let use: Makers = [
        "sentences.cancellation": {
            TamperedSentences(onError: { error in
                ServiceError(error).code == .cancelled ? ServiceError(.io, "broken pipe") : error
            })
        },
        "sentences.concurrency": {
            let counter = Counter()
            return TamperedSentences(onResponse: { response, request in
                guard request.seed == 102, counter.next() > 1 else { return response }
                return edited(response) { $0.sentences.removeLast() }
            })
        },
        "sentences.shutdown": {
            let counter = Counter()
            return TamperedSentences(
                onRequest: { request in
                    if counter.count > 1 { throw ServiceError(.pluginCrashed, "it is gone") }
                    return request
                },
                onShutdown: { counter.next() }
            )
        },
    ]

    static let words: Makers = {
        var makers: Makers = [
            "sentences.word.many-combining": { refusing { $0.unicodeScalars.count { $0 == "\u{301}" } == 300 } }
        ]
        for (name, part) in nastyParts {
            makers["sentences.word.\(name)"] = { refusing { $0.unicodeScalars.contains(part) } }
        }
        return makers
    }()

    private static func refusing(_ isNasty: @escaping @Sendable (String) -> Bool) -> any SentenceProvider {
        TamperedSentences(onRequest: { request in
            if isNasty(request.word) { throw ForeignError() }
            return request
        })
    }
}
