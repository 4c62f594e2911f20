import LanguageServices

extension SpeechRules {
    /// The rules about many tasks, and about tasks that give up.
    static func use(_ sample: SpeechSample) -> [Rule] {
        [
            Rule("speech.cancellation", "A cancelled request ends promptly, with the code cancelled or its result") {
                provider in
                let text = Array(repeating: sample.text, count: 50).joined(separator: " ")
                let request = try sample.request(text)
                try await demandCancellation { _ = try await HeardSpeech(provider, request) }
            },
            Rule("speech.deterministic", "A deterministic request gives the same audio every time, or is unsupported") {
                provider in
                var request = try sample.request()
                request.isDeterministic = true
                let first: HeardSpeech
                do {
                    first = try await HeardSpeech(provider, request)
                } catch let error as ServiceError where error.code == .unsupported {
                    throw NotApplicable("it does not promise it")
                }
                for _ in 0..<3 {
                    _ = try await HeardSpeech(provider, sample.request(sample.text + ", " + sample.text))
                    let again = try await HeardSpeech(provider, request)
                    let isSame = again.chunks.flatMap(\.samples) == first.chunks.flatMap(\.samples)
                    try demand(isSame, "the audio was another one")
                }
            },
            Rule("speech.concurrency", "16 requests at once give the same as one by one") { provider in
                let requests = try (0..<16).map { index throws(Violation) in
                    try sample.request(Array(repeating: sample.text, count: index % 4 + 2).joined(separator: " "))
                }
                var alone: [Double] = []
                for request in requests.prefix(4) { alone.append(try await HeardSpeech(provider, request).seconds) }
                try await withThrowingTaskGroup(of: (Int, Double).self) { group in
                    for (index, request) in requests.enumerated() {
                        group.addTask { (index, try await HeardSpeech(provider, request).seconds) }
                    }
                    for try await (index, seconds) in group {
                        // Engines carry a little state from one request to the next; a tenth is allowed for it.
                        let wanted = alone[index % 4]
                        let isSame = abs(seconds - wanted) <= wanted / 10
                        try demand(isSame, "\(wanted) s of audio became \(seconds) s among other requests")
                    }
                }
            },
        ]
    }

    /// The rules about texts that break careless engines, one for each text.
    static func texts(_ sample: SpeechSample) -> [Rule] {
        NastyTexts.all.map { nasty in
            Rule("speech.text.\(nasty.name)", "The text may hold \(nasty.what): there is audio, or a ServiceError") {
                provider in
                try await demandServiceError(from: nasty.what) {
                    let heard = try await HeardSpeech(provider, sample.request(nasty.text))
                    try demand(heard.sampleCount > 0, "\(nasty.what) gave neither audio nor an error")
                }
            }
        }
    }

    /// The rules about the end, in this order.
    static func end(_ sample: SpeechSample) -> [Rule] {
        [
            Rule("speech.dropped-stream", "A stream that is dropped in the middle does no harm") { provider in
                for length in [0, 1, 2] {
                    try await drop(provider, sample.request(), after: length)
                    let heard = try await HeardSpeech(provider, sample.request())
                    try demand(heard.sampleCount > 0, "the next request gave no audio")
                }
            },
            CommonRules.last(.speech) { _ = try await HeardSpeech($0, sample.request()) },
        ]
    }

    private static func drop(
        _ provider: any SpeechProvider,
        _ request: SpeechRequest,
        after length: Int
    ) async throws {
        var iterator = try await provider.synthesize(request).makeAsyncIterator()
        for _ in 0..<length { _ = try await iterator.next() }
    }
}
