extension JSONMistake {
    /// Mistakes with brackets and comments.
    static let brackets: [JSONMistake] = [
        JSONMistake("{", "1:2", "the file ends, but the '{' from line 1 is still open", remedy: "add '}'"),
        JSONMistake(
            "{\n \"a\": {\n  \"b\": [1, 2\n",
            "4:1",
            "the file ends, but the '[' from line 3 is still open",
            remedy: "add ']}}'"
        ),
        JSONMistake(#"{"a""#, "1:5", "the file ends, but the '{' from line 1 is still open", remedy: "add '}'"),
        JSONMistake(
            #"{"a":"#,
            "1:6",
            #"the file ends before the value of "a", and the '{' from line 1 is still open"#,
            remedy: "add '}'"
        ),
        JSONMistake(#"{"a": 1,"#, "1:9", "the file ends, but the '{' from line 1 is still open", remedy: "add '}'"),
        JSONMistake("[", "1:2", "the file ends, but the '[' from line 1 is still open", remedy: "add ']'"),
        JSONMistake("[1", "1:3", "the file ends, but the '[' from line 1 is still open", remedy: "add ']'"),
        JSONMistake("[1,", "1:4", "the file ends, but the '[' from line 1 is still open", remedy: "add ']'"),
        JSONMistake(
            "[1}",
            "1:3",
            "found '}', but the '[' from line 1 is still open",
            remedy: "close it with ']' first"
        ),
        JSONMistake(
            #"{"a": 1]"#,
            "1:8",
            "found ']', but the '{' from line 1 is still open",
            remedy: "close it with '}' first"
        ),
        JSONMistake("[}", "1:2", "found '}', but the '[' from line 1 is still open", remedy: "close it with ']' first"),
        JSONMistake("}", "1:1", "'}' has no matching bracket: no bracket is open"),
        JSONMistake("]", "1:1", "']' has no matching bracket: no bracket is open"),
        JSONMistake("{}}", "1:3", "'}' has no matching bracket: every bracket is already closed"),
        JSONMistake("[]]", "1:3", "']' has no matching bracket: every bracket is already closed"),
        JSONMistake(
            #"{"a": [1, 2}"#,
            "1:12",
            "found '}', but the '[' from line 1 is still open",
            remedy: "close it with ']' first"
        ),
        JSONMistake("/* open", "1:1", "this comment is not closed before the end of the file", remedy: "add '*/'"),
        JSONMistake("{} /* open\n", "1:4", "this comment is not closed before the end of the file", remedy: "add '*/'"),
        JSONMistake("{} / x", "1:4", "found a single '/'", remedy: "comments are // to the end of the line or /* … */"),
        JSONMistake("{ # c\n}", "1:3", "'#' does not start a comment", remedy: "start comments with //"),
        JSONMistake("{\"a\": 1 # c\n}", "1:9", "'#' does not start a comment", remedy: "start comments with //"),
        JSONMistake("# c\n{}", "1:1", "'#' does not start a comment", remedy: "start comments with //"),
        JSONMistake("/* /* */ */ {}", "1:10", "'*/' without a matching '/*'", remedy: "block comments do not nest"),
        JSONMistake("{} */", "1:4", "'*/' without a matching '/*'", remedy: "block comments do not nest"),
        JSONMistake("/", "1:1", "found a single '/'", remedy: "comments are // to the end of the line or /* … */"),
    ]
}
