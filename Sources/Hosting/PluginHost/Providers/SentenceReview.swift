import JSON
import LanguageServices
import Platform
import SentenceChecks

/// Decides which sentences of a plug-in are given out.
struct SentenceReview: Sendable {
    private let request: SentenceRequest
    private let provider: ProviderID
    private let inspection: SentenceInspection
    private var known: Set<String>

    /// How many sentences were thrown away.
    private(set) var rejected = 0
    /// What was wrong with the first of them.
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

    /// A sentence that may be given out; `nil` for one that was thrown away.
    ///
    /// - Throws: What is against the protocol.
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
                "is for readers at level \(level.rawValue), who are further than \(wanted.rawValue)"
            )
        }
        let part = node["partOfSpeech"]?.string.map { PartOfSpeech(rawValue: OneLine.text($0)) }
        if let wanted = request.partOfSpeech, let part, wanted != part {
            throw SentenceFault(.word, "holds the word as \(part.rawValue), not as \(wanted.rawValue)")
        }
        let count = text.unicodeScalars.count
        if let ranges {
            var end = 0
            for range in ranges {
                guard range.lowerBound >= end, range.upperBound <= count, !range.isEmpty else {
                    throw SentenceFault(.shape, "says that the word stands where there is no place for it")
                }
                end = range.upperBound
            }
        }
        // What the plug-in says of the word's place counts when the word is there.
        let own = ranges.flatMap { own in
            own.contains { range in verdict.match.ranges.contains { $0.overlaps(range) } } ? own : nil
        }
        guard known.insert(SentenceKey.of(text)).inserted else {
            throw SentenceFault(.duplicate, "is the same as another one")
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
        guard let elements = node.elements else { throw FrameFault("sent 'ranges' that are no list") }
        var ranges: [Range<Int>] = []
        for element in elements {
            guard let pair = element.elements, pair.count == 2, let start = pair[0].wholeNumber,
                let end = pair[1].wholeNumber, start <= end
            else { throw FrameFault("sent 'ranges' that are no pairs of places") }
            ranges.append(start..<end)
        }
        return ranges.isEmpty ? nil : ranges
    }
}
