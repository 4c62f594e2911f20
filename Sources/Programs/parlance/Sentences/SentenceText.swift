import LanguageServices

/// An example sentence as lines for people.
struct SentenceText {
    let sentence: ExampleSentence

    /// Whether the word is shown in bold and underlined, as a terminal can.
    var isMarked = false

    /// Whether the sentence is shown as a cloze.
    var isCloze = false

    /// The provider that needs no mention, since it is the first that was asked.
    var usualProvider: ProviderID?

    /// The sentence with what is to be known of it behind, and below it its Latin letters, its translation and notes.
    /// There is nothing in them that could drive a terminal but what makes the word bold.
    ///
    /// - Parameter indentation: What stands before every line.
    func lines(indentation: String = "") -> [String] {
        let below = indentation + "  "
        var lines = [indentation + text + remark]
        if let latin = sentence.romanization { lines.append(below + Console.oneLine(latin)) }
        if let translation = sentence.translation { lines.append(below + Console.oneLine(translation)) }
        lines += sentence.notes.map { below + "note: " + Console.oneLine($0) }
        if let source = origin { lines.append(below + "from " + Console.oneLine(source)) }
        return lines
    }

    /// The sentence, its translation and its Latin letters as cells of a line for programs.
    var cells: [String] {
        let cells = [shown, sentence.translation ?? "", sentence.romanization ?? ""].map(Console.oneLine)
        return Array(cells.reversed().drop(while: \.isEmpty).reversed())
    }

    /// The sentence, or its cloze.
    private var shown: String { isCloze ? sentence.cloze() ?? sentence.text : sentence.text }

    private var text: String {
        guard isMarked, !isCloze else { return Console.oneLine(shown) }
        return sentence.parts.map { part in
            let text = Console.oneLine(part.text)
            return part.isWord ? "\u{1B}[1;4m\(text)\u{1B}[22;24m" : text
        }.joined()
    }

    private var remark: String {
        var remarks: [String] = []
        if let level = sentence.level { remarks.append(level.rawValue) }
        if let usualProvider, sentence.provider != usualProvider { remarks.append("by \(sentence.provider)") }
        return remarks.isEmpty ? "" : "  (\(Console.oneLine(remarks.joined(separator: ", "))))"
    }

    private var origin: String? {
        guard let source = sentence.source, !BlankText.isBlank(source) else { return nil }
        return sentence.licence.map { "\(source), \($0)" } ?? source
    }
}
