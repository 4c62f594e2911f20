import LanguageServices
import Text

extension DictionaryLookup {
    /// The headwords of which a text is a form.
    ///
    /// - Parameter forms: The entries that give the text as one of their forms.
    func lemma(_ text: String, forms: [LookupHit], _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        var list = TranslationList()
        list.add(forms)
        try add(rules?.lemmas(of: text) ?? [], to: &list)
        if list.isEmpty {
            for expression in inflectedExpressions(text) where list.isEmpty {
                try add([expression], to: &list)
            }
        }
        for lemmatizer in lemmatizers where list.isEmpty {
            try add(lemmatizer.lemmas(of: text), to: &list)
        }
        return Self.result(.lemma, list, partOfSpeech)
    }

    /// Adds the translations of the lemmas that there are.
    private func add(_ lemmas: [Lemma], to list: inout TranslationList) throws {
        for lemma in lemmas {
            // A guess is for when there is nothing else.
            if lemma.certainty == .guess, !list.isEmpty { return }
            let hits = try hits(lemma.text)
            guard let agreement = hits.agreement, agreement <= .accents else { continue }
            list.add(hits.own, partOfSpeech: lemma.partOfSpeech)
        }
    }

    /// An expression with its first word, or its last, or both as lemmas: *gave up*, *ice creams*.
    private func inflectedExpressions(_ text: String) -> [Lemma] {
        guard let rules else { return [] }
        let words = text.split(separator: " ").map(String.init)
        guard (2...8).contains(words.count), let first = words.first, let last = words.last else { return [] }
        // Of a word there are seldom more that exist.
        let firsts = rules.lemmas(of: first).map(\.text).prefix(12)
        let lasts = rules.lemmas(of: last).map(\.text).prefix(12)
        let middle = words.dropFirst().dropLast()
        var result: [Lemma] = []
        for first in firsts { result.append(Lemma(([first] + middle + [last]).joined(separator: " "))) }
        for last in lasts { result.append(Lemma(([first] + middle + [last]).joined(separator: " "))) }
        for first in firsts {
            for last in lasts { result.append(Lemma(([first] + middle + [last]).joined(separator: " "))) }
        }
        return result
    }
}
