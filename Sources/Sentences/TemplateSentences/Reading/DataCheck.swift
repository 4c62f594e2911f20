import Language
import LanguageServices

/// Finds questionable entries in otherwise valid data, to help authors.
package struct DataCheck {
    private let data: SentenceData
    private let spelling: WordFormCheck
    private let grammar: (any SentenceGrammar)?
    /// The warnings found.
    package private(set) var problems: [DataProblem] = []

    /// Checks the data.
    package init(_ data: SentenceData) {
        self.data = data
        spelling = WordFormCheck(language: data.language)
        grammar = SentenceGrammars.grammar(of: data.language)
        checkRows()
        for group in data.groups {
            checkKinds(group)
            checkOwner(group)
            for template in group.templates { checkText(template, group) }
        }
        problems.sort { ($0.file, $0.line, $0.column) < ($1.file, $1.line, $1.column) }
    }

    private mutating func warn(_ location: DataLocation, _ message: String) {
        problems.append(data.problem(location, message, isWarning: true))
    }

    // MARK: Lexicon

    private mutating func checkRows() {
        var used: Set<Int> = []
        for group in data.groups { used.formUnion(group.required + group.excluded) }
        for name in ["none", "mass", "count", "plural-only"] {
            if let kind = data.kindNames.known(name) { used.insert(kind) }
        }
        var unused: [Int: (rows: Int, location: DataLocation)] = [:]
        var seen: [String: DataLocation] = [:]
        let usedSets = Set(data.groups.flatMap { $0.templates.flatMap { $0.choices.map(\.set) } })
        for row in data.rows {
            for kind in row.namedKinds where !leads(kind, to: used) {
                unused[kind] = ((unused[kind]?.rows ?? 0) + 1, unused[kind]?.location ?? row.location)
            }
            for company in row.company where !usedSets.contains(company.name) {
                warn(row.location, "no template has a slot {\(data.setNames.names[company.name])}")
            }
            let key = [row.headword, row.partOfSpeech.rawValue, row.sense ?? ""].joined(separator: "\t")
            if seen.updateValue(row.location, forKey: key) != nil {
                warn(row.location, "'\(row.headword)' is listed twice with this part of speech and sense")
            }
            if row.namedKinds.isEmpty, data.groupsByHeadword[row.headword.lowercased()] == nil {
                warn(row.location, "'\(row.headword)' has neither kinds nor templates of its own")
            }
        }
        for (kind, found) in unused.sorted(by: { $0.key < $1.key }) {
            warn(
                found.location,
                "no template uses the kind '\(data.kindNames.names[kind])' or a kind that it includes; \(found.rows)"
                    + " rows have it"
            )
        }
    }

    /// Whether a kind includes a kind that has templates.
    private func leads(_ kind: Int, to used: Set<Int>) -> Bool {
        used.contains(kind) || used.contains { data.includedKinds[kind]?.contains($0) ?? false }
    }

    // MARK: Groups

    private mutating func checkKinds(_ group: TemplateGroup) {
        for kind in group.required + group.excluded
        where kind >= data.rowsOfKind.count || data.rowsOfKind[kind] == 0 {
            let known = data.kindNames.names.indices.filter {
                data.rowsOfKind.indices.contains($0) && data.rowsOfKind[$0] > 0
            }
            .map { data.kindNames.names[$0] }
            let name = data.kindNames.names[kind]
            warn(
                group.location,
                "no word in the lexicon is of the kind '\(name)'\(ClosestMatch.hint(for: name, in: known))"
            )
        }
    }

    private mutating func checkOwner(_ group: TemplateGroup) {
        guard let owner = group.word else { return }
        let rows = data.rows(of: owner.headword)
            .filter { $0.partOfSpeech == group.partOfSpeech && $0.headword == owner.headword }
        if rows.isEmpty {
            return warn(
                group.location,
                "the lexicon does not contain '\(owner.headword)' as \(PartLabel.label(group.partOfSpeech))"
            )
        }
        if let sense = owner.sense, !rows.contains(where: { $0.sense == sense }) {
            let known = rows.map { $0.sense.map { "'\($0)'" } ?? "none" }.joined(separator: ", ")
            warn(
                group.location,
                "the lexicon does not list the sense '\(sense)' of '\(owner.headword)'; its senses are \(known)"
            )
        }
    }

    // MARK: Sentences

    private mutating func checkText(_ template: Template, _ group: TemplateGroup) {
        var text = ""
        var spelled: [String] = []
        for piece in template.pieces {
            switch piece {
            case .text(let part): text += part
            case .spelled(let part):
                text += part
                spelled.append(part)
            case .article: text += "a"
            case .word, .choice, .inflected, .lemma, .pronoun:
                // A slot may be capitalised at the start of a sentence, but not elsewhere.
                text += text.isEmpty || [". ", "? ", "! "].contains(where: text.hasSuffix) ? "X" : "x"
            }
        }
        text = grammar?.typeset(text) ?? text
        let location = template.location
        if text.contains("  ") { warn(location, "two spaces") }
        let end = text.last.map { "\"”’'»)".contains($0) ? text.dropLast().last ?? $0 : $0 }
        if end.map({ !".?!".contains($0) }) ?? true { warn(location, "the sentence has no end mark") }
        if [" .", " ,", " ?", " !", "..", "??", "!!"].contains(where: text.contains) {
            warn(location, "a punctuation mark is misplaced")
        }
        if Self.hasInnerEnd(text) { warn(location, "more than one sentence; join them: 'I'm cold, so please …'") }
        let words = text.split(separator: " ").count
        if !(2...16).contains(words) { warn(location, "the sentence has \(words) words") }
        if let owner = group.word, !spelled.isEmpty { checkSpelling(spelled, owner.headword, location) }
    }

    /// Whether a sentence seems to end early: sentence-final punctuation, a space and a capital letter, outside direct
    /// speech.
    private static func hasInnerEnd(_ text: String) -> Bool {
        var isQuoted = false
        let words = text.split(separator: " ")
        for (word, next) in zip(words, words.dropFirst()) {
            for letter in word where letter == "\"" { isQuoted.toggle() }
            guard !isQuoted, let mark = word.last, ".?!".contains(mark), !titles.contains(String(word)) else {
                continue
            }
            if next.first?.isUppercase ?? false { return true }
        }
        return false
    }

    private static let titles: Set<String> = ["Mr.", "Mrs.", "Ms.", "Dr.", "St.", "No.", "a.m.", "p.m.", "EE."]

    private mutating func checkSpelling(_ parts: [String], _ headword: String, _ location: DataLocation) {
        let text = parts.joined(separator: " ")
        let isNamed = data.rows(of: headword).contains {
            $0.spelledForms.contains { $0.lowercased() == text.lowercased() }
        }
        if !isNamed, !spelling.isForm(text, of: headword) {
            warn(location, "'\(parts.joined(separator: " … "))' is not a known form of '\(headword)'")
        }
    }
}
