import Language
import LanguageServices

extension DataReading {
    /// Reads the sets and the kinds of a file, and passes over its templates.
    mutating func readSets(_ file: TextFile) {
        var open: (name: Int, texts: [WordSet.Text])?
        func close(_ data: inout SentenceData) {
            guard let set = open else { return }
            data.sets[set.name] = WordSet(set.texts)
            open = nil
        }
        for line in file.lines {
            switch line.heading {
            case .group, .word: close(&data)
            case .kind:
                close(&data)
                readKind(line)
            case .set:
                close(&data)
                open = openSet(line)
            case nil:
                guard open != nil else { continue }
                if let text = setText(line) { open?.texts.append(text) }
            }
        }
        close(&data)
    }

    private mutating func openSet(_ line: TextLine) -> (name: Int, texts: [WordSet.Text]) {
        let name = line.text.dropFirst(4).trimmed
        let number = data.setNames.number(of: name)
        if !DataName.isName(name) {
            report(line.place, column: 5, "'\(name)' is no name of a set; \(DataName.allowed)")
        } else if data.sets[number] != nil {
            report(line.place, column: 5, "there is a set '\(name)' already")
        }
        return (number, data.sets[number]?.texts ?? [])
    }

    private mutating func setText(_ line: TextLine) -> WordSet.Text? {
        let cells = line.cells
        guard cells.count == 2 || cells.count == 3, let level = LearnerLevel(rawValue: String(cells[0])) else {
            report(line.place, "a line of a set is a level (A1 to C2), a tab, and a text; features after another tab")
            return nil
        }
        guard !cells[1].isEmpty, cells[1] == Substring(cells[1].trimmed) else {
            report(line.place, column: line.column(ofCell: 1), "the text is empty, or has spaces at its ends")
            return nil
        }
        guard !cells[1].contains(where: { $0 == "{" || $0 == "}" }) else {
            report(line.place, column: line.column(ofCell: 1), "a text of a set has no slots")
            return nil
        }
        guard let agreement = Features.agreement(cells.count == 3 ? cells[2] : "") else {
            report(line.place, column: line.column(ofCell: 2), "'\(cells[2])' are no features; \(Features.allowed)")
            return nil
        }
        return WordSet.Text(text: String(cells[1]), level: level, agreement: agreement)
    }

    /// `kind fruit: food count`
    private mutating func readKind(_ line: TextLine) {
        let parts = line.text.dropFirst(5).split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let name = parts.first?.trimmed ?? ""
        let kinds = parts.count == 2 ? parts[1].split(separator: " ").map(String.init) : []
        for other in [name] + kinds where !DataName.isName(other) {
            report(
                line.place,
                "'\(other)' is no name of a kind; write 'kind fruit: food count', and \(DataName.allowed)"
            )
            return
        }
        let number = data.kindNames.number(of: name)
        include(number, kinds.map { data.kindNames.number(of: $0) }, at: line.place)
    }
}
