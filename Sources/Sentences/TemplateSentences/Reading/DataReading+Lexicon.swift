import Language
import LanguageServices

extension DataReading {
    private static let columns = ["headword", "pos", "gender", "level", "sense", "kinds", "forms", "company"]

    /// Reads a lexicon file.
    mutating func readLexicon(_ file: TextFile) {
        guard let head = file.lines.first else { return }
        var positions: [String: Int] = [:]
        for (position, cell) in head.cells.enumerated() {
            let name = String(cell)
            guard Self.columns.contains(name), positions[name] == nil else {
                let hint = ClosestMatch.hint(for: name, in: Self.columns)
                report(
                    head.location,
                    column: head.column(ofCell: position),
                    "the column '\(name)' is unknown or duplicated\(hint)"
                        + "; the columns are \(Self.columns.joined(separator: ", "))"
                )
                continue
            }
            positions[name] = position
        }
        if let missing = ["headword", "pos", "level", "kinds"].first(where: { positions[$0] == nil }) {
            // In most such cases, the column is present but has a wrong name.
            if positions.count == head.cells.count {
                report(head.location, "the column '\(missing)' is missing from the first line, which names the columns")
            }
            return
        }
        for line in file.lines.dropFirst() { readRow(line, positions) }
    }

    private mutating func readRow(_ line: TextLine, _ positions: [String: Int]) {
        let cells = line.cells
        func cell(_ name: String) -> Substring {
            guard let position = positions[name], position < cells.count else { return "" }
            return cells[position]
        }
        func column(_ name: String) -> Int { line.column(ofCell: positions[name] ?? 0) }
        if cells.count > positions.count {
            report(
                line.location,
                column: line.column(ofCell: positions.count),
                "the line has more cells than there are columns"
            )
        }
        let headword = cell("headword").trimmed
        guard !headword.isEmpty else { return report(line.location, "the headword is empty") }
        let pos = cell("pos")
        guard let part = PartLabel.part(String(pos)) else {
            let known = PartLabel.names.joined(separator: ", ")
            return report(line.location, column: column("pos"), "'\(pos)' is not a part of speech; use one of \(known)")
        }
        guard let level = LearnerLevel(rawValue: String(cell("level"))) else {
            let text = cell("level")
            return report(line.location, column: column("level"), "'\(text)' is not a level; use A1 to C2")
        }
        var kinds: [Int] = []
        for name in cell("kinds").parts(at: " ") where !name.isEmpty {
            guard DataName.isName(name) else {
                report(line.location, column: column("kinds"), "'\(name)' is not a kind; \(DataName.allowed)")
                continue
            }
            kinds.append(data.kindNames.number(of: String(name)))
        }
        let gender = cell("gender")
        if !gender.isEmpty, NounGender(rawValue: String(gender)) == nil {
            let known = NounGender.allCases.map(\.rawValue).joined(separator: ", ")
            let message = "'\(gender)' is not a gender; use one of \(known)"
            report(line.location, column: column("gender"), message)
        }
        let sense = cell("sense").trimmed
        let row = LexiconRow(
            headword: headword,
            partOfSpeech: part,
            level: level,
            sense: sense.isEmpty ? nil : sense,
            kinds: KindSet(),
            namedKinds: kinds,
            number: .both,
            gender: NounGender(rawValue: String(gender)),
            forms: forms(cell("forms"), part, line, column: positions["forms"] ?? 0),
            company: company(cell("company"), line, column: positions["company"] ?? 0),
            location: line.location
        )
        data.rows.append(row)
    }

    /// `plural=octopuses; possessive=…`
    private mutating func forms(
        _ cell: Substring,
        _ part: PartOfSpeech,
        _ line: TextLine,
        column: Int
    ) -> [String: String] {
        guard !cell.isEmpty else { return [:] }
        var result: [String: String] = [:]
        let names = grammar.forms.names(of: part)
        for pair in cell.parts(at: ";") where !pair.trimmed.isEmpty {
            let sides = pair.split(separator: "=", maxSplits: 1).map(\.trimmed)
            guard sides.count == 2, names.contains(sides[0]) || sides[0] == LexiconRow.otherForms, !sides[1].isEmpty
            else {
                report(
                    line.location,
                    column: line.column(ofCell: column),
                    "'\(pair.trimmed)' is not a form; write 'name=form', where the name is one of "
                        + (names + [LexiconRow.otherForms]).joined(separator: ", ")
                )
                continue
            }
            result[sides[0]] = sides[1]
        }
        return result
    }

    /// `verb: drink; spill | adj: cold`
    private mutating func company(_ cell: Substring, _ line: TextLine, column: Int) -> [(Int, WordSet)] {
        guard !cell.isEmpty else { return [] }
        var result: [(Int, WordSet)] = []
        for part in cell.parts(at: "|") where !part.trimmed.isEmpty {
            let sides = part.parts(at: ":")
            let name = sides.first?.trimmed ?? ""
            guard sides.count >= 2, DataName.isName(name) else {
                report(
                    line.location,
                    column: line.column(ofCell: column),
                    "'\(part.trimmed)' is not a valid company entry; write 'name: one; two', separated by ' | '"
                )
                continue
            }
            var texts: [WordSet.Text] = []
            for text in part[sides[1].startIndex...].parts(at: ";") {
                let text = text.trimmed
                guard !text.isEmpty else { continue }
                guard let read = companyText(text) else {
                    report(
                        line.location,
                        column: line.column(ofCell: column),
                        "'\(text)' contains brackets; \(Features.allowed)"
                    )
                    continue
                }
                texts.append(read)
            }
            guard !texts.isEmpty else {
                report(line.location, column: line.column(ofCell: column), "the company '\(name)' is empty")
                continue
            }
            result.append((data.setNames.number(of: name), WordSet(texts)))
        }
        return result
    }

    /// A text with its features in parentheses: `our trains (pl)`.
    ///
    /// A collocate does not raise the level of the sentences in which it is used.
    private func companyText(_ text: String) -> WordSet.Text? {
        guard text.utf8.last == UInt8(ascii: ")"), let bracket = text.lastIndex(of: "(") else {
            return WordSet.Text(text: text, level: .a1, agreement: Agreement())
        }
        let inside = text[text.index(after: bracket)...].dropLast()
        guard let agreement = Features.agreement(inside) else { return nil }
        return WordSet.Text(text: text[..<bracket].trimmed, level: .a1, agreement: agreement)
    }
}

/// The features after a text: `3 pl f`.
enum Features {
    static let allowed = "features are 1, 2 or 3, sg or pl, and m, f or n"

    /// Reads features; `nil` if one is invalid.
    static func agreement(_ text: some StringProtocol) -> Agreement? {
        var result = Agreement()
        for word in text.split(separator: " ") {
            switch word {
            case "1": result.person = .first
            case "2": result.person = .second
            case "3": result.person = .third
            case "sg": result.isPlural = false
            case "pl": result.isPlural = true
            case "m": result.gender = .masculine
            case "f": result.gender = .feminine
            case "n": result.gender = .neuter
            default: return nil
            }
        }
        return result
    }
}
