import LanguageServices
import Testing

struct BlankTextTests {
    static let blank = [
        "", " ", "\t\n\r\u{B}", "\u{A0}\u{2003}\u{3000}", "\u{0}", "\u{1B}\u{7F}", "\u{200B}",
        "\u{200D}\u{2060}\u{FEFF}",
        "\u{FE0F}", "\u{200E}\u{202E}", "\u{AD}", "\u{85}\u{2028}",
    ]

    @Test(arguments: blank)
    func invisibleTextIsBlank(text: String) {
        #expect(BlankText.isBlank(text))
    }

    @Test(arguments: ["a", " a ", "。", "\u{200B}x", "\u{301}", "👍", "0", "-"])
    func visibleTextIsNotBlank(text: String) {
        #expect(!BlankText.isBlank(text))
    }

    @Test(arguments: blank)
    func nothingToSpeakOrToWriteAboutIsAnInvalidRequest(text: String) {
        #expect(throws: ServiceError.self) { try SpeechRequest(text: text).validate() }
        #expect(throws: ServiceError.self) { try SentenceRequest(word: text).validate() }
    }
}
