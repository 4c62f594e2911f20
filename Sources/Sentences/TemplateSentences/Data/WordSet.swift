import Language
import LanguageServices

/// Texts that may take each other's place.
struct WordSet: Sendable {
    /// One of the texts.
    struct Text: Sendable {
        var text: String
        var level: LearnerLevel
        var agreement: Agreement
    }

    /// The texts, the easier ones first.
    let texts: [Text]
    /// How many of them are of each level or easier; empty when all are of one.
    private let counts: [Int]

    init(_ texts: [Text]) {
        // There are many sets, and most have one level.
        guard let level = texts.first?.level, texts.contains(where: { $0.level != level }) else {
            self.texts = texts
            counts = []
            return
        }
        let sorted = texts.enumerated()
            .sorted { ($0.element.level, $0.offset) < ($1.element.level, $1.offset) }
            .map(\.element)
        self.texts = sorted
        counts = LearnerLevel.allCases.map { level in sorted.count { $0.level <= level } }
    }

    /// How many texts, from the first one, are no harder than a level.
    func count(upTo level: LearnerLevel) -> Int {
        guard !counts.isEmpty else { return texts.first.map { $0.level <= level ? texts.count : 0 } ?? 0 }
        return LearnerLevel.allCases.firstIndex(of: level).flatMap { $0 < counts.count ? counts[$0] : nil }
            ?? texts.count
    }
}
