/// Alternative spellings of a headword that have different keys.
package enum HeadwordVariants {
    /// Alternative spellings of a text, most likely first. There are few, and often none.
    ///
    /// - German *ae*, *oe*, *ue* for umlauts, as typed on keyboards without umlauts; likewise in Danish, Norwegian and
    ///   Swedish. If a text contains several of these pairs, the first alternative replaces all of them, and each of
    ///   the others replaces one: *Ueberraeume* becomes *Überräume*, *Überraeume*, *Ueberräume*.
    /// - Hiragana for katakana, and katakana for hiragana.
    ///
    /// - Parameters:
    ///   - text: Any text; a text of more than 64 scalars has no alternatives.
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
        // *æ* needs no rule, because its key is already *ae*.
        let danish = [
            Digraph(first: "o", second: "e", lower: "ø", upper: "Ø"),
            Digraph(first: "a", second: "a", lower: "å", upper: "Å"),
        ]
        let swedish = german.prefix(2) + [Digraph(first: "a", second: "a", lower: "å", upper: "Å")]
        return ["de": german, "da": danish, "nb": danish, "nn": danish, "no": danish, "sv": Array(swedish)]
    }()

    private static func withLetters(_ text: [Unicode.Scalar], _ digraphs: [Digraph]) -> [String] {
        var positions: [(Int, Unicode.Scalar)] = []
        var index = 0
        while index + 1 < text.count {
            let first = text[index].properties.lowercaseMapping
            let second = text[index + 1].properties.lowercaseMapping
            let match = digraphs.first { String($0.first) == first && String($0.second) == second }
            // The *ue* in *neue*, *Mauer*, *Quelle* is not an umlaut.
            let before = index > 0 ? text[index - 1] : " "
            if let match, match.first != "u" || !["a", "e", "q", "A", "E", "Q"].contains(before) {
                positions.append((index, text[index].properties.isUppercase ? match.upper : match.lower))
                index += 2
            } else {
                index += 1
            }
        }
        guard !positions.isEmpty, positions.count <= 4 else { return [] }
        var result = [replaced(text, positions)]
        if positions.count > 1 { result += positions.map { replaced(text, [$0]) } }
        return result
    }

    private static func replaced(_ text: [Unicode.Scalar], _ positions: [(Int, Unicode.Scalar)]) -> String {
        var result = text
        for (position, letter) in positions.reversed() {
            result.replaceSubrange(position...(position + 1), with: [letter])
        }
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
        // A text with both kinds of kana is either correct or cannot be corrected here.
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
