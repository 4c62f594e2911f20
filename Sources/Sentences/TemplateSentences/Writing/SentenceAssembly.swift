import Language
import LanguageServices

/// Builds a sentence from a template and the chosen texts.
struct SentenceAssembly {
    let template: Template
    let word: SentenceWord
    let chosen: [WordSet.Text]
    let grammar: any SentenceGrammar

    private struct Part {
        var text: String
        var isWord = false
        /// Whether it is the second part of a separated word.
        var isRest = false
        var isArticle = false
        var isChoice = false
        /// An article whose form depends on the following word.
        var determiner: (name: String, agreement: Agreement)?
    }

    /// The sentence; `nil` if a word lacks the required form.
    func sentence() -> WrittenSentence? {
        var parts: [Part] = []
        parts.reserveCapacity(template.pieces.count)
        for piece in template.pieces {
            guard let part = part(piece) else { return nil }
            parts.append(part)
        }
        for position in parts.indices.reversed() where parts[position].isArticle {
            parts[position].text = article(before: parts[(position + 1)...])
        }
        for position in parts.indices {
            guard let (name, agreement) = parts[position].determiner else { continue }
            let next = parts[(position + 1)...].first { $0.text != " " }
            let noun = next.flatMap { $0.isWord || $0.isChoice ? $0.text : nil }
            guard let text = grammar.forms.determiner(name, agreement: agreement, next: noun) else { return nil }
            parts[position].text = text
        }
        closeGaps(&parts)
        join(&parts)
        for position in parts.indices where !parts[position].isWord {
            parts[position].text = grammar.typeset(parts[position].text)
        }
        capitalize(&parts)
        var text = ""
        var ranges: [Range<Int>] = []
        var rests: [Range<Int>] = []
        var count = 0
        for part in parts {
            let start = count
            count += part.text.unicodeScalars.count
            text += part.text
            if start == count { continue }
            if part.isRest { rests.append(start..<count) } else if part.isWord { ranges.append(start..<count) }
        }
        let level = chosen.reduce(template.level) { max($0, $1.level) }
        return WrittenSentence(text: text, wordRanges: marked(ranges) + rests, level: level)
    }

    private func part(_ piece: Template.Piece) -> Part? {
        switch piece {
        case .text(let text): return Part(text: text)
        case .spelled(let text): return Part(text: text, isWord: true)
        case .article: return Part(text: "", isArticle: true)
        case .choice(let choice): return Part(text: chosen[choice].text, isChoice: true)
        case .word(let form, let choice):
            let agreement = choice.map(agreement)
            let text =
                if let form {
                    grammar.forms.form(form, of: word.word, agreement: agreement)
                } else if agreement == nil {
                    word.word.lemma
                } else {
                    grammar.forms.names(of: word.word.partOfSpeech).first.flatMap {
                        grammar.forms.form($0, of: word.word, agreement: agreement)
                    }
                }
            let isRest = form.map(grammar.isPartOfWord) ?? false
            let isBeside = form.map(grammar.isBesideWord) ?? false
            return text.map { Part(text: $0, isWord: !isBeside, isRest: isRest) }
        case .inflected(let choice, let form, _):
            guard let part = grammar.part(ofForm: form) else { return nil }
            return grammar.forms.form(form, of: InflectableWord(chosen[choice].text, part), agreement: nil)
                .map { Part(text: $0) }
        case .lemma(let lemma, let form, let choice):
            guard let part = grammar.part(ofForm: form) else { return nil }
            let agreement = choice.map(agreement)
            return grammar.forms.form(form, of: InflectableWord(lemma, part), agreement: agreement)
                .map { Part(text: $0) }
        case .pronoun(let name, let choice):
            let agreement = agreement(choice)
            let isPronoun = choice != Template.word && grammar.forms.pronoun(name, agreement: agreement) != nil
            if !isPronoun, grammar.forms.determiner(name, agreement: agreement, next: nil) != nil {
                return Part(text: "", determiner: (name, agreement))
            }
            return grammar.forms.pronoun(name, agreement: agreement).map { Part(text: $0) }
        }
    }

    /// The agreement of a choice, or of the word itself.
    private func agreement(_ choice: Int) -> Agreement {
        guard choice == Template.word else { return chosen[choice].agreement }
        return Agreement(isPlural: word.word.number == .pluralOnly, gender: word.word.gender)
    }

    /// Removes the space next to a part that the word does not have: *macht* has no separate prefix such as *auf*.
    private func closeGaps(_ parts: inout [Part]) {
        for position in parts.indices.dropFirst() where parts[position].text.isEmpty {
            if parts[position - 1].text.hasSuffix(" ") { parts[position - 1].text.removeLast() }
        }
    }

