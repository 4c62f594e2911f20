import LanguageServices
import Testing

@testable import parlance

@Suite("translations on one line")
struct TranslationLineTests {
    private func line(_ groups: [(PartOfSpeech?, [String])], alternatives: Int) -> String {
        let all = groups.flatMap(\.1)
        let translation = Translation(
            text: all.first ?? "",
            alternatives: Array(all.dropFirst()),
            groups: groups.count > 1 ? groups.map { TranslationGroup(partOfSpeech: $0.0, translations: $0.1) } : [],
            provider: "dictionary",
            partOfSpeech: groups.first?.0
        )
        let line = TranslationLine(translation, alternatives: alternatives)
        return "\(line.words) \(line.remark)"
    }

    @Test(
        "parts of speech take turns",
        arguments: [
            (0, "Licht (noun)"), (1, "Licht, Helligkeit (noun)"), (2, "Licht, Helligkeit (noun); leicht (adjective)"),
            (3, "Licht, Helligkeit (noun); leicht (adjective); zünden (verb)"),
            (4, "Licht, Helligkeit, Lampe (noun); leicht (adjective); zünden (verb)"),
            (5, "Licht, Helligkeit, Lampe (noun); leicht, hell (adjective); zünden (verb)"),
            (99, "Licht, Helligkeit, Lampe (noun); leicht, hell (adjective); zünden (verb)"),
        ]
    )
    func turns(alternatives: Int, expected: String) {
        let groups: [(PartOfSpeech?, [String])] = [
            (.noun, ["Licht", "Helligkeit", "Lampe"]), (.adjective, ["leicht", "hell"]), (.verb, ["zünden"]),
        ]
        #expect(line(groups, alternatives: alternatives) == expected)
    }

    @Test("a single part of speech is shown once") func oneKind() {
        #expect(line([(.noun, ["a", "b", "c"])], alternatives: 1) == "a, b (noun)")
        #expect(line([(nil, ["a", "b", "c"])], alternatives: 3) == "a, b, c ")
    }

    @Test("empty groups, and no groups, are accepted") func hostile() {
        #expect(line([(.noun, ["a"]), (.verb, [])], alternatives: 9) == "a (noun)")
        #expect(line([], alternatives: 9) == " ")
    }
}
