import DictionaryImport
import DictionaryTranslation
import LanguageServices
import Platform

/// Generates any number of English sentences for measurements. They are the same in every run, and spelt correctly, but
/// make little sense.
struct SentenceMaker {
    private var random: SplitMix64
    private var nouns: [String] = []
    private var verbs: [String] = []
    private var adjectives: [String] = []
    private var adverbs: [String] = []

    init(seed: UInt64) throws {
        random = SplitMix64(seed: seed)
        let source = try TableSource(path: "Dictionaries/en-es/words.tsv")
        var all: [(word: String, kind: PartOfSpeech)] = []
        _ = try source.read(progress: { _ in }) { entry in
            guard let kind = entry.partsOfSpeech.first, entry.headword.utf8.allSatisfy({ $0 >= 0x61 && $0 <= 0x7A })
            else { return }
            all.append((entry.headword, kind))
        }
        all.shuffle(using: &random)
        nouns = all.filter { $0.kind == .noun }.map(\.word)
        verbs = all.filter { $0.kind == .verb }.map(\.word)
        adjectives = all.filter { $0.kind == .adjective }.map(\.word)
        adverbs = all.filter { $0.kind == .adverb }.map(\.word)
        guard !nouns.isEmpty, !verbs.isEmpty, !adjectives.isEmpty, !adverbs.isEmpty else {
            throw BenchmarkFailure(description: "the starter dictionary has no words")
        }
    }

    /// Writes sentences in Tatoeba's format: number, language, text.
    func write(_ count: Int, to path: String) throws {
        var maker = self
        var file = try AtomicFile(path: path)
        var block = ""
        for number in 1...count {
            block += "\(number)\teng\t\(maker.sentence())\n"
            if number % 10_000 == 0 {
                try file.write(Array(block.utf8))
                block = ""
            }
        }
        try file.write(Array(block.utf8))
        try file.commit()
    }

    private mutating func sentence() -> String {
        let noun = pick(nouns)
        let verb = pick(verbs)
        switch random.next() % 8 {
        case 0: return "The \(pick(adjectives)) \(noun) can \(verb) the \(pick(nouns)) \(pick(adverbs))."
        case 1: return "I want to \(verb) your \(noun) in the \(pick(nouns))."
        case 2: return "Why did the \(noun) go to the \(pick(adjectives)) \(pick(nouns))?"
        case 3: return "She went to the \(noun) with her \(pick(adjectives)) \(pick(nouns)) and \(pick(nouns))."
        case 4: return "There is a \(pick(adjectives)) \(noun) in my \(pick(nouns))."
        case 5: return "We will never \(verb) this \(noun), but they \(pick(verbs)) the \(pick(nouns)) every day."
        case 6: return "The children \(verb) the \(noun) because it is \(pick(adjectives))."
        default: return "Tom told me that the \(noun) was \(pick(adjectives)) and \(pick(adjectives))."
        }
    }

    /// Picks a word according to Zipf's law: the logarithm of its index is uniformly distributed, so low indices are
    /// frequent.
    private mutating func pick(_ words: [String]) -> String {
        var place = 1.0
        let share = Double(random.next() >> 11) / Double(1 << 53)
        // Computing count^share by repeated squaring would not make the code shorter.
        var factor = Double(words.count)
        var rest = share
        for _ in 0..<24 {
            factor = factor.squareRoot()
            rest *= 2
            if rest >= 1 {
                place *= factor
                rest -= 1
            }
        }
        return words[min(Int(place) - 1, words.count - 1)]
    }
}
