import Audio
import Testing

@Suite("A text highlighted on a terminal during playback")
struct HighlightedTextTests {
    @Test("rows break at spaces, contain the complete text, and fit the terminal")
    func rows() {
        let text = "The quick brown fox jumps over the lazy dog"
        let view = HighlightedText(text, width: 16)
        #expect(view.rows.indices.map { view.line($0) } == ["The quick brown ", "fox jumps over ", "the lazy dog"])
        #expect(view.row(of: 16) == 1 && view.row(of: 500) == nil)
        #expect(view.line(0, highlighting: 4..<9) == "The \u{1B}[7mquick\u{1B}[27m brown ")
        #expect(view.line(1, highlighting: 4..<9) == "fox jumps over ")
        #expect(view.line(7) == "")
    }

    @Test(
        "the rows of any text have no gaps and no control sequences",
        arguments: [
            "", "\u{1B}[2J\n\r\u{9B}31m", String(repeating: "長", count: 50), String(repeating: "x", count: 300),
            "a\u{202E}b\u{300}",
        ]
    )
    func odd(_ text: String) {
        let view = HighlightedText(text, width: 1)
        let count = text.unicodeScalars.count
        #expect(view.rows.reduce(0) { $0 == $1.lowerBound ? $1.upperBound : -1 } == count)
        for row in view.rows.indices {
            let shown = view.line(row, highlighting: 0..<count).replacingOccurrences()
            #expect(!shown.unicodeScalars.contains { $0.value < 0x20 || (0x7F..<0xA0).contains($0.value) })
        }
    }
}

extension String {
    /// The text without the two sequences for reverse video.
    fileprivate func replacingOccurrences() -> String {
        split(separator: "\u{1B}[7m", omittingEmptySubsequences: false).joined()
            .split(separator: "\u{1B}[27m", omittingEmptySubsequences: false).joined()
    }
}
