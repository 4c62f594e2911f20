import Language
import LanguageServices

/// Puts a sentence together from a template and what was chosen for its slots.
struct SentenceAssembly {
    let template: Template
    let word: SentenceWord
    let chosen: [WordSet.Text]
    let grammar: any SentenceGrammar

    private struct Part {
        var text: String
        var isWord = false
        /// Whether it is the rest of a word of which another part stands before.
        var isRest = false
        var isArticle = false
        var isChoice = false
        /// An article that is known when it is known what follows.
        var determiner: (name: String, agreement: Agreement)?
    }

    /// The sentence; `nil` when a word has not the form that is asked for.
    func sentence() -> WrittenSentence? {
        var parts: [Part] = []
        parts.reserveCapacity(template.pieces.count)
        for piece in template.pieces {
            guard let part = part(piece) else { return nil }
            parts.append(part)
        }
        for place in parts.indices.reversed() where parts[place].isArticle {
            parts[place].text = article(before: parts[(place + 1)...])
        }
        for place in parts.indices {
            guard let (name, agreement) = parts[place].determiner else { continue }
            let next = parts[(place + 1)...].first { $0.text != " " }
            let noun = next.flatMap { $0.isWord || $0.isChoice ? $0.text : nil }
            guard let text = grammar.forms.determiner(name, agreement: agreement, next: noun) else { return nil }
            parts[place].text = text
        }
        closeGaps(&parts)
        join(&parts)
        for place in parts.indices where !parts[place].isWord { parts[place].text = grammar.typeset(parts[place].text) }
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

    /// What agrees with a choice, or with the word itself.
    private func agreement(_ choice: Int) -> Agreement {
        guard choice == Template.word else { return chosen[choice].agreement }
        return Agreement(isPlural: word.word.number == .pluralOnly, gender: word.word.gender)
    }

    /// Takes away the space beside a part of a word that this word does not have: *macht* has nothing like *auf*.
    private func closeGaps(_ parts: inout [Part]) {
        for place in parts.indices.dropFirst() where parts[place].text.isEmpty {
            if parts[place - 1].text.hasSuffix(" ") { parts[place - 1].text.removeLast() }
        }
    }

    /// Writes texts that stand next to each other as the language wants it: *a el parque* as *al parque*.
    private func join(_ parts: inout [Part]) {
        // From the end, since what an article becomes decides what stands before it: *de l'eau*, *du pain*.
        for place in parts.indices.dropFirst().reversed() where !parts[place].text.isEmpty {
            guard var last = parts[..<place].lastIndex(where: { !$0.text.isEmpty }) else { continue }
            // Between two slots there is often a space alone.
            if parts[last].text == " ", let earlier = parts[..<last].lastIndex(where: { !$0.text.isEmpty }) {
                guard let new = grammar.joined(parts[earlier].text + " ", parts[place].text) else { continue }
                if !new.before.hasSuffix(" ") { parts[last].text = "" }
                parts[place].text = new.after
                last = earlier
                parts[last].text = new.before.hasSuffix(" ") ? String(new.before.dropLast()) : new.before
            } else if let new = grammar.joined(parts[last].text, parts[place].text) {
                (parts[last].text, parts[place].text) = new
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
            // What somebody knows of the plain form holds for it alone.
            let known = part.isWord && part.text.hasPrefix(word.word.lemma) ? word.startsWithVowel : nil
            return grammar.article(before: part.text, startsWithVowel: known)
        }
        return grammar.article(before: "", startsWithVowel: nil)
    }

    /// Writes the first letter large, but for words that have a capital within: *eBay*.
    private func capitalize(_ parts: inout [Part]) {
        for place in parts.indices {
            let scalars = parts[place].text.unicodeScalars
            guard
                let first = scalars.firstIndex(where: { $0.properties.isAlphabetic || $0.properties.numericType != nil }
                )
            else { continue }
            guard scalars[first].properties.isLowercase else { return }
            let rest = scalars[scalars.index(after: first)...]
            if rest.prefix(while: { $0 != " " }).contains(where: \.properties.isUppercase) { return }
            let before = String(scalars[..<first])
            parts[place].text = before + scalars[first].properties.titlecaseMapping + String(rest)
            return
        }
    }

    /// The ranges of the word: where it stands twice, as one word, it is marked once; in parts that stand apart, all are.
    private func marked(_ ranges: [Range<Int>]) -> [Range<Int>] {
        template.isSpelled ? ranges : Array(ranges.prefix(1))
    }
}

/// The form in which a word was asked for, when it is not the plain one: who asks for *went* wants to see it.
struct RequestedForm {
    private let text: String
    private let names: Set<String>

    /// - Returns: `nil` when the word was asked for in its plain form, or in one that the rules do not make.
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

    /// Nothing, and one of each that a possessive within an expression tells apart: *brushed her teeth*.
    private static let agreements: [Agreement?] = [
        nil, Agreement(), Agreement(gender: .masculine), Agreement(gender: .feminine), Agreement(isPlural: true),
        Agreement(person: .first), Agreement(person: .first, isPlural: true), Agreement(person: .second),
        Agreement(person: .second, isPlural: true),
    ]

    /// Whether a template has the word in that form, or may have.
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
    /// Whether its plain form starts with the sound of a vowel, where somebody knows better than the rules.
    var startsWithVowel: Bool?

    init(_ word: InflectableWord) { self.word = word }

    init(_ row: LexiconRow) {
        word = row.word
        level = row.level
        sense = row.sense
        company = row.company
    }

    /// A set that only this word's sentences have.
    func company(_ name: Int) -> WordSet? { company.first { $0.name == name }?.set }
}
