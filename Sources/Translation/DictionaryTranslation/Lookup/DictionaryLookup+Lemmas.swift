import Language
import LanguageServices

extension DictionaryLookup {
    /// The headwords of which the text is an inflected form.
    ///
    /// - Parameter forms: The entries that list the text as one of their forms.
    func lemma(_ text: String, forms: [LookupHit], _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        var list = TranslationList(targetSpellings)
        list.add(forms)
        if !isPiece(text.lowercased()), !LookupHits.isDotted(text) { try add(rules?.lemmas(of: text) ?? [], to: &list) }
        if list.isEmpty {
            for expression in inflectedExpressions(text) where list.isEmpty {
                try add([expression], to: &list)
            }
        }
        for lemmatizer in lemmatizers where list.isEmpty {
            try add(lemmatizer.lemmas(of: text), to: &list)
        }
        return LookupResult(.lemma, list, preferring: partOfSpeech)
    }

    /// A reading of the text that is more likely than the matching headwords.
    func better(than direct: LookupHits, for text: String, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        var list = TranslationList(targetSpellings)
        if let noun = citationForms.nounWithGender(text) {
            let hits = try hits(noun)
            if hits.agreement == .exact { list.add(hits.own, partOfSpeech: .noun) }
        } else if direct.agreement == .accents, folding.language == "de", let rules {
            // A German noun would be capitalised. Without this check, a noun rule turns *strasse* into *Strass*.
            for lemma in rules.lemmas(of: text) where lemma.partOfSpeech != .noun && lemma.certainty < .guess {
                let hits = try hits(lemma.text)
                if hits.agreement == .exact { list.add(hits.own, partOfSpeech: lemma.partOfSpeech) }
            }
        }
        if list.isEmpty, direct.agreement == .accents, folding.language != "de", let rules, Self.hasAccents(text) {
            // Accents in the input are intentional: *préfère* is a form of *préférer*, not *préféré*.
            for lemma in rules.lemmas(of: text) where lemma.certainty < .guess && lemma.partOfSpeech == .verb {
                let hits = try hits(lemma.text)
                if hits.isClose { list.add(hits.own, partOfSpeech: .verb) }
            }
        }
        guard !list.isEmpty else { return nil }
        list.add(direct.own)
        return LookupResult(.lemma, list, preferring: partOfSpeech)
    }

    private static func hasAccents(_ text: String) -> Bool {
        InflectedWord(text).map { $0.letters != $0.bare } ?? false
    }

    /// The lemmas of a text according to the language's table. `nil` if the text is itself a headword in the dictionary
    /// that contains the lemma, or in one that takes precedence over it, unless the text is one of the most common
    /// inflected forms.
    func sureLemma(of text: String, _ direct: LookupHits, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        guard let rules, !isPiece(direct.key), !LookupHits.isDotted(text) else { return nil }
        let own = direct.agreement == .exact ? direct.own.first?.found.dictionary : nil
        // If the text is written like an abbreviation in the dictionary, the abbreviation is meant.
        if own != nil, LookupHits.isCapitals(text) { return nil }
        let isUsual = rules.isPreferredForm(text)
        var list = TranslationList(targetSpellings)
        for lemma in rules.known(text) {
            let hits = try hits(lemma.text)
            guard hits.isClose, let position = hits.own.first?.found.dictionary,
                isUsual || own.map({ position < $0 }) ?? true
            else { continue }
            list.add(hits.own, partOfSpeech: lemma.partOfSpeech)
        }
        guard !list.isEmpty else { return nil }
        // *leaves* is a form of *leaf* according to the table, and of *leave* according to a rule.
        if own == nil { try add(rules.lemmas(of: text).filter { $0.certainty < .guess }, to: &list) }
        if own != nil { list.add(direct.own) }
        return LookupResult(.lemma, list, preferring: partOfSpeech)
    }

    /// The verb of which a text is a regular form, if the verb is more likely than the headword. This is the case if a
    /// preferred dictionary contains the verb, only a later one contains the form, and the verb has far more
    /// translations. For example, *going* is treated as a form of *go*, although some dictionaries contain the noun
    /// *going*. *parking* has as many translations as *park*, so the headword is used.
    func frequentLemma(of text: String, _ direct: LookupHits, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        guard let rules, let own = direct.own.first?.found.dictionary, own > 0, !LookupHits.isCapitals(text),
            partOfSpeech == nil || partOfSpeech == .verb, !text.utf8.contains(UInt8(ascii: " "))
        else { return nil }
        var list = TranslationList(targetSpellings)
        for lemma in rules.regularVerbs(of: text) where try isKnown(lemma.text, before: own) {
            let hits = try hits(lemma.text)
            guard hits.agreement == .exact, let best = hits.own.first, best.found.dictionary < own, best.isVerb,
                hits.evidence >= 3 * direct.evidence
            else { continue }
            list.add(hits.own, partOfSpeech: .verb)
        }
        guard !list.isEmpty else { return nil }
        list.add(direct.own)
        return LookupResult(.lemma, list, preferring: partOfSpeech)
    }

