import Language
import LanguageServices

/// The entries of one record that match a text.
struct LookupHit {
    let found: FoundRecord
    /// For each entry of the record, whether it matches.
    let isMeant: [Bool]

    /// Whether one of the matching entries is a verb or has no part of speech.
    var isVerb: Bool {
        found.record.translations.contains { means($0.entry) && $0.partOfSpeech ?? .verb == .verb }
    }

    func means(_ entry: Int) -> Bool { isMeant.indices.contains(entry) && isMeant[entry] }
}

/// The entries for a key in all dictionaries, compared with the spelling of a text.
struct LookupHits {
    /// The key.
    let key: String

    /// How closely the closest headwords match the text; `nil` if there are none.
    private(set) var agreement: HeadwordComparison.Agreement?

    /// Whether the closest headwords differ from the text only in case and accents.
    var isClose: Bool { agreement.map { $0 <= .accents } ?? false }

    /// The entries with the closest headwords, in the order of the dictionaries.
    private(set) var own: [LookupHit] = []

    /// The entries that list the text as one of their forms.
    private(set) var forms: [LookupHit] = []

    /// Compares a text with the records of its key.
    ///
    /// An entry without a translation is ignored, because a later step may find one that has a translation.
    init(_ text: String, key: String, records: [FoundRecord], folding: HeadwordFolding) {
        self.key = key
        guard !records.isEmpty else { return }
        var comparison = HeadwordComparison(text, folding: folding)
        var compared: [(FoundRecord, [HeadwordComparison.Agreement?])] = []
        compared.reserveCapacity(records.count)
        for found in records {
            var agreements = [HeadwordComparison.Agreement?](repeating: nil, count: found.record.headwords.count)
            var hasForms = false
            // Iterate by index, because copying a translation would update the reference counts of all its members.
            for number in found.record.translations.indices {
                let position = found.record.translations[number].entry
                guard agreements.indices.contains(position), agreements[position] == nil else { continue }
                if found.record.isForm[position] {
                    hasForms = true
                } else {
                    let headword = found.record.headwords[position]
                    var closeness = comparison.agreement(with: headword) ?? .punctuation
                    // An abbreviation is not a spelling of the word that it resembles: *WAR* is not the German *war*.
                    if closeness == .letterCase, Self.isCapitals(headword), !Self.isCapitals(text) {
                        closeness = .punctuation
                    }
                    if closeness == .punctuation,
                        Self.isOtherContraction(headword, text, folding) || Self.isOtherElision(headword, text, folding)
                            || Self.isDotted(text) && !Self.isCapitals(headword)
                    {
                        continue
                    }
                    agreements[position] = closeness
                    agreement = min(agreement ?? closeness, closeness)
                }
            }
            compared.append((found, agreements))
            if hasForms { forms.append(LookupHit(found: found, isMeant: found.record.isForm)) }
        }
        guard let closest = agreement else { return }
        // A capital letter may merely mark the start of a sentence. A lower-case headword in an earlier dictionary
        // therefore precedes a capitalised one that only a later dictionary contains: *Ich* is *ich*, not *the self*.
        // Conversely, a lower-case text is treated as a name if only a later dictionary contains the lower-case word
        // and the earlier one translates the name: *english*, but not *march*.
        if closest == .exact,
            let (found, agreements) = compared.first(where: { $0.1.contains(.exact) || $0.1.contains(.letterCase) }),
            !agreements.contains(.exact)
        {
            let isCapitalized = Self.isCapitalized(text)
            if isCapitalized || folding.language != "de" && compared.contains(where: Self.prefersName) {
                own.append(LookupHit(found: found, isMeant: agreements.map { $0 == .letterCase }))
            }
            if isCapitalized { agreement = .letterCase }
        }
        // A word in kana may be a reading or a spelling; the ranking determines which one is more common.
        let isReading = closest == .exact && HeadwordSpellings.isKana(text)
        for (found, agreements) in compared where agreements.contains(closest) || isReading {
            let isMeant = agreements.map { $0 == closest || isReading && $0 == .punctuation }
            if isMeant.contains(true) { own.append(LookupHit(found: found, isMeant: isMeant)) }
        }
    }

    /// The evidence for the headwords: the largest number of translations in any one dictionary.
    var evidence: Int {
        own.map { hit in hit.found.record.translations.count { hit.means($0.entry) } }.max() ?? 0
    }

    /// Whether a dictionary contains a word in the given letter case and in another, and the best translation belongs
    /// to the other.
    private static func prefersName(
        _ found: FoundRecord,
        _ agreements: [HeadwordComparison.Agreement?]
    ) -> Bool {
        guard agreements.contains(.exact), let best = found.record.translations.first?.entry else { return false }
        return agreements.indices.contains(best) && agreements[best] == .letterCase
    }

    /// Whether a text is written in capital letters and has more than one letter.
    static func isCapitals(_ text: String) -> Bool {
        var count = 0
        for scalar in text.unicodeScalars {
            // Unicode property lookups are slow; ASCII can be checked directly.
            let isLetter =
                scalar.isASCII
                ? ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) : scalar.properties.isAlphabetic
            guard isLetter else { continue }
            guard isCapital(scalar) else { return false }
            count += 1
        }
        return count > 1
    }

    /// Whether a text consists of capital letters with full stops after or between them: *U.S.* is not *us*.
    static func isDotted(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard scalars.count >= 3 else { return false }
        return scalars.enumerated().allSatisfy { position, scalar in
            position.isMultiple(of: 2) ? scalar.properties.isUppercase : scalar == "."
        }
    }

    /// Whether a French or Italian text has an elision that a headword lacks: *qu'elle* and *quelle*.
    private static func isOtherElision(_ headword: String, _ text: String, _ folding: HeadwordFolding) -> Bool {
        guard folding.language == "fr" || folding.language == "it" else { return false }
        func hasApostrophe(_ text: String) -> Bool {
            text.unicodeScalars.dropFirst().dropLast().contains { $0 == "'" || $0 == "\u{2019}" }
        }
        return hasApostrophe(text) && !hasApostrophe(headword)
    }

    /// Whether a headword is an English contraction that becomes another word, the text, without its apostrophe:
    /// *he'll* and *hell*. Contractions ending in *n't* are excluded, because they are often written without the
    /// apostrophe.
    private static func isOtherContraction(_ headword: String, _ text: String, _ folding: HeadwordFolding) -> Bool {
        func hasApostrophe(_ text: String) -> Bool { text.unicodeScalars.contains { $0 == "'" || $0 == "\u{2019}" } }
        guard folding.language == "en", hasApostrophe(headword), !hasApostrophe(text) else { return false }
        return !headword.lowercased().hasSuffix("n't") && !headword.lowercased().hasSuffix("n\u{2019}t")
    }

    /// Whether only the first letter of a text is a capital.
    static func isCapitalized(_ text: String) -> Bool {
        func isSpace(_ scalar: Unicode.Scalar) -> Bool {
            scalar.isASCII ? scalar == " " || (9...13).contains(scalar.value) : scalar.properties.isWhitespace
        }
        let scalars = text.unicodeScalars
        guard let first = scalars.first, isCapital(first) else { return false }
        return scalars.dropFirst().allSatisfy { !isCapital($0) && !isSpace($0) }
    }

    private static func isCapital(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isASCII ? ("A"..."Z").contains(scalar) : scalar.properties.isUppercase
    }
}
