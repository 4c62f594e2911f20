/// Other ways of writing a text that mean the same headword, although their keys differ.
package enum HeadwordVariants {
    /// Other spellings of a text, the likelier ones first; few, and often none.
    ///
    /// - German *ae*, *oe*, *ue* for the umlauts of who has no such keys, likewise in Danish, Norwegian and Swedish. Where
    ///   several stand in a text all are replaced first, then each alone: *Ueberraeume* is *Überräume*, *Überraeume*,
    ///   *Ueberräume*.
    /// - Hiragana for katakana and katakana for hiragana.
    ///
    /// - Parameters:
    ///   - text: Any text; one of more than 64 scalars has none.
    ///   - language: A BCP 47 tag.
    package static func of(_ text: String, language: String) -> [String] {
        let scalars = Array(text.unicodeScalars.prefix(65))
        guard scalars.count <= 64 else { return [] }
        let name = language.prefix { $0 != "-" && $0 != "_" }
        var result: [String] = []
        if let pairs = digraphs[name.lowercased()] { result += withLetters(scalars, pairs) }
        if let other = otherKana(scalars) { result.append(other) }
        return result
    }

    // MARK: Umlauts

    private struct Digraph {
        let first: Unicode.Scalar
        let second: Unicode.Scalar
        let lower: Unicode.Scalar
        let upper: Unicode.Scalar
    }

    private static let digraphs: [String: [Digraph]] = {
        let german = [
            Digraph(first: "a", second: "e", lower: "ä", upper: "Ä"),
            Digraph(first: "o", second: "e", lower: "ö", upper: "Ö"),
            Digraph(first: "u", second: "e", lower: "ü", upper: "Ü"),
        ]
        // *æ* is *ae* in the key anyway.
        let danish = [
            Digraph(first: "o", second: "e", lower: "ø", upper: "Ø"),
            Digraph(first: "a", second: "a", lower: "å", upper: "Å"),
        ]
        let swedish = german.prefix(2) + [Digraph(first: "a", second: "a", lower: "å", upper: "Å")]
        return ["de": german, "da": danish, "nb": danish, "nn": danish, "no": danish, "sv": Array(swedish)]
    }()

    private static func withLetters(_ text: [Unicode.Scalar], _ digraphs: [Digraph]) -> [String] {
        var places: [(Int, Unicode.Scalar)] = []
        var index = 0
        while index + 1 < text.count {
            let first = text[index].properties.lowercaseMapping
            let second = text[index + 1].properties.lowercaseMapping
            let match = digraphs.first { String($0.first) == first && String($0.second) == second }
            // The e of *neue*, *Mauer*, *Quelle* belongs to no umlaut.
            let before = index > 0 ? text[index - 1] : " "
            if let match, match.first != "u" || !["a", "e", "q", "A", "E", "Q"].contains(before) {
                places.append((index, text[index].properties.isUppercase ? match.upper : match.lower))
                index += 2
            } else {
                index += 1
            }
        }
        guard !places.isEmpty, places.count <= 4 else { return [] }
        var result = [replaced(text, places)]
        if places.count > 1 { result += places.map { replaced(text, [$0]) } }
        return result
    }

    private static func replaced(_ text: [Unicode.Scalar], _ places: [(Int, Unicode.Scalar)]) -> String {
        var result = text
        for (place, letter) in places.reversed() { result.replaceSubrange(place...(place + 1), with: [letter]) }
        return String(scalars: result[...])
    }

    // MARK: Kana

    private static func otherKana(_ text: [Unicode.Scalar]) -> String? {
        var hiragana = 0
        var katakana = 0
        for scalar in text {
            if (0x3041...0x3096).contains(scalar.value) { hiragana += 1 }
            if (0x30A1...0x30F6).contains(scalar.value) { katakana += 1 }
        }
        // A text of both is written as it should be, or not to be repaired by this.
        guard (hiragana > 0) != (katakana > 0) else { return nil }
        let other = text.map { scalar -> Unicode.Scalar in
            switch scalar.value {
            case 0x3041...0x3096: Unicode.Scalar(scalar.value + 0x60) ?? scalar
            case 0x30A1...0x30F6: Unicode.Scalar(scalar.value - 0x60) ?? scalar
            default: scalar
            }
        }
        return String(scalars: other[...])
    }
}
