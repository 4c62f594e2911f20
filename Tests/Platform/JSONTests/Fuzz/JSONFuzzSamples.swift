/// Documents that the fuzz tests start from.
enum JSONFuzzSamples {
    static let all: [[UInt8]] = [configuration, strict, numbers, strings, crlf].map { Array($0.utf8) }

    private static let configuration = """
        // Parlance
        { "version": 1,
          "speech":      { "use": ["espeak"], "accent": "en-IE", "rate": 0.9, },
          /* in this
             order */
          "translation": { "use": ["starter", "libre"], "from": "en", "to": "es" },
          "feedback":    { "strength": 0.8, "enabled": true, "note": null }, // end
          "providers": { "libre": { "kind": "http", "url": "http://127.0.0.1:5000", "key": { "env": "KEY" } }, },
        }

        """

    private static let strict = #"{"a":[1,2,{"b":null,"c":[true,false,[]]}],"d":{"e":{"f":{}}},"g":"h","i":[[[[0]]]]}"#

    private static let numbers =
        "[0, -0, 1, -1, 0.5, 1e3, 1E-3, 1.5e+10, 9223372036854775807, -9223372036854775808, 1e308]"

    private static let strings =
        #"["", "a", "\"\\\/\b\f\n\r\t", "\u00e9\uD83D\uDE00", "é€😀", "e\#u{301}", "// no", "\#u{2028}"]"#

    private static let crlf = "\u{FEFF}{\r\n\t\"größe\" : 1 ,\r\n\t\"naïve\" : [ \"日本語\" ,\r 2 ]\n}\r\n"
}
