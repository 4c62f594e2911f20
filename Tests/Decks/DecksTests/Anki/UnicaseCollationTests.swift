import Testing

@testable import Decks

@Suite("The unicase collation") struct UnicaseCollationTests {
    private func compare(_ first: String, _ second: String) -> Int32 {
        Array(first.utf8).withUnsafeBytes { left in
            Array(second.utf8).withUnsafeBytes { UnicaseCollation.compare(left, $0) }
        }
    }

    @Test(
        "it ignores case",
        arguments: [
            ("Front", "fRONT"), ("ÑANDÚ", "ñandú"), ("Straße", "STRASSE"), ("ΣΊΣΥΦΟΣ", "σίσυφος"), ("Я", "я"), ("", ""),
            ("ﬁn", "FIN"), ("\u{1E9E}", "ss"), ("\u{AB70}", "\u{13A0}"), ("\u{13F8}", "\u{13F0}"), ("İ", "i\u{307}"),
        ]
    )
    func same(first: String, second: String) {
        #expect(compare(first, second) == 0)
        #expect(compare(second, first) == 0)
    }

    @Test(
        "it sorts by the folded text",
        arguments: [("a", "B"), ("A", "b"), ("a", "aa"), ("", "a"), ("z", "é"), ("ı", "ij"), ("語", "\u{1F600}")]
    )
    func order(first: String, second: String) {
        #expect(compare(first, second) == (first == "ı" ? 1 : -1))
        #expect(compare(second, first) == (first == "ı" ? -1 : 1))
    }

    @Test("it compares invalid UTF-8")
    func garbage() {
        let result = [0xFF, 0x00].withUnsafeBytes { left in
            [0xFE].withUnsafeBytes { UnicaseCollation.compare(left, $0) }
        }
        #expect((-1...1).contains(result))
    }
}
