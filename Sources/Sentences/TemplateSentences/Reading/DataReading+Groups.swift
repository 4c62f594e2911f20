import Language
import LanguageServices

extension DataReading {
    /// Reads the groups of a file, and passes over its sets and kinds.
    ///
    /// The templates of single words are only looked for: there are many times more of them than of the others, and they
    /// are read when their word is asked for.
    mutating func readGroups(_ file: TextFile) {
        var group: TemplateGroup?
        var start = 0
        // Lines below a heading that is wrong are not reported as well.
        var isExpected = false
        func close(_ reading: inout DataReading, at end: Int) {
            guard var whole = group else { return }
            whole.lines = file.lines[start..<end]
            if whole.word == nil || reading.isWhole { whole.templates = reading.templates(of: whole) }
            reading.data.groups.append(whole)
            group = nil
        }
        for (place, line) in file.lines.enumerated() {
            if line.heading != nil {
                close(&self, at: place)
                start = place + 1
            }
            switch line.heading {
            case .group:
                group = heading(line)
                isExpected = true
            case .word:
                group = ownHeading(line)
                isExpected = true
            case .set:
                isExpected = true
            case .kind:
                isExpected = false
            case nil:
                if group == nil, !isExpected {
                    report(
                        line.place,
                        "the line belongs to nothing; before it there must be 'set name', '[part-of-speech kinds]' or "
                            + "'= word', a tab and its part of speech"
                    )
                }
            }
        }
        close(&self, at: file.lines.count)
    }

    /// `[n food -mass]`
    private mutating func heading(_ line: TextLine) -> TemplateGroup? {
        guard line.text.hasSuffix("]") else {
            report(line.place, "the heading has no ']' at its end")
            return nil
        }
        let words = line.text.dropFirst().dropLast().split(separator: " ")
        guard let label = words.first, let part = PartLabel.part(String(label)) else {
            let known = PartLabel.names.joined(separator: ", ")
            report(line.place, column: 2, "the heading begins with a part of speech, which is one of \(known)")
            return nil
        }
        var group = TemplateGroup(partOfSpeech: part, place: line.place)
        for word in words.dropFirst() {
            let isExcluded = word.hasPrefix("-")
            let name = isExcluded ? word.dropFirst() : word
            guard DataName.isName(name) else {
                report(line.place, "'\(name)' is no kind; \(DataName.allowed)")
                return nil
            }
            let number = data.kindNames.number(of: String(name))
            if isExcluded { group.excluded.append(number) } else { group.required.append(number) }
        }
        return group
    }

    /// `= bank`, a tab, `n`, and where it matters another tab and `money`
    private mutating func ownHeading(_ line: TextLine) -> TemplateGroup? {
        let cells = line.cells
        guard cells.count == 2 || cells.count == 3, let part = PartLabel.part(cells[1].trimmed) else {
            report(
                line.place,
                "a heading of one word is '= word', a tab, its part of speech, and perhaps a tab and a sense"
            )
            return nil
        }
        let headword = cells[0].dropFirst(2).trimmed
        guard !headword.isEmpty else {
            report(line.place, column: 3, "the headword is empty")
            return nil
        }
        let sense = cells.count == 3 ? cells[2].trimmed : ""
        var group = TemplateGroup(partOfSpeech: part, place: line.place)
        group.word = TemplateGroup.Owner(headword: headword, sense: sense.isEmpty ? nil : sense)
        return group
    }

    /// Reads the templates of a group, and reports what is wrong with them.
    private mutating func templates(of group: TemplateGroup) -> [Template] {
        var reader = TemplateReader(grammar: grammar, setNames: data.setNames, sets: data.sets)
        let templates = reader.templates(of: group)
        for problem in reader.problems { report(problem.place, column: problem.column, problem.message) }
        for use in reader.uses { noteUse(of: use.set, at: use.place, column: use.column) }
        data.setNames = reader.setNames
        return templates
    }
}
