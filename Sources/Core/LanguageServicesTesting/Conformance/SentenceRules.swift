import LanguageServices

/// The rules of ``SentenceConformance``.
enum SentenceRules {
    typealias Rule = ConformanceRule<any SentenceProvider>

    /// The rules about the sentences.
    static func answers(_ sample: SentenceSample) -> [Rule] {
        [
            Rule("sentences.sample", "The sample gives at least one sentence, and none is empty") {
                let sentences = try await $0.sentences(for: sample.request()).sentences
                try demand(!sentences.isEmpty, "there was no sentence")
                for sentence in sentences {
                    try demand(!BlankText.isBlank(sentence.text), "a sentence was empty")
                }
            },
            Rule("sentences.count", "There are never more sentences than were asked for") { provider in
                for count in [1, 2, 100] {
                    let found = try await provider.sentences(for: sample.request(count: count)).sentences.count
                    try demand(found <= count, "there were \(found) sentences where \(count) were asked for")
                }
            },
            Rule("sentences.distinct", "No sentence is given twice") { provider in
                var seen = Set<String>()
                for sentence in try await provider.sentences(for: sample.request(count: 20)).sentences {
                    try demand(seen.insert(sentence.text).inserted, "'\(sentence.text)' was given twice")
                }
            },
            Rule("sentences.word-range", "The word's place lies in the sentence, in Unicode scalars, and is not empty")
            {
                provider in
                for sentence in try await provider.sentences(for: sample.request()).sentences {
                    let scalars = Array(sentence.text.unicodeScalars)
                    try demand(!sentence.wordRanges.isEmpty, "'\(sentence.text)' does not say where the word is")
                    var end = -1
                    for range in sentence.wordRanges {
                        let isInside = range.lowerBound > end && range.upperBound <= scalars.count && !range.isEmpty
                        try demand(isInside, "the word stands at \(sentence.wordRanges) of \(scalars.count)")
                        let isBlank = scalars[range].allSatisfy { BlankText.isBlank($0) }
                        try demand(!isBlank, "there is nothing at \(range) of '\(sentence.text)'")
                        end = range.upperBound
                    }
                }
            },
            Rule("sentences.avoiding", "What is to be avoided is not given") { provider in
                var request = try sample.request()
                request.avoiding = [try await provider.sentences(for: request).sentences.first?.text ?? ""]
                do {
                    for sentence in try await provider.sentences(for: request).sentences {
                        try demand(!request.avoiding.contains(sentence.text), "'\(sentence.text)' was given again")
                    }
                } catch let error as ServiceError {
                    try demand(error.code == .notFound, "'\(error.code)' instead of 'notFound'")
                }
            },
            Rule("sentences.words", "A sentence has as many words as it may have") { provider in
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
                    try demand(error.code == .notFound, "'\(error.code)' instead of 'notFound'")
                }
            },
            Rule("sentences.seed", "The same seed gives the same sentences") { provider in
                for seed in [0, 1, UInt64.max] {
                    let first = try await texts(provider, sample.request(seed: seed))
                    let second = try await texts(provider, sample.request(seed: seed))
                    try demand(first == second, "the seed \(seed) gave \(first) and then \(second)")
                }
            },
            Rule("sentences.provider", "Every sentence names the provider that wrote it") { provider in
                for sentence in try await provider.sentences(for: sample.request()).sentences {
                    let isNamed = try CommonRules.isNamed(sentence.provider, by: provider)
                    try demand(isNamed, "'\(sentence.text)' names '\(sentence.provider)'")
                }
            },
            Rule("sentences.stream", "A stream gives the same sentences, and then the report, once") { provider in
                let whole = try await texts(provider, sample.request())
                var found: [String] = []
                var reports = 0
                for try await event in try await provider.sentenceStream(for: sample.request()) {
                    try demand(reports == 0, "something came after the report")
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
            Rule("sentences.empty-word", "A word that is empty or all white space is an invalid request") { provider in
                for word in ["", " \t\n\u{A0}"] {
                    let request = try sample.request(word)
                    try await demandError([.invalidRequest], from: "an empty word") {
                        _ = try await provider.sentences(for: request)
                    }
                }
            },
            Rule("sentences.count-range", "A count outside of 1…100 is an invalid request") { provider in
                for count in [0, -1, 101, .max, .min] {
                    let request = try sample.request(count: count)
                    try await demandError([.invalidRequest], from: "a count of \(count)") {
                        _ = try await provider.sentences(for: request)
                    }
                }
            },
            Rule("sentences.unknown-language", "A language that nobody speaks is unsupported") { provider in
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
            + CommonRules.texts(.sentences, "word", { "The word may hold \($0): sentences, or a ServiceError" }) {
                let found = try await texts($0, sample.request($1.text))
                try demand(!found.isEmpty, "\($1.what) gave neither a sentence nor an error")
            }
    }

    /// The rule about the end.
    static func end(_ sample: SentenceSample) -> [Rule] {
        [CommonRules.last(.sentences) { _ = try await $0.sentences(for: sample.request()) }]
    }

    private static func texts(_ provider: any SentenceProvider, _ request: SentenceRequest) async throws -> [String] {
        try await provider.sentences(for: request).sentences.map(\.text)
    }
}
