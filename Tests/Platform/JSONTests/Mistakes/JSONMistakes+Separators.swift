extension JSONMistake {
    /// Mistakes with keys, colons and commas.
    static let separators: [JSONMistake] = [
        JSONMistake("{name: 1}", "1:2", "keys need double quotes: found 'name'", remedy: #"write "name""#),
        JSONMistake(#"{a": 1}"#, "1:2", "keys need double quotes: found 'a'", remedy: #"write "a""#),
        JSONMistake("{1: 2}", "1:2", "keys need double quotes: found '1'", remedy: #"write "1""#),
        JSONMistake("{größe: 1}", "1:2", "keys need double quotes: found 'größe'", remedy: #"write "größe""#),
        JSONMistake(#"{"a": 1, b: 2}"#, "1:10", "keys need double quotes: found 'b'", remedy: #"write "b""#),
        JSONMistake("{,}", "1:2", "expected a key in double quotes or '}', found ','"),
        JSONMistake(#"{"a":1,,"b":2}"#, "1:8", "two commas in a row", remedy: "remove one"),
        JSONMistake(#"{"a":1,,}"#, "1:8", "two commas in a row", remedy: "remove one"),
        JSONMistake("{: 1}", "1:2", "expected a key in double quotes or '}', found ':'"),
        JSONMistake("{{}}", "1:2", "expected a key in double quotes or '}', found '{'"),
        JSONMistake("{[]: 1}", "1:2", "expected a key in double quotes or '}', found '['"),
        JSONMistake(#"{"a":1,]"#, "1:8", "expected a key in double quotes or '}', found ']'"),
        JSONMistake("{null: 1}", "1:2", "keys need double quotes: found 'null'", remedy: #"write "null""#),
        JSONMistake("{-: 1}", "1:2", "keys need double quotes: found '-'", remedy: #"write "-""#),
        JSONMistake("{$ref: 1}", "1:2", "keys need double quotes: found '$ref'", remedy: #"write "$ref""#),
        JSONMistake(
            #"{"a" = 1}"#,
            "1:6",
            #"expected ':' after the key "a", found '='"#,
            remedy: "write ':' instead of '='"
        ),
        JSONMistake(
            #"{"a" => 1}"#,
            "1:6",
            #"expected ':' after the key "a", found '='"#,
            remedy: "write ':' instead of '='"
        ),
        JSONMistake(#"{"a" 1}"#, "1:5", #"a ':' is missing after the key "a""#),
        JSONMistake("{\"a\"\n  \"b\"}", "1:5", #"a ':' is missing after the key "a""#),
        JSONMistake(
            #"{"a"}"#,
            "1:5",
            #"the key "a" has no value: expected ':', found '}'"#,
            remedy: "add ':' and a value"
        ),
        JSONMistake(
            #"{"a",}"#,
            "1:5",
            #"the key "a" has no value: expected ':', found ','"#,
            remedy: "add ':' and a value"
        ),
        JSONMistake(#"{"a";}"#, "1:5", "';' has no meaning here", remedy: "separate members and elements with ','"),
        JSONMistake("{\"a\" # x\n: 1}", "1:6", "'#' does not start a comment", remedy: "start comments with //"),
        JSONMistake(#"{"a":}"#, "1:6", #"the key "a" has no value: found '}' after the ':'"#),
        JSONMistake(#"{"a":,}"#, "1:6", #"the key "a" has no value: found ',' after the ':'"#),
        JSONMistake(#"{"a"::1}"#, "1:6", "expected a value, found ':'"),
        JSONMistake(#"{"a":=1}"#, "1:6", "'=' has no meaning here", remedy: "write ':' between a key and its value"),
        JSONMistake(
            #"{"a": ]}"#,
            "1:7",
            "found ']', but the '{' from line 1 is still open",
            remedy: "close it with '}' first"
        ),
        JSONMistake("{\n  \"a\": 1\n  \"b\": 2\n}", "2:9", "a comma is missing after this member"),
        JSONMistake("{\"a\": 1 // one\n \"b\": 2}", "1:8", "a comma is missing after this member"),
        JSONMistake("{\"a\": \"x\"\n\"b\": 2}", "1:10", "a comma is missing after this member"),
        JSONMistake(#"{"a": {} "b": 2}"#, "1:9", "a comma is missing after this member"),
        JSONMistake("[1 2]", "1:3", "a comma is missing after this element"),
        JSONMistake("[1\n2]", "1:3", "a comma is missing after this element"),
        JSONMistake(#"["a" "b"]"#, "1:5", "a comma is missing after this element"),
        JSONMistake("[true false]", "1:6", "a comma is missing after this element"),
        JSONMistake("[{} {}]", "1:4", "a comma is missing after this element"),
        JSONMistake("[1 'x']", "1:4", "strings and keys need double quotes, not single quotes"),
        JSONMistake(
            #"{"a": 1; "b": 2}"#,
            "1:8",
            "expected ',' after this member, found ';'",
            remedy: "write ',' instead of ';'"
        ),
        JSONMistake("[1; 2]", "1:3", "expected ',' after this element, found ';'", remedy: "write ',' instead of ';'"),
        JSONMistake("[1,,2]", "1:4", "two commas in a row", remedy: "remove one"),
        JSONMistake("[,1]", "1:2", "expected a value or ']', found ','"),
        JSONMistake("[,]", "1:2", "expected a value or ']', found ','"),
        JSONMistake("[1:2]", "1:3", "expected ',' or ']' after this element, found ':'", remedy: "put members in { }"),
        JSONMistake(#"{"a": 1: 2}"#, "1:8", "expected ',' or '}' after this member, found ':'"),
        JSONMistake("[1 = 2]", "1:4", "'=' has no meaning here", remedy: "write ':' between a key and its value"),
        JSONMistake("[1 . 2]", "1:4", "expected ',' or ']' after this element, found '.'"),
    ]
}
