import JSON
package import LanguageServices
import Platform
import SentenceChecks

/// Example sentences from a plug-in. Each sentence is checked before it is returned.
package struct PluginSentences: PluginProvider, SentenceProvider {
    /// The state that the providers of all services share.
    package let context: PluginContext

    /// Creates a provider.
    package init(_ context: PluginContext) { self.context = context }

    /// Collects the sentences from ``sentenceStream(for:)``.
    package func sentences(for request: SentenceRequest) async throws -> SentenceResponse {
        try await sentenceStream(for: request).collect()
    }

    /// Returns the sentences as the plug-in sends them.
    package func sentenceStream(for request: SentenceRequest) async throws -> SentenceStream {
        try await perform {
            try request.validate()
            guard let language = request.language else {
                throw ServiceError(
                    .invalidRequest,
                    "no language given for the word",
                    provider: context.id,
                    remedy: "name it"
                )
            }
            let order = PluginSentenceStream(request, language: language, context)
            return SentenceStream { try await order.next() }
        }
    }
}

/// The sentences of one request. The request is sent when the first sentence is awaited.
actor PluginSentenceStream {
    private let request: SentenceRequest
    private let context: PluginContext
    private let exchange: PluginExchange
    private var review: SentenceReview
    private var pending: [SentenceEvent] = []
    private var given = 0
    private var isOver = false

    /// The number of rejected sentences after which the request is abandoned.
    private static let maximumRejected = 1000

    init(_ request: SentenceRequest, language: LanguageTag, _ context: PluginContext) {
        self.request = request
        self.context = context
        review = SentenceReview(request, language: language, provider: context.id)
        exchange = PluginExchange(context.pool, "sentences.generate") { offer throws(ServiceError) in
            try context.checkLanguage(language, offer)
            return Self.params(request, language)
        }
    }

    /// The next event of the stream.
    func next() async throws -> SentenceEvent? {
        if !pending.isEmpty { return pending.removeFirst() }
        if isOver { return nil }
        do throws(ServiceError) {
            while pending.isEmpty {
                switch try await exchange.next() {
                case .event(let frame):
                    guard case .event("sentence") = frame.content else { continue }
                    guard let sentence = frame.object["sentence"] else {
                        throw context.violation("sent an event 'sentence' without a sentence")
                    }
                    try take(sentence)
                    if given == request.count || review.rejected >= Self.maximumRejected {
                        // There are enough sentences, or too many were rejected.
                        exchange.abandon()
                        guard given > 0 else { throw nothing() }
                        await end()
                    }
                case .result(let result):
                    for sentence in result["sentences"]?.elements ?? [] where given < request.count {
                        try take(sentence)
                    }
                    guard given > 0 else { throw nothing() }
                    await end()
                }
            }
        } catch {
            exchange.abandon()
            throw ServiceError(error, provider: context.id)
        }
        return pending.removeFirst()
    }

    private func take(_ node: JSONNode) throws(ServiceError) {
        do throws(FrameFault) {
            guard let sentence = try review.sentence(node) else { return }
            given += 1
            exchange.wasDelivered()
            pending.append(.sentence(sentence))
        } catch {
            throw context.violation(error.text)
        }
    }

    private func end() async {
        isOver = true
        let notices = review.rejected == 0 ? [] : [Self.rejected(review.rejected, review.firstFault)]
        pending.append(.report(await context.report(of: exchange, notices: notices)))
    }

    private func nothing() -> ServiceError {
        let word = JSONExcerpt.singleQuoted(request.word)
        guard review.rejected > 0 else {
            return ServiceError(.notFound, "the plug-in has no sentence for \(word)", provider: context.id)
        }
        return ServiceError(
            .notFound,
            "the plug-in sent no usable sentence for \(word); \(Self.rejected(review.rejected, review.firstFault))",
            provider: context.id
        )
    }

    private static func rejected(_ count: Int, _ fault: String?) -> String {
        let sentences = count == 1 ? "1 sentence was" : "\(count) sentences were"
        return "\(sentences) thrown away\(fault.map { ": one \($0)" } ?? "")"
    }

    private static func params(_ request: SentenceRequest, _ language: LanguageTag) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("word", .string(request.word)), ("language", .string(language.text)), ("count", .integer(request.count)),
            ("seed", .string(String(request.seed))),
        ]
        func add(_ name: String, _ text: String?) {
            if let text { members.append((name, .string(text))) }
        }
        add("partOfSpeech", request.partOfSpeech?.rawValue)
        add("sense", request.sense)
        add("level", request.level?.rawValue)
        add("topic", request.topic)
        add("targetLanguage", request.targetLanguage?.text)
        if let words = request.words {
            // Integers in the protocol are limited to ±2^53.
            let most = PluginProtocol.maximumID
            members.append(("words", [.integer(max(1, words.lowerBound)), .integer(min(most, words.upperBound))]))
        }
        if request.romanizes { members.append(("romanize", true)) }
        if !request.avoiding.isEmpty { members.append(("avoiding", .array(request.avoiding.map { .string($0) }))) }
        return .object(members)
    }
}

