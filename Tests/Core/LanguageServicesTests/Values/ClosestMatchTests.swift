import LanguageServices
import Testing

struct ClosestMatchTests {
    private let names = ["accent", "rate", "language", "strength", "deadlineSeconds"]

    @Test(arguments: [
        ("acent", "accent"), ("accnet", "accent"), ("ACCENT", "accent"), ("rat", "rate"), ("raet", "rate"),
        ("lnguage", "language"), ("langauge", "language"), ("deadline-seconds", "deadlineSeconds"), ("rate", "rate"),
    ])
    func aNearNameIsFound(name: String, match: String) {
        #expect(ClosestMatch.to(name, in: names) == match)
        #expect(ClosestMatch.hint(for: name, in: names) == "; did you mean '\(match)'?")
    }

    @Test(arguments: ["", "xyz", "volume", "r", "accentaccent", "日本語", String(repeating: "a", count: 10_000)])
    func aFarNameIsNot(name: String) {
        #expect(ClosestMatch.to(name, in: names) == nil)
        #expect(ClosestMatch.hint(for: name, in: names) == "")
    }

    @Test func theFirstOfEquallyNearNamesWins() {
        #expect(ClosestMatch.to("cat", in: ["bat", "hat"]) == "bat")
        #expect(ClosestMatch.to("cat", in: ["hat", "bat"]) == "hat")
    }

    @Test func noCandidatesAreNoMatch() {
        #expect(ClosestMatch.to("rate", in: [String]()) == nil)
        #expect(ClosestMatch.to("rate", in: [""]) == nil)
        #expect(ClosestMatch.to("rate", in: [String(repeating: "rate", count: 100)]) == nil)
    }

    @Test func aThirdOfTheLongerNameIsTheLimit() {
        #expect(ClosestMatch.to("abcxyz", in: ["abcdef"]) == nil)
        #expect(ClosestMatch.to("abcdxy", in: ["abcdef"]) == "abcdef")
    }
}
