import Testing

@testable import Audio

@Suite("File names")
struct FileNamesTests {
    private func names(_ texts: String...) -> [String] {
        var names = FileNames()
        return texts.map { names.name(for: $0) }
    }

    @Test("a text that fits is used as the name")
    func faithful() {
        #expect(
            names("water", "ice cream", "don't", "Häuser", "水", "co-op", "3.5") == [
                "water", "ice_cream", "don't", "Häuser", "水", "co-op", "3.5",
            ]
        )
    }

    @Test("a text that does not fit gets a hash, the same in every list")
    func lossy() throws {
        let alone = names("What?")
        let among = names("What", "What!", "What?")
        #expect(alone[0] == among[2])
        #expect(among[0] == "What")
        #expect(Set(among).count == 3)
        #expect(alone[0].hasPrefix("What-"))
        #expect(alone[0].count == "What-".count + 8)
    }

    @Test(
        "no name leaves its folder, is hidden, looks like an option or is empty",
        arguments: [
            "../../etc/passwd", "/etc/passwd", ".hidden", "-rf", "..", ".", "/", "", " ", "\0", "a/b", "a\\b", "a\nb",
            "~root",
            "😀", "$(id)", "\u{202E}abc", "con\u{0}trol", String(repeating: "x", count: 5000),
            String(repeating: "é", count: 300),
        ]
    )
    func hostile(_ text: String) {
        let name = names(text)[0]
        #expect(!name.isEmpty)
        #expect(!name.contains("/") && !name.contains("\0") && !name.contains("\n"))
        #expect(name.first != "." && name.first != "-")
        #expect(name.utf8.count <= 80 + 9)
        #expect(!name.unicodeScalars.contains { $0.properties.generalCategory == .control })
    }

    @Test("texts that differ only in case get distinct names, and keep them")
    func twins() {
        let names = names("Polish", "polish", "POLISH", "other", "Polish", "polish")
        #expect(names[0] == "Polish")
        #expect(Set(names.map { $0.lowercased() }).count == 4)
        #expect(names[3] == "other")
        #expect(names[4] == names[0] && names[5] == names[1])
    }

    @Test("the order of the list does not matter")
    func order() {
        let texts = ["a b", "a_b", "a-b", "a  b", "What?", "What!", "What"]
        var forward = FileNames()
        var backward = FileNames()
        let names = texts.map { forward.name(for: $0) }
        #expect(texts.reversed().map { backward.name(for: $0) } == names.reversed())
        #expect(Set(names).count == texts.count)
    }

    @Test("a text that consists only of combining marks takes little time")
    func marks() {
        let text = "e" + String(repeating: "\u{301}", count: 100_000)
        #expect(names(text, text + "x").count == 2)
    }
}