/// Decides which sentences from a plug-in are accepted.
struct SentenceReview: Sendable {
    private let request: SentenceRequest
    private let provider: ProviderID
    private let inspection: SentenceInspection
    private var known: Set<String>

    /// The number of rejected sentences.
    private(set) var rejected = 0
    /// Why the first rejected sentence was rejected.
    private(set) var firstFault: String?

    init(_ request: SentenceRequest, language: LanguageTag, provider: ProviderID) {
        self.request = request
        self.provider = provider
        inspection = SentenceInspection(
            word: request.word,
            language: language,
            partOfSpeech: request.partOfSpeech,
            words: request.words
        )
        known = Set(request.avoiding.map(SentenceKey.of))
    }

    /// An accepted sentence; `nil` if it was rejected.
    ///
    /// - Throws: The protocol violation if the sentence is malformed.
    mutating func sentence(_ node: JSONNode) throws(FrameFault) -> ExampleSentence? {
        guard let text = node["text"]?.string else { throw FrameFault("sent a sentence without 'text'") }
        let ranges = try Self.ranges(node["ranges"])
        do throws(SentenceFault) {
            return try accepted(text, ranges, node)
        } catch {
            rejected += 1
            firstFault = firstFault ?? error.reason
            return nil
        }
    }

    private mutating func accepted(_ text: String, _ ranges: [Range<Int>]?, _ node: JSONNode) throws(SentenceFault)
        -> ExampleSentence
    {
        let verdict = try inspection.inspect(text)
        let level = node["level"]?.string.flatMap(LearnerLevel.init)
        if let wanted = request.level, let level, level > wanted {
            throw SentenceFault(
                .level,
                "has level \(level.rawValue), which is harder than \(wanted.rawValue)"
            )
        }
        let part = node["partOfSpeech"]?.string.map { PartOfSpeech(rawValue: OneLine.text($0)) }
        if let wanted = request.partOfSpeech, let part, wanted != part {
            throw SentenceFault(.word, "uses the word as \(part.rawValue), not as \(wanted.rawValue)")
        }
        let count = text.unicodeScalars.count
        if let ranges {
            var end = 0
            for range in ranges {
                guard range.lowerBound >= end, range.upperBound <= count, !range.isEmpty else {
                    throw SentenceFault(.shape, "has a word range outside the sentence")
                }
                end = range.upperBound
            }
        }
        // The plug-in's word ranges are used if they overlap with the word that was found here.
        let own = ranges.flatMap { own in
            own.contains { range in verdict.match.ranges.contains { $0.overlaps(range) } } ? own : nil
        }
        guard known.insert(SentenceKey.of(text)).inserted else {
            throw SentenceFault(.duplicate, "is a duplicate")
        }
        func line(_ name: String) -> String? {
            node[name]?.string.map { OneLine.text($0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        return ExampleSentence(
            text: text,
            wordRanges: own ?? verdict.match.ranges,
            lemma: line("lemma"),
            partOfSpeech: part,
            sense: line("sense"),
            level: level,
            translation: request.targetLanguage == nil ? nil : line("translation"),
            romanization: request.romanizes ? line("romanization") : nil,
            notes: (node["notes"]?.elements ?? []).compactMap(\.string).map { OneLine.text($0) },
            source: line("source"),
            licence: line("licence"),
            checks: verdict.checks + [.duplicate],
            provider: provider
        )
    }

    private static func ranges(_ node: JSONNode?) throws(FrameFault) -> [Range<Int>]? {
        guard let node else { return nil }
        guard let elements = node.elements else { throw FrameFault("sent 'ranges' that are not an array") }
        var ranges: [Range<Int>] = []
        for element in elements {
            guard let pair = element.elements, pair.count == 2, let start = pair[0].wholeNumber,
                let end = pair[1].wholeNumber, start <= end
            else { throw FrameFault("sent 'ranges' that are not pairs of offsets") }
            ranges.append(start..<end)
        }
        return ranges.isEmpty ? nil : ranges
    }
}
