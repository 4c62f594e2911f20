import Testing

/// Malformed files as they occur in practice.
enum UglyFiles {
    struct File: Sendable, CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]
        /// The number of notes in the file.
        var notes: Int
        var testDescription: String { "\(name) \(String(decoding: bytes.prefix(60), as: UTF8.self).debugDescription)" }
    }

    static let all: [File] =
        texts.map { File(name: $0.0, bytes: Array($0.1.utf8), notes: $0.2) } + wide
        + [File(name: "nul.csv", bytes: Array("front,back\nwa\0ter,agua agua agua\n".utf8), notes: 1)]

    private static let texts: [(String, String, Int)] = [
        ("plain.csv", "front,back\nwater,agua\n", 1),
        ("mark.csv", "\u{FEFF}front,back\r\nwater,agua\r\n", 1),
        ("noend.csv", "front,back\nwater,agua", 1),
        ("crlf.csv", "front,back\r\nwater,agua\r\nbread,pan\r\n", 2),
        ("cr.csv", "front,back\rwater,agua\rbread,pan\r", 2),
        ("mixed.csv", "front,back\r\nwater,agua\nbread,pan\rtree,árbol\n\rend,fin", 4),
        ("doubled.csv", "front,back\n\"say \"\"hi\"\"\",\"di \"\"hola\"\"\"\n", 1),
        ("embedded.csv", "front,back\n\"one\ntwo\r\nthree\rfour\",x\n", 1),
        ("embedded-separator.csv", "front,back\n\"a,b,c\",\"d,e\"\n", 1),
        ("semicolon.csv", "front;back\n1,5;2,5\n3,5;4,5\n", 2),
        ("pipe.txt", "front|back\nwater|agua\n", 1),
        ("stray.csv", "front,back\n5\" pipe,tubo de 5\"\nwa\"ter,agua\"\n", 2),
        ("ragged.csv", "front,back\n\"a\"b,c\n\"a\" \"b\",c\n\"x\"\"y\"z\"w\",c\n", 3),
        ("spaces.csv", "front, back\n a , \"b\" \n  \n", 2),
        ("few.csv", "a,front,back\n1\n1,2\n1,2,3\n", 3),
        ("many.csv", "front,back\n1,2,3,4,5\n1,2\n,,,,,,,\n", 3),
        ("empty-lines.csv", "\n\nfront,back\n\n\nwater,agua\n\r\n\r\n\n", 1),
        ("trailing.csv", "front,back,\nwater,agua,\nbread,pan,\n", 2),
        ("only-separators.csv", ",,\n,,\n", 2),
        ("empty-quotes.csv", "\"\",\"\"\n\"\"\n", 2),
        ("quoted-last.csv", "front,back\nwater,\"agua\"", 1),
        ("quoted-all.csv", "\"front\",\"back\"\n\"water\",\"agua\"\n\"\",\"\"\n", 2),
        ("one-column.csv", "water\nbread\ntree", 3),
        ("one-cell.csv", "x", 1),
        ("one-newline.tsv", "a\tb\n\n", 1),
        ("tabs.tsv", "front\tback\nwater\tagua\n", 1),
        ("tab-edges.tsv", "\t\t\nwater\t\t\n\t\tagua\n", 3),
        ("sentences.tsv", "\"Yes!\" he said.\t\"¡Sí!\", dijo.\n\"No\tno\n", 2),
        ("backslash.tsv", "a\\tb\tc\\nd\\\\\n\\N\tx\n", 2),
        ("quoted.tsv", "front\tback\n\"a\tb\"\t\"c\nd\"\n", 1),
        ("many-columns.tsv", "h" + String(repeating: "\tx", count: 3000) + "\n", 1),
        ("combining.csv", "front,back\ncafe\u{301},caf\u{E9}\n👩‍👩‍👧,\u{1F1EA}\u{1F1F8}\n", 2),
        ("separators.csv", "front,back\na\u{2028}b\u{85}c,\u{0B}d\u{0C}\n", 1),
        ("inner-mark.csv", "\u{FEFF}\u{FEFF}front,back\n\u{FEFF}water,agua\n", 1),
        ("hash.csv", "#,word,translation\n1,water,agua\n# 2,bread,pan\n", 2),
        (
            "anki.txt",
            "#separator:tab\n#html:true\n#guid column:1\n#notetype column:2\n#deck column:3\n#tags column:6\n"
                + "g1\tBasic\tDeck\tfront\t\"<b>\"\"x\"\"</b>\nline\"\ta b\n# a comment\ng2\tCloze\tDeck::Sub\t\"#x\"\t\t\n",
            2
        ),
        ("anki-crlf.txt", "\u{FEFF}#separator:Comma\r\n#columns:a,\"b, c\",d\r\n# hello\r\n\r\n1,2,3\r\n4\r\n#end", 2),
        ("anki-odd.txt", "#separator:nothing\n#html:maybe\n#tags column:99999999\n#:\n#\n##\na\tb\n", 1),
        ("array.json", "[{\"front\":\"water\",\"back\":null}, {\"back\" :  \"pan\"\n}\n]", 2),
        ("spread.json", "\u{FEFF}[\r\n  {\r\n    \"a\": \"1\\u00e9\\/\",\r\n    \"n\": 1.50e+3\r\n  }\r\n]\r\n\r\n", 1),
        ("nested.json", " [ { } ,{\"a\":[[],{\"b\":[{}]}],\"c\":\"x\"},{\"c\":\"y\",\"c\":\"z\"} ] ", 3),
        ("empty.json", "[]\n", 0),
        ("wrapped.json", "{\"name\":\"d\",\"notes\":[{\"f\":\"x\"}],\"cards\":[1,{\"f\":2}], \"z\":null}\n", 1),
        ("surrogates.jsonl", "{\"a\":\"\\ud83d\\ude00 \\ud800 \\udc00 \\u0000\"}\n", 1),
        ("blank.jsonl", "\n{\"a\":\"x\"}  \r\n\r\n\t\n{\"a\":true}\r{\"a\":{}}", 3),
    ]

    private static let wide: [File] = [true, false].flatMap { isBig in
        let order: (UInt16) -> [UInt8] = {
            isBig ? [UInt8($0 >> 8), UInt8($0 & 255)] : [UInt8($0 & 255), UInt8($0 >> 8)]
        }
        let text = "\u{FEFF}front\tback\r\nwater 😀\t\"agua\tñ\"\r\n"
        let bytes = text.utf16.flatMap(order)
        return [
            File(name: "utf16.txt", bytes: bytes, notes: 1),
            File(name: "utf16.json", bytes: "\u{FEFF}[{\"a\":\"ñ😀\"}]".utf16.flatMap(order), notes: 1),
        ]
    }
}
