extension JSONMistake {
    /// Mistakes with malformed strings and empty files.
    static let strings: [JSONMistake] = [
        JSONMistake("", "1:1", "the file is empty", remedy: "write at least {}"),
        JSONMistake(" \n\t", "1:1", "the file is empty", remedy: "write at least {}"),
        JSONMistake("// nothing\n", "1:1", "the file contains only comments", remedy: "write at least {}"),
        JSONMistake("/* a */ // b", "1:1", "the file contains only comments", remedy: "write at least {}"),
        JSONMistake(
            "{\"a\": \"b,\n \"c\": 1}",
            "1:7",
            "this string is not closed before the end of the line",
            remedy: #"close it with '"'"#
        ),
        JSONMistake(
            #"{"name: 1}"#,
            "1:2",
            "this string is not closed before the end of the file",
            remedy: #"close it with '"'"#
        ),
        JSONMistake(
            #""abc"#,
            "1:1",
            "this string is not closed before the end of the file",
            remedy: #"close it with '"'"#
        ),
        JSONMistake(
            "[\"abc\r\n]",
            "1:2",
            "this string is not closed before the end of the line",
            remedy: #"close it with '"'"#
        ),
        JSONMistake(
            #""abc\"#,
            "1:1",
            "this string is not closed before the end of the file",
            remedy: #"close it with '"'"#
        ),
        JSONMistake(
            "\"abc\\\n\"",
            "1:1",
            "this string is not closed before the end of the line",
            remedy: #"close it with '"'"#
        ),
        JSONMistake(#"{"a": “b”}"#, "1:7", "'“' is a typographic quotation mark", remedy: #"use the straight '"'"#),
        JSONMistake(
            #"{"a": "b”}"#,
            "1:7",
            "this string is not closed before the end of the file",
            remedy: #"close it with a straight '"', not with '”'"#
        ),
        JSONMistake("{“a”: 1}", "1:2", "'“' is a typographic quotation mark", remedy: #"use the straight '"'"#),
        JSONMistake("{'a': 1}", "1:2", "strings and keys need double quotes, not single quotes"),
        JSONMistake("['a']", "1:2", "strings and keys need double quotes, not single quotes"),
        JSONMistake("[`a`]", "1:2", "strings and keys need double quotes, not backticks"),
        JSONMistake("{\"a\": \"x\ty\"}", "1:9", "this string contains a tab", remedy: #"write \t"#),
        JSONMistake(
            "\"a\u{1}b\"",
            "1:3",
            "this string contains the control character U+0001",
            remedy: #"write \u0001 or delete it"#
        ),
        JSONMistake(
            "\"a\u{0}b\"",
            "1:3",
            "this string contains the control character U+0000",
            remedy: #"write \u0000 or delete it"#
        ),
        JSONMistake(#"{"path": "C:\Windows"}"#, "1:13", #"'\W' is not a valid escape"#, remedy: #"write \\ for \"#),
        JSONMistake(
            #"{"path": "C:\users"}"#,
            "1:13",
            #"'\u' must be followed by four hexadecimal digits"#,
            remedy: #"write \\ for \"#
        ),
        JSONMistake(#""\x41""#, "1:2", #"'\x' is not a valid escape"#, remedy: #"write \\ for \"#),
        JSONMistake(#""don\'t""#, "1:5", #"'\'' is not a valid escape"#, remedy: "write ' without a backslash"),
        JSONMistake(
            #""\u12G4""#,
            "1:2",
            #"'\u' must be followed by four hexadecimal digits"#,
            remedy: #"write \\ for \"#
        ),
        JSONMistake(#""\u12"#, "1:2", #"'\u' must be followed by four hexadecimal digits"#, remedy: #"write \\ for \"#),
        JSONMistake(
            #""\ud83d""#,
            "1:2",
            #"'\uD83D' is not followed by the second half (\uDC00…\uDFFF) of its surrogate pair"#
        ),
        JSONMistake(
            #""\ud83d\u0041""#,
            "1:2",
            #"'\uD83D' is not followed by the second half (\uDC00…\uDFFF) of its surrogate pair"#
        ),
        JSONMistake(
            #""\udc00""#,
            "1:2",
            #"'\uDC00' is not preceded by the first half (\uD800…\uDBFF) of its surrogate pair"#
        ),
        JSONMistake(
            #""\ud83dx""#,
            "1:2",
            #"'\uD83D' is not followed by the second half (\uDC00…\uDFFF) of its surrogate pair"#
        ),
        JSONMistake(#""\😀""#, "1:2", #"'\😀' is not a valid escape"#, remedy: #"write \\ for \"#),
        JSONMistake(
            #"{"say": "he said "hi" to me"}"#,
            "1:18",
            #"the string that starts at 1:9 ends at this '"', but 'hi' follows directly"#,
            remedy: #"write \" for a quotation mark in a string, or close the string where it should end"#
        ),
        JSONMistake(
            #"{"a": "b, "c": 1}"#,
            "1:11",
            #"the string that starts at 1:7 ends at this '"', but 'c' follows directly"#,
            remedy: #"write \" for a quotation mark in a string, or close the string where it should end"#
        ),
        JSONMistake(
            #"{"a"b: 1}"#,
            "1:4",
            #"the string that starts at 1:2 ends at this '"', but 'b' follows directly"#,
            remedy: #"write \" for a quotation mark in a string, or close the string where it should end"#
        ),
        JSONMistake(
            #"["a"b]"#,
            "1:4",
            #"the string that starts at 1:2 ends at this '"', but 'b' follows directly"#,
            remedy: #"write \" for a quotation mark in a string, or close the string where it should end"#
        ),
        JSONMistake(
            #""a"b"#,
            "1:3",
            #"the string that starts at 1:1 ends at this '"', but 'b' follows directly"#,
            remedy: #"write \" for a quotation mark in a string, or close the string where it should end"#
        ),
    ]
}