    /// The lemma of a form that a later dictionary lists as a headword with a reference to the lemma: *tomatoes*,
    /// *stood up*. A preferred dictionary contains the lemma, with better translations.
    func referredLemma(of text: String, _ direct: LookupHits, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        guard let rules, let first = direct.own.first, first.found.dictionary > 0, !LookupHits.isCapitals(text) else {
            return nil
        }
        // A preferred dictionary rarely contains the target of a reference, and computing all lemmas of a text takes
        // far longer than a lookup.
        let spaces = Self.spaces(in: text)
        var references: [String] = []
        for position in first.isMeant.indices.filter({ first.isMeant[$0] }).prefix(Self.maximumEntries) {
            references += try first.found.record.references(position).filter { reference in
                // Inflection does not change the number of words, except for a pronoun.
                let others = Self.spaces(in: reference)
                guard others == spaces || spaces == 0 && others == 1 else { return false }
                return try isKnown(reference, before: first.found.dictionary)
            }
        }
        guard !references.isEmpty else { return nil }
        let candidates =
            text.contains(" ") ? inflectedExpressions(text) : rules.lemmas(of: text).filter { $0.certainty < .guess }
        var list = TranslationList(targetSpellings)
        for lemma in candidates where references.contains(lemma.text) {
            let hits = try hits(lemma.text)
            guard hits.agreement == .exact, let best = hits.own.first, best.found.dictionary < first.found.dictionary
            else { continue }
            list.add(hits.own, partOfSpeech: lemma.partOfSpeech)
        }
        guard !list.isEmpty else { return nil }
        list.add(direct.own)
        return LookupResult(.lemma, list, preferring: partOfSpeech)
    }

    private static func spaces(in text: String) -> Int { text.utf8.count { $0 == UInt8(ascii: " ") } }

    /// Whether any dictionary before the given one contains a text in any spelling.
    func isKnown(_ text: String, before dictionary: Int = .max) throws -> Bool {
        let key = folding.key(text)
        return try !key.isEmpty && indexes.prefix(dictionary).contains { try $0.contains(key: key) }
    }

    /// The maximum number of entries to examine for a form.
    private static let maximumEntries = 4

    /// Whether a key is the ending of a contraction rather than a word: the *s* of *it's*.
    func isPiece(_ key: String) -> Bool {
        folding.language == "en" && ["s", "m", "re", "ve", "ll", "d", "t"].contains(key)
    }

    /// The verb of which a text is a form.
    ///
    /// - Parameters:
    ///   - isReflexive: Whether to prefer the reflexive verb if there is one.
    ///   - isInflected: Whether to exclude the text itself as a lemma.
    func verb(_ text: String, isReflexive: Bool = false, isInflected: Bool = false) throws -> LookupResult? {
        var list = TranslationList(targetSpellings)
        let lemmas = (rules?.lemmas(of: text) ?? []).filter { $0.partOfSpeech == .verb && $0.certainty < .guess }
        if isReflexive, let rules {
            let reflexive = lemmas.compactMap { lemma in
                rules.reflexive(lemma.text).map { Lemma($0, partOfSpeech: .verb, certainty: lemma.certainty) }
            }
            try add(reflexive, to: &list)
        }
        try add(lemmas, to: &list)
        // In *I go*, the form is the lemma.
        let hits = try hits(text)
        if !isInflected, hits.isClose { list.add(hits.own, partOfSpeech: .verb) }
        list.add(hits.forms, partOfSpeech: .verb)
        // German dictionaries include the pronoun in the headword.
        if isReflexive, folding.language == "de", list.first?.headword.hasPrefix("sich ") != true {
            return nil
        }
        return LookupResult(.lemma, list, preferring: .verb)
    }

    /// An expression in which the first or last word may be inflected.
    func expression(_ text: String, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        let hits = try hits(text)
        if hits.isClose { return result(.lemma, hits.own, partOfSpeech) }
        guard let found = try lemma(text, forms: hits.forms, partOfSpeech), found.best.headword.contains(" ") else {
            return nil
        }
        return found
    }

    /// Adds the translations of the lemmas that exist.
    ///
    /// - Parameter lemmas: The lemmas, most certain first.
    private func add(_ lemmas: [Lemma], to list: inout TranslationList) throws {
        var start = lemmas.startIndex
        while start < lemmas.endIndex {
            let certainty = lemmas[start].certainty
            // Guesses are used only if there is nothing else.
            if certainty == .guess, !list.isEmpty { return }
            let end = lemmas[start...].firstIndex { $0.certainty != certainty } ?? lemmas.endIndex
            // Of equally certain lemmas, those with the same accents come first: *límites* is treated as a form of
            // *límite*, not of *limitar*.
            var others: [(Lemma, LookupHits)] = []
            for lemma in lemmas[start..<end] {
                let hits = try hits(lemma.text)
                guard hits.isClose else { continue }
                if hits.agreement == .accents {
                    others.append((lemma, hits))
                } else {
                    list.add(hits.own, partOfSpeech: lemma.partOfSpeech)
                }
            }
            for (lemma, hits) in others { list.add(hits.own, partOfSpeech: lemma.partOfSpeech) }
            start = end
        }
    }

    /// An expression with the lemmas of its first word, its last word, or both: *gave up*, *ice creams*.
    private func inflectedExpressions(_ text: String) -> [Lemma] {
        guard let rules else { return [] }
        let words = text.split(separator: " ").map(String.init)
        guard (2...8).contains(words.count), let first = words.first, let last = words.last else { return [] }
        // A word rarely has more than 12 lemmas that exist.
        let firsts = rules.lemmas(of: first).map(\.text).prefix(12)
        let lasts = rules.lemmas(of: last).map(\.text).prefix(12)
        let middle = words.dropFirst().dropLast()
        let both = firsts.flatMap { first in lasts.map { (first, $0) } }
        return (firsts.map { ($0, last) } + lasts.map { (first, $0) } + both).map { first, last in
            Lemma(([first] + middle + [last]).joined(separator: " "))
        }
    }
}
