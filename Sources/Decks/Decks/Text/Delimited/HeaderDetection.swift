/// Detects whether the first row of a table is a header.
///
/// It is not a header if one of its cells is a number, is longer than 64 characters, contains a line end or a tag, or
/// duplicates another. Otherwise, it is a header
/// - when at least half of its cells are common column names (`front`, `word`, `translation`, `English`…);
/// - when all of its cells are language codes, which is not true of any other row;
/// - or when a column has numbers in all other rows, at least three of them.
enum HeaderDetection {
    /// Decides from the first rows of a table.
    static func hasHeader(_ rows: [[String]]) -> Bool {
        guard let first = rows.first, isPossible(first) else { return false }
        let rest = rows.dropFirst()
        let names = first.filter { !$0.isEmpty }
        if names.count(where: isName) * 2 >= names.count { return true }
        if isCodes(first), !rest.contains(where: { isCodes($0) && isPossible($0) }) { return true }
        return rest.count >= 3
            && first.indices.contains { column in
                !first[column].isEmpty && rest.allSatisfy { $0.count > column && isNumber($0[column]) }
            }
    }

    /// Whether the first row would be a header if it had no duplicates.
    static func repeatsNames(_ rows: [[String]]) -> Bool {
        guard let first = rows.first else { return false }
        var seen: Set<String> = []
        let names = first.map { $0.isEmpty || seen.insert($0).inserted ? $0 : "" }
        return names != first && hasHeader([names] + rows.dropFirst())
    }

    private static func isPossible(_ cells: [String]) -> Bool {
        let names = cells.filter { !$0.isEmpty }
        return !names.isEmpty && Set(names).count == names.count
            && !names.contains { name in
                isNumber(name) || name.unicodeScalars.count > 64 || name.contains { $0.isNewline || $0 == "<" }
            }
    }

    /// Whether all words of a cell are common in column names, ignoring numbers and punctuation.
    private static func isName(_ cell: String) -> Bool {
        let words = cell.lowercased().split { !$0.isLetter }
        return !words.isEmpty && words.allSatisfy { self.names.contains(String($0)) }
    }

    private static func isCodes(_ cells: [String]) -> Bool {
        cells.count > 1
            && cells.allSatisfy { cell in
                let parts = cell.lowercased().split { $0 == "-" || $0 == "_" }
                return parts.first.map { codes.contains(String($0)) } ?? false
            }
    }

    private static func isNumber(_ cell: String) -> Bool {
        var hasDigit = false
        for scalar in cell.unicodeScalars {
            switch scalar {
            case "0"..."9": hasDigit = true
            case "+", "-", ".", ",", "%", " ": break
            default: return false
            }
        }
        return hasDigit
    }

    private static let names: Set<String> = Set(
        """
        front back word words term terms definition definitions translation translations question questions answer \
        answers text texts meaning meanings expression expressions reading readings sentence sentences example examples \
        note notes tag tags guid id ids deck decks source target language lemma headword gloss glosses hint extra audio \
        sound image picture pronunciation ipa transcription phonetic gender plural article frequency rank level chapter \
        lesson category field column header key value prompt response phrase phrases native foreign comment comments \
        part speech pos type notetype date number index kanji kana hanzi pinyin furigana romaji hangul cloze topic unit \
        vorderseite rückseite wort übersetzung frage antwort recto verso anverso reverso traducción traduction \
        english german spanish french italian portuguese russian chinese japanese korean arabic dutch swedish danish \
        norwegian finnish polish czech greek turkish hebrew hindi latin ukrainian hungarian romanian vietnamese thai \
        indonesian esperanto irish welsh catalan basque croatian serbian bulgarian mandarin persian swahili \
        deutsch español français italiano português русский
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    )

    private static let codes: Set<String> = Set(
        """
        ar bg bn br bs ca cs cy da de el en eo es et eu fa fi fr ga gl he hi hr hu hy id is it ja ka ko la lt lv mk ms \
        nb nl nn no pl pt ro ru sk sl sq sr sv sw ta te th tl tr uk ur vi zh deu eng fra ita jpn kor nld pol por rus \
        spa swe tur ukr zho
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    )
}
