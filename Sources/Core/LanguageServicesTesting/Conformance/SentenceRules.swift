import LanguageServices

/// The rules that ``SentenceConformance`` checks.
enum SentenceRules {
    typealias Rule = ConformanceRule<any SentenceProvider>

    /// The rules about the sentences.
    static func answers(_ sample: SentenceSample) -> [Rule] {
        [
            Rule("sentences.sample", "The sample yields at least one sentence, and none is empty") {
                let sentences = try await $0.sentences(for: sample.request()).sentences
                try demand(!sentences.isEmpty, "there were no sentences")
                for sentence in sentences {
                    try demand(!BlankText.isBlank(sentence.text), "a sentence was empty")
                }
            },
            Rule("sentences.count", "There are never more sentences than requested") { provider in
                for count in [1, 2, 100] {
                    let found = try await provider.sentences(for: sample.request(count: count)).sentences.count
                    try demand(found <= count, "there were \(found) sentences, but \(count) were requested")
                }
            },
            Rule("sentences.distinct", "No sentence is returned twice") { provider in
                var seen = Set<String>()
                for sentence in try await provider.sentences(for: sample.request(count: 20)).sentences {
                    try demand(seen.insert(sentence.text).inserted, "'\(sentence.text)' was returned twice")
                }
            },
            Rule("sentences.word-range", "The word's range is within the sentence and not empty, in Unicode scalars") {
                provider in
                for sentence in try await provider.sentences(for: sample.request()).sentences {
                    let scalars = Array(sentence.text.unicodeScalars)
                    try demand(!sentence.wordRanges.isEmpty, "'\(sentence.text)' has no word range")
                    var end = -1
                    for range in sentence.wordRanges {
                        let isInside = range.lowerBound > end && range.upperBound <= scalars.count && !range.isEmpty
                        try demand(isInside, "\(sentence.wordRanges) are invalid ranges in \(scalars.count) scalars")
                        let isBlank = scalars[range].allSatisfy { BlankText.isBlank($0) }
                        try demand(!isBlank, "the range \(range) of '\(sentence.text)' is blank")
                        end = range.upperBound
                    }
                }
            },
            Rule("sentences.avoiding", "Sentences to avoid are not returned") { provider in
                var request = try sample.request()
                request.avoiding = [try await provider.sentences(for: request).sentences.first?.text ?? ""]
                do {
                    for sentence in try await provider.sentences(for: request).sentences {
                        try demand(!request.avoiding.contains(sentence.text), "'\(sentence.text)' was not avoided")
                    }
                } catch let error as ServiceError {
                    try demand(error.code == .notFound, "it failed with '\(error.code)' instead of 'notFound'")
                }
            },
            Rule("sentences.words", "The number of words is within the requested range") { provider in
                let sentences = try await provider.sentences(for: sample.request(count: 5)).sentences
                let counts = sentences.map { $0.text.split(separator: " ").count }
                guard let most = counts.max(), let fewest = counts.min(), fewest < most else { return }
                var request = try sample.request(count: 5)
                request.words = 1...fewest
                do {
                    for sentence in try await provider.sentences(for: request).sentences {
                        let count = sentence.text.split(separator: " ").count
                        try demand(count <= fewest, "'\(sentence.text)' has more than \(fewest) words")
                    }
                } catch let error as ServiceError {
                    try demand(error.code == .notFound, "it failed with '\(error.code)' instead of 'notFound'")
                }
            },
            Rule("sentences.seed", "The same seed produces the same sentences") { provider in
                for seed in [0, 1, UInt64.max] {
                    let first = try await texts(provider, sample.request(seed: seed))
                    let second = try await texts(provider, sample.request(seed: seed))
                    try demand(first == second, "the seed \(seed) produced \(first) and then \(second)")
                }
            },
            Rule("sentences.provider", "Every sentence names its provider") { provider in
                for sentence in try await provider.sentences(for: sample.request()).sentences {
                    let isNamed = try CommonRules.isNamed(sentence.provider, by: provider)
                    try demand(isNamed, "'\(sentence.text)' names '\(sentence.provider)'")
                }
            },
            Rule("sentences.stream", "A stream yields the same sentences, followed by one report") { provider in
                let whole = try await texts(provider, sample.request())
                var found: [String] = []
                var reports = 0
                for try await event in try await provider.sentenceStream(for: sample.request()) {
                    try demand(reports == 0, "an event followed the report")
                    switch event {
                    case .sentence(let sentence): found.append(sentence.text)
                    case .report: reports += 1
                    }
                }
                try demand(reports == 1, "there were \(reports) reports")
                try demand(found == whole, "\(whole) became \(found)")
            },
            CommonRules.report(.sentences) { try await $0.sentences(for: sample.request()).report },
        ]
    }

    /// The rules about invalid requests.
    static func requests(_ sample: SentenceSample) -> [Rule] {
        [
            Rule("sentences.empty-word", "A word that is empty or only white space is an invalid request") { provider in
                for word in ["", " \t\n\u{A0}"] {
                    let request = try sample.request(word)
                    try await demandError([.invalidRequest], from: "an empty word") {
                        _ = try await provider.sentences(for: request)
                    }
                }
            },
            Rule("sentences.count-range", "A count outside 1…100 is an invalid request") { provider in
                for count in [0, -1, 101, .max, .min] {
                    let request = try sample.request(count: count)
                    try await demandError([.invalidRequest], from: "a count of \(count)") {
                        _ = try await provider.sentences(for: request)
                    }
                }
            },
            Rule("sentences.unknown-language", "A language without speakers is unsupported") { provider in
                let request = SentenceRequest(word: sample.word, language: CommonRules.unknownLanguage)
                try await demandError([.unsupported], from: "the language 'qaa'") {
                    _ = try await provider.sentences(for: request)
                }
            },
            CommonRules.errors(.sentences) {
                let request = SentenceRequest(word: "", language: CommonRules.unknownLanguage, count: -1)
                _ = try await $0.sentences(for: request)
            },
        ]
    }

    /// The rules about concurrency, cancellation and adversarial words.
    static func use(_ sample: SentenceSample) -> [Rule] {
        [
            CommonRules.cancellation(.sentences) { _ = try await $0.sentences(for: sample.request()) },
            CommonRules.concurrency(.sentences, different: 4) { provider, index in
                try await texts(provider, sample.request(count: 2, seed: UInt64(100 + index % 4)))
            } check: {
                try demand($0 == $1, "\($0) became \($1)")
            },
        ]
            + CommonRules.texts(.sentences, "word", { "A word with \($0) yields sentences or a ServiceError" }) {
                let found = try await texts($0, sample.request($1.text))
                try demand(!found.isEmpty, "\($1.what) yielded neither a sentence nor an error")
            }
    }

    /// The rule about shutdown.
    static func end(_ sample: SentenceSample) -> [Rule] {
        [CommonRules.last(.sentences) { _ = try await $0.sentences(for: sample.request()) }]
    }

    private static func texts(_ provider: any SentenceProvider, _ request: SentenceRequest) async throws -> [String] {
        try await provider.sentences(for: request).sentences.map(\.text)
    }
}
