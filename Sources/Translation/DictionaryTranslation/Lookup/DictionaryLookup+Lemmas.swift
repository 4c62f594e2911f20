import Language
import LanguageServices

extension DictionaryLookup {
    /// The headwords of which a text is a form.
    ///
    /// - Parameter forms: The entries that give the text as one of their forms.
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

    /// What a text means rather than the headwords that it agrees with.
    func better(than direct: LookupHits, for text: String, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        var list = TranslationList(targetSpellings)
        if let noun = citationForms.nounWithGender(text) {
            let hits = try hits(noun)
            if hits.agreement == .exact { list.add(hits.own, partOfSpeech: .noun) }
        } else if direct.agreement == .accents, folding.language == "de", let rules {
            // A noun would have its capital, and a rule of nouns makes *Strass* of *strasse*.
            for lemma in rules.lemmas(of: text) where lemma.partOfSpeech != .noun && lemma.certainty < .guess {
                let hits = try hits(lemma.text)
                if hits.agreement == .exact { list.add(hits.own, partOfSpeech: lemma.partOfSpeech) }
            }
        }
        if list.isEmpty, direct.agreement == .accents, folding.language != "de", let rules, Self.hasAccents(text) {
            // Who writes accents means them: *préfère* is of *préférer*, and not *préféré*.
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

    /// The lemmas of which the table of the language knows a text to be a form, unless the text is a headword of a
    /// dictionary that is no worse than the one that has the lemma, and not one of the commonest forms there are.
    func sureLemma(of text: String, _ direct: LookupHits, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        guard let rules, !isPiece(direct.key), !LookupHits.isDotted(text) else { return nil }
        let own = direct.agreement == .exact ? direct.own.first?.found.dictionary : nil
        // Who writes an abbreviation as it is written means it.
        if own != nil, LookupHits.isCapitals(text) { return nil }
        let isUsual = rules.isPreferredForm(text)
        var list = TranslationList(targetSpellings)
        for lemma in rules.known(text) {
            let hits = try hits(lemma.text)
            guard hits.isClose, let place = hits.own.first?.found.dictionary,
                isUsual || own.map({ place < $0 }) ?? true
            else { continue }
            list.add(hits.own, partOfSpeech: lemma.partOfSpeech)
        }
        guard !list.isEmpty else { return nil }
        // *leaves* is of *leaf* by the table, and of *leave* by a rule.
        if own == nil { try add(rules.lemmas(of: text).filter { $0.certainty < .guess }, to: &list) }
        if own != nil { list.add(direct.own) }
        return LookupResult(.lemma, list, preferring: partOfSpeech)
    }

    /// The verb of which a text is a regular form, where that is meant rather than the headword: a better dictionary has the
    /// verb, only a lesser one the form, and there is far more to say of the verb. So *going* is a form of *go*, although
    /// there are dictionaries with the noun *going*; but *parking*, of which there is as much to say as of *park*, is itself.
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

    /// The lemma of a form that a lesser dictionary has as a headword of its own, with a reference to the lemma: *tomatoes*,
    /// *stood up*. A better dictionary has the lemma, and knows better what it means.
    func referredLemma(of text: String, _ direct: LookupHits, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        guard let rules, let first = direct.own.first, first.found.dictionary > 0, !LookupHits.isCapitals(text) else {
            return nil
        }
        // A better dictionary seldom has what is referred to, and to make all lemmas of a text takes far longer than to look.
        let spaces = Self.spaces(in: text)
        var references: [String] = []
        for place in first.isMeant.indices.filter({ first.isMeant[$0] }).prefix(Self.mostEntries) {
            references += try first.found.record.references(place).filter { reference in
                // Inflection leaves as many words as there were, but for a pronoun.
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

    /// Whether a dictionary, of those before another, has a text in some spelling.
    func isKnown(_ text: String, before dictionary: Int = .max) throws -> Bool {
        let key = folding.key(text)
        return try !key.isEmpty && indexes.prefix(dictionary).contains { try $0.contains(key: key) }
    }

    /// So many entries of a form are looked at.
    private static let mostEntries = 4

    /// Whether a key is what contractions end with, which is no word by itself: the *s* of *it's*.
    func isPiece(_ key: String) -> Bool {
        folding.language == "en" && ["s", "m", "re", "ve", "ll", "d", "t"].contains(key)
    }

    /// A verb, in any of its forms.
    ///
    /// - Parameters:
    ///   - isReflexive: Whether the reflexive verb is meant rather than the other, where there is one.
    ///   - isInflected: Whether it cannot be the lemma itself.
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
        // *I go*, where the form is the lemma.
        let hits = try hits(text)
        if !isInflected, hits.isClose { list.add(hits.own, partOfSpeech: .verb) }
        list.add(hits.forms, partOfSpeech: .verb)
        // German dictionaries have the pronoun in the headword.
        if isReflexive, folding.language == "de", list.first?.headword.hasPrefix("sich ") != true {
            return nil
        }
        return LookupResult(.lemma, list, preferring: .verb)
    }

    /// An expression, with its first or last word in any of its forms.
    func expression(_ text: String, _ partOfSpeech: PartOfSpeech?) throws -> LookupResult? {
        let hits = try hits(text)
        if hits.isClose { return result(.lemma, hits.own, partOfSpeech) }
        guard let found = try lemma(text, forms: hits.forms, partOfSpeech), found.best.headword.contains(" ") else {
            return nil
        }
        return found
    }

    /// Adds the translations of the lemmas that there are.
    ///
    /// - Parameter lemmas: The surer ones first.
    private func add(_ lemmas: [Lemma], to list: inout TranslationList) throws {
        var start = lemmas.startIndex
        while start < lemmas.endIndex {
            let certainty = lemmas[start].certainty
            // A guess is for when there is nothing else.
            if certainty == .guess, !list.isEmpty { return }
            let end = lemmas[start...].firstIndex { $0.certainty != certainty } ?? lemmas.endIndex
            // Of equally sure ones those go first that keep the accents: *límites* is of *límite* rather than of *limitar*.
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

    /// An expression with its first word, or its last, or both as lemmas: *gave up*, *ice creams*.
    private func inflectedExpressions(_ text: String) -> [Lemma] {
        guard let rules else { return [] }
        let words = text.split(separator: " ").map(String.init)
        guard (2...8).contains(words.count), let first = words.first, let last = words.last else { return [] }
        // Of a word there are seldom more that exist.
        let firsts = rules.lemmas(of: first).map(\.text).prefix(12)
        let lasts = rules.lemmas(of: last).map(\.text).prefix(12)
        let middle = words.dropFirst().dropLast()
        let both = firsts.flatMap { first in lasts.map { (first, $0) } }
        return (firsts.map { ($0, last) } + lasts.map { (first, $0) } + both).map { first, last in
            Lemma(([first] + middle + [last]).joined(separator: " "))
        }
    }
}
