import Language
import LanguageServices

/// All sentences that a template makes for a word, each once, in an order that a seed decides.
struct TemplateFillings: Sendable {
    private let template: Template
    private let word: SentenceWord
    private let grammar: any SentenceGrammar
    private let sets: [WordSet]
    private let counts: [Int]
    private let start: Int
    private let step: Int
    /// How many fillings there are, of which some may be none because a text would stand in a sentence twice.
    let total: Int
    private var place = 0

    /// - Parameters:
    ///   - template: The template.
    ///   - word: The word.
    ///   - data: Where sets come from that are not the word's own.
    ///   - level: No text is harder than that; `nil` is no limit.
    ///   - random: Decides the order.
    /// - Returns: `nil` when a slot cannot be filled.
    init?(
        _ template: Template,
        word: SentenceWord,
        data: SentenceData,
        grammar: any SentenceGrammar,
        level: LearnerLevel?,
        random: inout SteadyRandom
    ) {
        if let level, template.level > level { return nil }
        var sets: [WordSet] = []
        var counts: [Int] = []
        var total = 1
        for choice in template.choices {
            guard let set = word.company(choice.set) ?? data.sets[choice.set] else { return nil }
            let count = level.map(set.count(upTo:)) ?? set.texts.count
            guard count > 0 else { return nil }
            sets.append(set)
            counts.append(count)
            total = min(total.multipliedReportingOverflow(by: count).partialValue, Self.most)
            if total <= 0 { total = Self.most }
        }
        self.template = template
        self.word = word
        self.grammar = grammar
        self.sets = sets
        self.counts = counts
        self.total = total
        start = random.next(below: total)
        // A step without a common divisor comes to every place once; about a third of the way, neighbours differ.
        var step = max(1, total / 3 + random.next(below: max(1, total / 3)))
        while Self.divisor(step, total) > 1 { step += 1 }
        self.step = step
    }

    /// More fillings than that are not told apart.
    private static let most = 1 << 30

    private static func divisor(_ first: Int, _ second: Int) -> Int {
        var (a, b) = (first, second)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }

    /// Whether there is none left.
    var isEmpty: Bool { place >= total }

    /// The next sentence; `nil` when there is none left, or when this filling makes none.
    mutating func next() -> WrittenSentence? {
        guard place < total else { return nil }
        var rest = (start + place * step) % total
        place += 1
        var chosen: [WordSet.Text] = []
        for (index, count) in counts.enumerated() {
            let text = sets[index].texts[rest % count]
            rest /= count
            // Two slots of one set hold different texts.
            for other in 0..<index where template.choices[other].set == template.choices[index].set {
                guard chosen[other].text != text.text else { return nil }
            }
            chosen.append(text)
        }
        return SentenceAssembly(template: template, word: word, chosen: chosen, grammar: grammar).sentence()
    }
}
