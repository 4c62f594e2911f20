import Language
import LanguageServices

extension DataReading {
    private static let columns = ["headword", "pos", "gender", "level", "sense", "kinds", "forms", "company"]

    /// Reads a file of the lexicon.
    mutating func readLexicon(_ file: TextFile) {
        guard let head = file.lines.first else { return }
        var places: [String: Int] = [:]
        for (place, cell) in head.cells.enumerated() {
            let name = String(cell)
            guard Self.columns.contains(name), places[name] == nil else {
                let hint = ClosestMatch.hint(for: name, in: Self.columns)
                report(
                    head.place,
                    column: head.column(ofCell: place),
                    "the column '\(name)' is unknown, or there twice\(hint)"
                        + "; the columns are \(Self.columns.joined(separator: ", "))"
                )
                continue
            }
            places[name] = place
        }
        if let missing = ["headword", "pos", "level", "kinds"].first(where: { places[$0] == nil }) {
            // Mostly it is there under a wrong name.
            if places.count == head.cells.count {
                report(head.place, "the first line of a lexicon names its columns, and '\(missing)' is not among them")
            }
            return
        }
        for line in file.lines.dropFirst() { readRow(line, places) }
    }

    private mutating func readRow(_ line: TextLine, _ places: [String: Int]) {
        let cells = line.cells
        func cell(_ name: String) -> Substring {
            guard let place = places[name], place < cells.count else { return "" }
            return cells[place]
        }
        func column(_ name: String) -> Int { line.column(ofCell: places[name] ?? 0) }
        if cells.count > places.count {
            report(
                line.place,
                column: line.column(ofCell: places.count),
                "the line has more cells than there are columns"
            )
        }
        let headword = cell("headword").trimmed
        guard !headword.isEmpty else { return report(line.place, "the headword is empty") }
        let pos = cell("pos")
        guard let part = PartLabel.part(String(pos)) else {
            let known = PartLabel.names.joined(separator: ", ")
            return report(line.place, column: column("pos"), "'\(pos)' is no part of speech; it is one of \(known)")
        }
        guard let level = LearnerLevel(rawValue: String(cell("level"))) else {
            let text = cell("level")
            return report(line.place, column: column("level"), "'\(text)' is no level; it is A1 to C2")
        }
        var kinds: [Int] = []
        for name in cell("kinds").parts(at: " ") where !name.isEmpty {
            guard DataName.isName(name) else {
                report(line.place, column: column("kinds"), "'\(name)' is no kind; \(DataName.allowed)")
                continue
            }
            kinds.append(data.kindNames.number(of: String(name)))
        }
        let gender = cell("gender")
        if !gender.isEmpty, NounGender(rawValue: String(gender)) == nil {
            let known = NounGender.allCases.map(\.rawValue).joined(separator: ", ")
            let message = "'\(gender)' is no gender; it is one of \(known)"
            report(line.place, column: column("gender"), message)
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
            forms: forms(cell("forms"), part, line, column: places["forms"] ?? 0),
            company: company(cell("company"), line, column: places["company"] ?? 0),
            place: line.place
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
                    line.place,
                    column: line.column(ofCell: column),
                    "'\(pair.trimmed)' is no form; write 'name=form', where the name is one of "
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
                    line.place,
                    column: line.column(ofCell: column),
                    "'\(part.trimmed)' is no company; write 'name: one; two', several with ' | ' between"
                )
                continue
            }
            var texts: [WordSet.Text] = []
            for text in part[sides[1].startIndex...].parts(at: ";") {
                let text = text.trimmed
                guard !text.isEmpty else { continue }
                guard let read = companyText(text) else {
                    report(
                        line.place,
                        column: line.column(ofCell: column),
                        "'\(text)' has brackets; \(Features.allowed)"
                    )
                    continue
                }
                texts.append(read)
            }
            guard !texts.isEmpty else {
                report(line.place, column: line.column(ofCell: column), "the company '\(name)' is empty")
                continue
            }
            result.append((data.setNames.number(of: name), WordSet(texts)))
        }
        return result
    }

    /// A text with its features in brackets: `our trains (pl)`.
    ///
    /// What goes with a word is taken for as easy as the word's sentences.
    private func companyText(_ text: String) -> WordSet.Text? {
        guard text.utf8.last == UInt8(ascii: ")"), let bracket = text.lastIndex(of: "(") else {
            return WordSet.Text(text: text, level: .a1, agreement: Agreement())
        }
        let inside = text[text.index(after: bracket)...].dropLast()
        guard let agreement = Features.agreement(inside) else { return nil }
        return WordSet.Text(text: text[..<bracket].trimmed, level: .a1, agreement: agreement)
    }
}

/// The features that stand behind a text: `3 pl f`.
enum Features {
    static let allowed = "features are 1, 2 or 3, sg or pl, and m, f or n"

    /// Reads features; `nil` when one is none.
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
