import LanguageServices
import TestSupport
import Testing

@Suite("Pronunciation lists")
struct PronunciationTests {
    @Test("words, IPA, respellings, accents and comments are read")
    func list() throws {
        let text = "\u{FEFF}# ours\r\na = /b/\n\n b c = d e \n[en-GB]\nx = [y]\n[*]\nz=='\n"
        let list = try Pronunciation.list(Array(text.utf8), name: "w")
        #expect(
            list == [
                Pronunciation(word: "a", sound: .ipa("b")), Pronunciation(word: "b c", sound: .respelling("d e")),
                Pronunciation(word: "x", sound: .ipa("y"), language: LanguageTag("en-GB")),
                Pronunciation(word: "z", sound: .respelling("='")),
            ]
        )
        #expect(list[2].holds(for: LanguageTag("en-GB")) && !list[2].holds(for: LanguageTag("en-AU")))
        #expect(list[0].holds(for: nil) && !list[2].holds(for: nil))
        #expect(
            Pronunciation(word: "a", sound: .ipa("b"), language: LanguageTag("en")).holds(for: LanguageTag("en-AU"))
        )
    }

    @Test(
        "errors are reported with line and column",
        arguments: [
            ("a = b\nword", "w:2:1:"), ("  = b", "w:1:3:"), ("a =", "w:1:1:"), ("[not a tag]", "w:1:1:"),
            ("[]", "w:1:1:"),
            ("a = " + String(repeating: "x", count: 300), "w:1:1:"),
        ]
    )
    func mistakes(_ text: String, _ place: String) {
        let error = #expect(throws: ServiceError.self) { _ = try Pronunciation.list(Array(text.utf8), name: "w") }
        #expect(error?.code == .configuration && error?.message.hasPrefix(place) == true, "\(error?.message ?? "")")
        #expect(throws: ServiceError.self) { _ = try Pronunciation.list([0x61, 0x3D, 0xFF], name: "w") }
    }
}
