extension JSONMistake {
    /// Mistakes with trailing values, wrong characters and duplicate keys.
    static let others: [JSONMistake] = [
        JSONMistake(
            "{} {}",
            "1:4",
            "a second value follows the document, which ended at 1:3",
            remedy: "a file contains one value"
        ),
        JSONMistake(
            "1 2",
            "1:3",
            "a second value follows the document, which ended at 1:2",
            remedy: "a file contains one value"
        ),
        JSONMistake("{}, {}", "1:3", "expected the end of the file, found ','", remedy: "put several values in [ ]"),
        JSONMistake(#""version": 1"#, "1:10", "expected the end of the file, found ':'", remedy: "put members in { }"),
        JSONMistake("{};", "1:3", "';' has no meaning here", remedy: "separate members and elements with ','"),
        JSONMistake(
            "{} x",
            "1:4",
            "a second value follows the document, which ended at 1:3",
            remedy: "a file contains one value"
        ),
        JSONMistake(
            "true true",
            "1:6",
            "a second value follows the document, which ended at 1:5",
            remedy: "a file contains one value"
        ),
        JSONMistake(
            #""a" "b""#,
            "1:5",
            "a second value follows the document, which ended at 1:4",
            remedy: "a file contains one value"
        ),
        JSONMistake("{}#", "1:3", "'#' does not start a comment", remedy: "start comments with //"),
        JSONMistake(
            "{\u{a0}}",
            "1:2",
            "the space character U+00A0 is not allowed here",
            remedy: "use an ASCII space"
        ),
        JSONMistake("[1\u{200b}]", "1:3", "the invisible character U+200B is not allowed here", remedy: "delete it"),
        JSONMistake("[\u{feff}1]", "1:2", "the invisible character U+FEFF is not allowed here", remedy: "delete it"),
        JSONMistake("[1，2]", "1:3", "'，' is a full-width character", remedy: "use ','"),
        JSONMistake(#"{"a"：1}"#, "1:5", "'：' is a full-width character", remedy: "use ':'"),
        JSONMistake("［1］", "1:1", "'［' is a full-width character", remedy: "use '['"),
        JSONMistake("[1、2]", "1:3", "'、' is a full-width character", remedy: "use ','"),
        JSONMistake("\u{c}[]", "1:1", "the control character U+000C is not allowed here", remedy: "delete it"),
        JSONMistake("[1\u{0}]", "1:3", "the control character U+0000 is not allowed here", remedy: "delete it"),
        JSONMistake("[1\u{2028}]", "1:3", "the invisible character U+2028 is not allowed here", remedy: "delete it"),
        JSONMistake("[1\u{85}]", "1:3", "the control character U+0085 is not allowed here", remedy: "delete it"),
        JSONMistake("@", "1:1", "expected a value, found '@'"),
        JSONMistake("<html>", "1:1", "expected a value, found '<'"),
        JSONMistake("[\u{301}]", "1:2", "expected a value or ']', found U+0301"),
        JSONMistake("[😀]", "1:2", "expected a value or ']', found '😀'"),
        JSONMistake("[\u{e000}]", "1:2", "expected a value or ']', found U+E000"),
        JSONMistake("\u{7f}", "1:1", "the control character U+007F is not allowed here", remedy: "delete it"),
        JSONMistake("(1)", "1:1", "expected a value, found '('"),
        JSONMistake("~", "1:1", "expected a value, found '~'"),
        JSONMistake(#"{"a": *}"#, "1:7", "expected a value, found '*'"),
        JSONMistake("[\u{202e}1]", "1:2", "the invisible character U+202E is not allowed here", remedy: "delete it"),
        JSONMistake(
            "{\"a\": 1,\n \"a\": 2}",
            "2:2",
            #"the key "a" appears twice in this object, first at 1:2"#,
            remedy: "remove one of the two"
        ),
        JSONMistake(
            #"{"a": 1, "\u0061": 2}"#,
            "1:10",
            #"the key "a" appears twice in this object, first at 1:2"#,
            remedy: "remove one of the two"
        ),
        JSONMistake(
            "{\"é\": 1, \"e\u{301}\": 2}",
            "1:10",
            "the key \"e\u{301}\" appears twice in this object, first at 1:2",
            remedy: "remove one of the two"
        ),
        JSONMistake(
            #"{"x\ny": 1, "x\ny": 2}"#,
            "1:13",
            #"the key "x\ny" appears twice in this object, first at 1:2"#,
            remedy: "remove one of the two"
        ),
        JSONMistake(
            "{\"\u{202e}\": 1, \"\u{202e}\": 2}",
            "1:10",
            #"the key "\u{202e}" appears twice in this object, first at 1:2"#,
            remedy: "remove one of the two"
        ),
    ]
}
