import Inflection
import LanguageServices

extension DataReading {
    /// Reads the templates of a file, and passes over its sets and kinds.
    mutating func readGroups(_ file: TextFile) {
        var group: TemplateGroup?
        // Lines below a heading that is wrong are not reported as well.
        var isSkipping = true
        var isInSet = false
        for line in file.lines {
            let text = line.text
            let isHeading = ["[", "= ", "kind ", "set "].contains { text.hasPrefix($0) }
            if isHeading {
                if let group { data.groups.append(group) }
                group = text.hasPrefix("[") ? heading(line) : text.hasPrefix("= ") ? ownHeading(line) : nil
                isInSet = text.hasPrefix("set ")
                isSkipping = group == nil
                if text.hasPrefix("kind ") { isSkipping = false }
            } else if group != nil {
                if let template = template(line, of: &group) { group?.templates.append(template) }
            } else if !isInSet, !isSkipping || data.groups.isEmpty {
                report(
                    line.place,
                    "the line belongs to nothing; before it there must be 'set name', '[part-of-speech kinds]' or "
                        + "'= word', a tab and its part of speech"
                )
            }
        }
        if let group { data.groups.append(group) }
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
        var group = TemplateGroup(
            partOfSpeech: part,
            required: [],
            excluded: [],
            word: nil,
            templates: [],
            place: line.place
        )
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
        guard cells.count == 2 || cells.count == 3, let part = PartLabel.part(cells[1].text.trimmed) else {
            report(line.place, "a heading of one word is '= word', a tab, its part of speech, and perhaps a tab and a sense")
            return nil
        }
        let headword = cells[0].text.dropFirst(2).trimmed
        guard !headword.isEmpty else {
            report(line.place, column: 3, "the headword is empty")
            return nil
        }
        let sense = cells.count == 3 ? cells[2].text.trimmed : ""
        return TemplateGroup(
            partOfSpeech: part,
            required: [],
            excluded: [],
            word: TemplateGroup.Owner(headword: headword, sense: sense.isEmpty ? nil : sense),
            templates: [],
            place: line.place
        )
    }

    private mutating func template(_ line: TextLine, of group: inout TemplateGroup?) -> Template? {
        guard let group else { return nil }
        let cells = line.cells
        guard cells.count == 2, let level = LearnerLevel(rawValue: String(cells[0].text)) else {
            report(line.place, "a template is a level (A1 to C2), a tab, and the sentence")
            return nil
        }
        var parser = TemplateParser(
            text: cells[1].text,
            partOfSpeech: group.partOfSpeech,
            isOwn: group.word != nil,
            grammar: grammar,
            setNames: data.setNames,
            fileSets: data.sets
        )
        let template = parser.template(level: level, place: line.place)
        for problem in parser.problems {
            report(line.place, column: cells[1].column + problem.offset, problem.message)
        }
        data.setNames = parser.setNames
        for use in parser.uses { noteUse(of: use.set, at: line.place, column: cells[1].column + use.offset) }
        return template
    }
}
