import Platform
import Testing

@Suite("Terminal text")
struct TerminalTextTests {
    @Test(
        "East Asian characters take two columns, combining marks none",
        arguments: [("tea", 3), ("水", 2), ("e\u{301}", 1), ("한글", 4), ("😀", 2), ("", 0)]
    )
    func columns(_ text: String, _ columns: Int) {
        #expect(TerminalText.columns(of: text) == columns)
    }

    @Test("control characters and bidirectional controls are escaped")
    func oneLine() {
        #expect(TerminalText.oneLine("a\nb\u{1B}[2J\u{202E}c\u{2028}é") == #"a\u{a}b\u{1b}[2J\u{202e}c\u{2028}é"#)
    }
}
