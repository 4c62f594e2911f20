import LanguageServices
import Testing

@testable import EspeakSpeech

@Suite("Accent definitions")
struct AccentDefinitionTests {
    private func read(_ text: String) throws(ServiceError) -> AccentDefinition {
        try AccentDefinition(Array(text.utf8), path: "voice.txt")
    }

    @Test("a definition is read")
    func reading() throws {
        let accent = try read(
            """
            # a comment

            name\t English (Somewhere)  \r
            language  en-ZZ
              also      en
            also en-001
            base gmw/en-US
            """
        )
        #expect(accent.name == "English (Somewhere)")
        #expect(accent.language.text == "en-ZZ")
        #expect(accent.alsoFor.map(\.text) == ["en", "en-001"])
        #expect(accent.base == "gmw/en-US")
    }

    @Test(
        "a mistake is named with its place",
        arguments: [
            ("name A\nlanguage en-GB\nbase x\nbsae y", "voice.txt:4:1: there is no key 'bsae'; did you mean 'base'?"),
            ("name A\nlanguage  english!\nbase x", "voice.txt:2:11: 'english!' is not a language tag such as en-GB"),
            ("name A\nname B", "voice.txt:2:1: 'name' stands here twice"),
            ("  base", "voice.txt:1:3: 'base' has no value"),
            ("base   \t ", "voice.txt:1:1: 'base' has no value"),
            ("name A\nlanguage en-GB", "voice.txt: the key 'base' is missing"),
            ("", "voice.txt: the key 'language' is missing"),
            ("name " + String(repeating: "x", count: 300), "voice.txt:1:6: the value is longer than 200 bytes"),
        ]
    )
    func mistakes(_ text: String, _ message: String) throws {
        let error = try #require(throws: ServiceError.self) { _ = try read(text) }
        #expect(error.code == .configuration)
        #expect(error.message == message)
    }

    @Test("bytes that are not UTF-8 are refused")
    func encoding() {
        #expect(throws: ServiceError.self) { _ = try AccentDefinition([0x6E, 0xFF, 0xFE], path: "voice.txt") }
    }

    @Test("the accents of this package are right")
    func bundled() throws {
        let accents = try AccentDefinition.readAll(in: Bundled.voices)
        #expect(accents.map(\.language.text) == ["en-GB", "en-US"])
    }

    @Test("a missing folder is an error that names it")
    func missingFolder() throws {
        let error = try #require(throws: ServiceError.self) { _ = try AccentDefinition.readAll(in: "/no/such/folder") }
        #expect(error.code == .io)
        #expect(error.message.contains("'/no/such/folder'"))
    }
}
