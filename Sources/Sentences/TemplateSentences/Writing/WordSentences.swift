import Language
import LanguageServices

/// The sentences for a word. Each template is used once, most specific first; the templates are then reused with
/// different choices.
struct WordSentences {
    private let writer: SentenceWriter
    private let word: SentenceWord
    private let level: LearnerLevel?
    private var random: SplitMix64
    private var templates: [Template]
    private var fillings: [TemplateFillings] = []
    private var position = 0
    /// Whether every template has been used once.
    private var isRepeating = false

    /// - Parameters:
    ///   - row: The row of the word; `nil` for a word outside the lexicon, which has only general templates.
    ///   - asked: The word as requested; if it is not the base form, templates that use this form come first.
    ///   - topic: The topic; templates about it come first.
    /// - Throws: `ServiceError.Code.configuration` if a template for the word is invalid.
    init(
        _ word: SentenceWord,
        row: LexiconRow?,
        asked: String?,
        writer: SentenceWriter,
        level: LearnerLevel?,
        topic: SentenceTopic?,
        random: SplitMix64
    ) throws(ServiceError) {
        self.writer = writer
        self.word = word
        self.level = level
        self.random = random
        templates = []
        templates = try ordered(row, RequestedForm(asked, word: word.word, grammar: writer.grammar), topic)
    }

    /// The next sentence; `nil` at the end.
    mutating func next() -> WrittenSentence? {
        while !isRepeating {
            guard position < templates.count else {
                isRepeating = true
                position = 0
                break
            }
            let template = templates[position]
            position += 1
            guard
                var filling = TemplateFillings(
                    template,
                    word: word,
                    data: writer.data,
                    grammar: writer.grammar,
                    level: level,
                    random: &random
                )
            else { continue }
            let sentence = first(of: &filling)
            if !filling.isEmpty { fillings.append(filling) }
            if let sentence { return sentence }
        }
        while !fillings.isEmpty {
            if position >= fillings.count { position = 0 }
            let sentence = first(of: &fillings[position])
            if fillings[position].isEmpty { fillings.remove(at: position) } else { position += 1 }
            if let sentence { return sentence }
        }
        return nil
    }

    /// The next sentence from a template. Combinations that produce no sentence are skipped, up to a limit.
    private func first(of filling: inout TemplateFillings) -> WrittenSentence? {
        for _ in 0..<16 {
            if let sentence = filling.next() { return sentence }
            if filling.isEmpty { return nil }
        }
        return nil
    }

    // MARK: Order

    /// How specific a template is: for the word itself, for its collocates, for a few kinds, for many kinds, or for all
    /// words.
    private enum Tier: Int {
        case own, company, specific, common, general
    }

    private mutating func ordered(
        _ row: LexiconRow?,
        _ form: RequestedForm?,
        _ topic: SentenceTopic?
    ) throws(ServiceError) -> [Template] {
        var tiers: [[Template]] = Array(repeating: [], count: 4 * 5)
        for number in groups(row) {
            let group = writer.data.groups[number]
            let tier = tier(of: group)
            for template in try writer.own.templates(of: number, in: writer.data, grammar: writer.grammar) {
                let hasCompany = tier != .own && template.choices.contains { word.company($0.set) != nil }
                let position = hasCompany ? Tier.company.rawValue : tier.rawValue
                let isOnTopic = topic?.fits(template, group) ?? true
                let isInForm = form?.fits(template) ?? true
                tiers[position + (isOnTopic ? 0 : 5) + (isInForm ? 0 : 10)].append(template)
            }
        }
        var result: [Template] = []
        for var tier in tiers {
            random.shuffle(&tier)
            result += tier
        }
        return result
    }

    /// The groups that apply to the word.
    private func groups(_ row: LexiconRow?) -> [Int] {
        let data = writer.data
        var result: [Int] = []
        if let row {
            for number in data.groupsByHeadword[row.headword.lowercased()] ?? [] {
                let group = data.groups[number]
                guard group.partOfSpeech == row.partOfSpeech, group.word?.headword == row.headword else { continue }
                if let sense = group.word?.sense, sense != row.sense { continue }
                result.append(number)
            }
        }
        let isNone = row.map { row in data.kindNames.known("none").map(row.kinds.contains) ?? false } ?? false
        for number in data.groupsByPart[word.word.partOfSpeech] ?? [] {
            let group = data.groups[number]
            if row == nil ? !group.isUnconditional : isNone && !group.isGeneral { continue }
            if let row {
                guard group.required.allSatisfy(row.kinds.contains) else { continue }
                guard !group.excluded.contains(where: row.kinds.contains) else { continue }
            }
            result.append(number)
        }
        return result
    }

    private func tier(of group: TemplateGroup) -> Tier {
        if group.word != nil { return .own }
        if group.isGeneral { return .general }
        let data = writer.data
        let rows = group.required.map { $0 < data.rowsOfKind.count ? data.rowsOfKind[$0] : 0 }.min() ?? 0
        return rows * 20 <= data.rows.count ? .specific : .common
    }
}

/// All sentences that a template can produce for a word, each once, in an order that depends on a seed.
struct TemplateFillings: Sendable {
    private let template: Template
    private let word: SentenceWord
    private let grammar: any SentenceGrammar
    private var sets: [WordSet] = []
    private var counts: [Int] = []
    private let start: Int
    private let step: Int
    /// The number of combinations. Some of them produce no sentence, because a text would appear twice.
    let total: Int
    private var position = 0

    /// - Parameters:
    ///   - template: The template.
    ///   - word: The word.
    ///   - data: The data that contains the sets other than the word's own.
    ///   - level: The maximum level of a text; `nil` for no limit.
    ///   - random: The random number generator that determines the order.
    /// - Returns: `nil` if a slot cannot be filled.
    init?(
        _ template: Template,
        word: SentenceWord,
        data: SentenceData,
        grammar: any SentenceGrammar,
        level: LearnerLevel?,
        random: inout SplitMix64
    ) {
        if let level, template.level > level { return nil }
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
        self.total = total
        start = random.next(below: total)
        // A step that is coprime to the total visits every combination exactly once; a step of about a third of the
        // total makes successive sentences differ.
        var step = max(1, total / 3 + random.next(below: max(1, total / 3)))
        while Self.divisor(step, total) > 1 { step += 1 }
        self.step = step
    }

    /// The maximum number of combinations.
    private static let most = 1 << 30

    private static func divisor(_ first: Int, _ second: Int) -> Int {
        var (a, b) = (first, second)
        while b != 0 { (a, b) = (b, a % b) }
        return a
    }

    /// Whether all combinations have been used.
    var isEmpty: Bool { position >= total }

    /// The next sentence; `nil` at the end, or if the combination does not produce one.
    mutating func next() -> WrittenSentence? {
        guard position < total else { return nil }
        var rest = (start + position * step) % total
        position += 1
        var chosen: [WordSet.Text] = []
        for (index, count) in counts.enumerated() {
            let text = sets[index].texts[rest % count]
            rest /= count
            // Two slots for the same set must have different texts.
            for other in 0..<index where template.choices[other].set == template.choices[index].set {
                guard chosen[other].text != text.text else { return nil }
            }
            chosen.append(text)
        }
        return SentenceAssembly(template: template, word: word, chosen: chosen, grammar: grammar).sentence()
    }
}
