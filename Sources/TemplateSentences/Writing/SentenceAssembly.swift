import Inflection
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
        var isArticle = false
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
        capitalize(&parts)
        var text = ""
        var ranges: [Range<Int>] = []
        var count = 0
        for part in parts {
            let start = count
            count += part.text.unicodeScalars.count
            text += part.text
            if part.isWord { ranges.append(start..<count) }
        }
        let level = chosen.reduce(template.level) { max($0, $1.level) }
        return WrittenSentence(text: text, wordRanges: marked(ranges), level: level)
    }

    private func part(_ piece: Template.Piece) -> Part? {
        switch piece {
        case .text(let text): return Part(text: text)
        case .spelled(let text): return Part(text: text, isWord: true)
        case .article: return Part(text: "", isArticle: true)
        case .choice(let choice): return Part(text: chosen[choice].text)
        case .word(let form, let choice):
            let agreement = choice.map { chosen[$0].agreement }
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
            return text.map { Part(text: $0, isWord: true) }
        case .inflected(let choice, let form, _):
            guard let part = grammar.part(ofForm: form) else { return nil }
            return grammar.forms.form(form, of: InflectableWord(chosen[choice].text, part), agreement: nil)
                .map { Part(text: $0) }
        case .lemma(let lemma, let form, let choice):
            guard let part = grammar.part(ofForm: form) else { return nil }
            let agreement = choice.map { chosen[$0].agreement }
            return grammar.forms.form(form, of: InflectableWord(lemma, part), agreement: agreement)
                .map { Part(text: $0) }
        case .pronoun(let name, let choice):
            return grammar.pronoun(name, agreement: chosen[choice].agreement).map { Part(text: $0) }
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
