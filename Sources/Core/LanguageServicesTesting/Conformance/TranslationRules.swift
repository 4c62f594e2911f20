import LanguageServices

/// The rules that ``TranslationConformance`` checks.
enum TranslationRules {
    typealias Rule = ConformanceRule<any TranslationProvider>

    /// The rules about translations and their providers.
    static func answers(_ sample: TranslationSample) -> [Rule] {
        [
            Rule("translation.pairs", "There is at least one language pair, and none is listed twice") {
                let pairs = try await $0.languagePairs()
                try demand(!pairs.isEmpty, "there are no pairs")
                var seen = Set<LanguagePair>()
                for pair in pairs {
                    try demand(seen.insert(pair).inserted, "\(pair.source) to \(pair.target) is listed twice")
                }
            },
            Rule("translation.sample", "Every text in the sample has a non-empty translation") {
                for (text, result) in try await pairs($0, sample.request()) {
                    let isEmpty = BlankText.isBlank(try result.get().text)
                    try demand(!isEmpty, "the translation of '\(text)' is empty")
                }
            },
            Rule("translation.provider", "Every translation names its provider") { provider in
                for (text, result) in try await pairs(provider, sample.request()) {
                    guard case .success(let translation) = result else { continue }
                    let isNamed = try CommonRules.isNamed(translation.provider, by: provider)
                    try demand(isNamed, "the translation of '\(text)' names '\(translation.provider)'")
                }
            },
            Rule("translation.limit", "No match is looser than the loosest match requested") {
                provider in
                var request = try sample.request(sample.texts + [TranslationSample.unknown])
                for limit in [TranslationMatch.Step.exact, .lemma, .spelling] {
                    request.loosestMatch = limit
                    let results: [(String, Result<Translation, ServiceError>)]
                    do {
                        results = try await pairs(provider, request)
                    } catch let error as ServiceError where error.code.isMiss {
                        continue
                    }
                    for (text, result) in results {
                        guard case .success(let translation) = result else { continue }
                        let step = translation.match.map { "the step '\($0.step.rawValue)'" } ?? "no match step"
                        try demand(
                            translation.match.map { $0.step <= limit } ?? false,
                            "'\(text)' was matched by \(step), but the loosest match requested was '\(limit.rawValue)'"
                        )
                    }
                }
            },
            CommonRules.report(.translation) { try await $0.translate(sample.request()).report },
            Rule("translation.unknown-pair", "An unknown language pair is unsupported") { provider in
                let source = try sample.pair.source
                let request = TranslationRequest(
                    texts: sample.texts,
                    source: source,
                    target: CommonRules.unknownLanguage
                )
                try await demandError([.unsupported], from: "a translation to 'qaa'") {
                    let response = try await provider.translate(request)
                    // An error for every text also counts as a refusal.
                    for result in response.results { _ = try result.get() }
                }
            },
            CommonRules.errors(.translation) {
                let unknown = CommonRules.unknownLanguage
                _ = try await $0.translate(TranslationRequest(texts: ["\u{0}"], source: unknown, target: unknown))
            },
        ]
    }

    /// The rules about batches.
    static func batches(_ sample: TranslationSample) -> [Rule] {
        [
            Rule("translation.count", "There is one result for each text") { provider in
                for count in [1, 2, 7] {
                    let texts = try sample.batch(of: count)
                    let found = try await provider.translate(sample.request(texts)).results.count
                    try demand(found == count, "there were \(found) results for \(count) texts")
                }
            },
            Rule("translation.order", "The results are in the order of the texts") { provider in
                let (first, second) = try sample.two
                let texts = [first, second, second, first, second]
                var alone: [String] = []
                for text in texts { alone += try await translations(provider, sample.request([text])) }
                let together = try await translations(provider, sample.request(texts))
                try demand(Set(alone).count == 2, "the two texts in the sample have the same translation")
                // If there are fewer results than texts, another rule is violated.
                try demand(together.elementsEqual(alone.prefix(together.count)), "\(alone) became \(together)")
            },
            Rule("translation.duplicates", "A text that occurs twice in a batch gets the same translation both times") {
                let (first, second) = try sample.two
                let twice = [first, second, first, second]
                let found = try await translations($0, sample.request(twice))
                let half = found.count / 2
                try demand(found.prefix(half).elementsEqual(found.suffix(half)), "the results \(found) do not repeat")
            },
            Rule("translation.item-errors", "A text that cannot be translated fails without affecting the others") {
                provider in
                let request = try sample.request([sample.two.first, TranslationSample.unknown, sample.two.second])
                let results = try await provider.translate(request).results
                try demand(results.count == 3, "there were \(results.count) results for 3 texts")
                for index in [0, 2] {
                    if case .failure(let error) = results[index] {
                        throw Violation("text \(index) also failed: \(error)")
                    }
                }
            },
            Rule("translation.empty-batch", "An empty batch has no results and no error") { provider in
                let found = try await provider.translate(sample.request([])).results.count
                try demand(found == 0, "there were \(found) results for no text")
            },
            Rule("translation.large-batch", "200 texts yield 200 results or the code limitExceeded") { provider in
                let texts = try sample.batch(of: 200)
                do {
                    let results = try await provider.translate(sample.request(texts)).results
                    try demand(results.count == 200, "there were \(results.count) results for 200 texts")
                } catch let error as ServiceError where error.code == .limitExceeded {
                    throw NotApplicable("it accepts fewer texts per request")
                }
            },
        ]
    }

    /// The rules about concurrency, cancellation and adversarial texts.
    static func use(_ sample: TranslationSample) -> [Rule] {
        [
            CommonRules.cancellation(.translation) { _ = try await $0.translate(sample.request()) },
            CommonRules.concurrency(.translation, different: 2) { provider, index in
                try await translations(provider, sample.request(sample.batch(of: 3 + index % 2)))
            } check: {
                try demand($0 == $1, "\($0) became \($1)")
            },
        ]
            + CommonRules.texts(
                .translation,
                "text",
                { "With \($0) in a text, there is still a result for each text" },
                AdversarialTexts.all + [("empty", "nothing", "")]
            ) {
                let found = try await $0.translate(sample.request([$1.text, sample.two.first])).results.count
                try demand(found == 2, "there were \(found) results for 2 texts")
            }
    }

    /// The rule about shutdown.
    static func end(_ sample: TranslationSample) -> [Rule] {
        [CommonRules.last(.translation) { _ = try await $0.translate(sample.request()) }]
    }

    /// The texts in a request for which there are results, paired with those results.
    private static func pairs(
        _ provider: any TranslationProvider,
        _ request: TranslationRequest
    ) async throws -> [(String, Result<Translation, ServiceError>)] {
        Array(zip(request.texts, try await provider.translate(request).results))
    }

    /// The translations; a failure is represented by its code.
    private static func translations(
        _ provider: any TranslationProvider,
        _ request: TranslationRequest
    ) async throws -> [String] {
        try await provider.translate(request).results.map { result in
            switch result {
            case .success(let translation): translation.text
            case .failure(let error): "<\(error.code)>"
            }
        }
    }
}