    /// Joins adjacent texts according to the language's rules: *a el parque* becomes *al parque*.
    private func join(_ parts: inout [Part]) {
        // Work backwards, because the form of an article determines the form of the preceding word: *de l'eau*, *du
        // pain*.
        for position in parts.indices.dropFirst().reversed() where !parts[position].text.isEmpty {
            guard var last = parts[..<position].lastIndex(where: { !$0.text.isEmpty }) else { continue }
            // Two slots are often separated only by a space.
            if parts[last].text == " ", let earlier = parts[..<last].lastIndex(where: { !$0.text.isEmpty }) {
                guard let new = grammar.joined(parts[earlier].text + " ", parts[position].text) else { continue }
                if !new.before.hasSuffix(" ") { parts[last].text = "" }
                parts[position].text = new.after
                last = earlier
                parts[last].text = new.before.hasSuffix(" ") ? String(new.before.dropLast()) : new.before
            } else if let new = grammar.joined(parts[last].text, parts[position].text) {
                (parts[last].text, parts[position].text) = new
            }
        }
    }

    private func article(before parts: ArraySlice<Part>) -> String {
        for part in parts {
            guard
                part.text.unicodeScalars.contains(where: {
                    $0.properties.isAlphabetic || $0.properties.numericType != nil
                })
            else { continue }
            // The known initial sound applies only to the base form.
            let known = part.isWord && part.text.hasPrefix(word.word.lemma) ? word.startsWithVowel : nil
            return grammar.article(before: part.text, startsWithVowel: known)
        }
        return grammar.article(before: "", startsWithVowel: nil)
    }

    /// Capitalises the first letter, except in words with an internal capital letter: *eBay*.
    private func capitalize(_ parts: inout [Part]) {
        for position in parts.indices {
            let scalars = parts[position].text.unicodeScalars
            guard
                let first = scalars.firstIndex(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }
                )
            else { continue }
            guard scalars[first].properties.isLowercase else { return }
            let rest = scalars[scalars.index(after: first)...]
            if rest.prefix(while: { $0 != " " }).contains(where: \.properties.isUppercase) { return }
            let before = String(scalars[..<first])
            parts[position].text = before + scalars[first].properties.titlecaseMapping + String(rest)
            return
        }
    }

    /// The ranges to mark: one occurrence of a repeated single word, but all parts of a separated word.
    private func marked(_ ranges: [Range<Int>]) -> [Range<Int>] {
        template.isSpelled ? ranges : Array(ranges.prefix(1))
    }
}

/// The requested form of a word, if it is not the base form: a request for *went* prefers sentences with *went*.
struct RequestedForm {
    private let text: String
    private let names: Set<String>

    /// - Returns: `nil` if the word was requested in its base form, or in a form that the rules cannot generate.
    init?(_ asked: String?, word: InflectableWord, grammar: any SentenceGrammar) {
        guard let asked = asked?.lowercased(), asked != word.lemma.lowercased() else { return nil }
        var names: Set<String> = []
        for name in grammar.forms.names(of: word.partOfSpeech) {
            for agreement in Self.agreements
            where grammar.forms.form(name, of: word, agreement: agreement)?.lowercased() == asked {
                names.insert(name)
            }
        }
        if names.isEmpty { return nil }
        text = asked
        self.names = names
    }

    /// No agreement, followed by one agreement for each distinction that a possessive in an expression can make:
    /// *brushed her teeth*.
    private static let agreements: [Agreement?] = [
        nil, Agreement(), Agreement(gender: .masculine), Agreement(gender: .feminine), Agreement(isPlural: true),
        Agreement(person: .first), Agreement(person: .first, isPlural: true), Agreement(person: .second),
        Agreement(person: .second, isPlural: true),
    ]

    /// Whether a template uses, or may use, the word in that form.
    func fits(_ template: Template) -> Bool {
        template.pieces.contains { piece in
            switch piece {
            case .word(let form, _): form.map(names.contains) ?? false
            case .spelled(let spelled): spelled.lowercased() == text
            default: false
            }
        }
    }
}

/// A word for which sentences are written.
struct SentenceWord: Sendable {
    /// The word, ready to be inflected.
    var word: InflectableWord
    var level: LearnerLevel?
    var sense: String?
    var company: [(name: Int, set: WordSet)] = []
    /// Whether its base form starts with a vowel sound; `nil` to use the rules.
    var startsWithVowel: Bool?

    init(_ word: InflectableWord) { self.word = word }

    init(_ row: LexiconRow) {
        word = row.word
        level = row.level
        sense = row.sense
        company = row.company
    }

    /// The set of this word's collocates that has a given name.
    func company(_ name: Int) -> WordSet? { company.first { $0.name == name }?.set }
}
