import Language
import LanguageServices

/// The entries of one record that a text means.
struct LookupHit {
    let found: FoundRecord
    /// For each entry of the record whether it is meant.
    let isMeant: [Bool]

    /// Whether one of the entries is a verb, or may be one for all that is said of it.
    var isVerb: Bool {
        found.record.translations.contains { means($0.entry) && $0.partOfSpeech ?? .verb == .verb }
    }

    func means(_ entry: Int) -> Bool { isMeant.indices.contains(entry) && isMeant[entry] }
}

/// What a key has in all dictionaries, compared with the spelling of a text.
struct LookupHits {
    /// The key.
    let key: String

    /// How close the closest headwords are to the text; `nil` when there is none.
    private(set) var agreement: HeadwordComparison.Agreement?

    /// Whether the closest headwords differ from the text in case and accents only.
    var isClose: Bool { agreement.map { $0 <= .accents } ?? false }

    /// The entries of these headwords, in the order of the dictionaries.
    private(set) var own: [LookupHit] = []

    /// The entries of which the text is one of the forms.
    private(set) var forms: [LookupHit] = []

    /// Compares a text with the records of its key.
    ///
    /// An entry without a translation counts for nothing: one further down the ladder may have one.
    init(_ text: String, key: String, records: [FoundRecord], folding: HeadwordFolding) {
        self.key = key
        guard !records.isEmpty else { return }
        var comparison = HeadwordComparison(text, folding: folding)
        var compared: [(FoundRecord, [HeadwordComparison.Agreement?])] = []
        compared.reserveCapacity(records.count)
        for found in records {
            var agreements = [HeadwordComparison.Agreement?](repeating: nil, count: found.record.headwords.count)
            var hasForms = false
            // By their places, since a copy of each counts the uses of all that it holds.
            for number in found.record.translations.indices {
                let place = found.record.translations[number].entry
                guard agreements.indices.contains(place), agreements[place] == nil else { continue }
                if found.record.isForm[place] {
                    hasForms = true
                } else {
                    let headword = found.record.headwords[place]
                    var closeness = comparison.agreement(with: headword) ?? .punctuation
                    // An abbreviation is no spelling of the word that it looks like: *WAR* of the German *war*.
                    if closeness == .letterCase, Self.isCapitals(headword), !Self.isCapitals(text) {
                        closeness = .punctuation
                    }
                    if closeness == .punctuation,
                        Self.isOtherContraction(headword, text, folding) || Self.isOtherElision(headword, text, folding)
                            || Self.isDotted(text) && !Self.isCapitals(headword)
                    {
                        continue
                    }
                    agreements[place] = closeness
                    agreement = min(agreement ?? closeness, closeness)
                }
            }
            compared.append((found, agreements))
            if hasForms { forms.append(LookupHit(found: found, isMeant: found.record.isForm)) }
        }
        guard let closest = agreement else { return }
        // A capital may be that of a sentence: what a better dictionary has in lower case goes before what only a later one
        // has with the capital, so that *Ich* is *ich*, and not *the self*.
        // And who leaves the capital of a name out means it rather than what only a later one has in lower case, where that
        // has a better translation of the name: *english*, but not *march*.
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
        // A word in kana is one that is read so as well as one that is written so; the ranking knows which is usual.
        let isReading = closest == .exact && HeadwordSpellings.isKana(text)
        for (found, agreements) in compared where agreements.contains(closest) || isReading {
            let isMeant = agreements.map { $0 == closest || isReading && $0 == .punctuation }
            if isMeant.contains(true) { own.append(LookupHit(found: found, isMeant: isMeant)) }
        }
    }

    /// How much there is of the headwords: the most translations that a dictionary has.
    var evidence: Int {
        own.map { hit in hit.found.record.translations.count { hit.means($0.entry) } }.max() ?? 0
    }

    /// Whether a dictionary has a word both as it was asked for and with another case, and its best translation is that of the
    /// latter.
    private static func prefersName(
        _ found: FoundRecord,
        _ agreements: [HeadwordComparison.Agreement?]
    ) -> Bool {
        guard agreements.contains(.exact), let best = found.record.translations.first?.entry else { return false }
        return agreements.indices.contains(best) && agreements[best] == .letterCase
    }

    /// Whether a text is written in capitals, and not a single letter.
    static func isCapitals(_ text: String) -> Bool {
        var count = 0
        for scalar in text.unicodeScalars {
            // To ask for the properties of a scalar takes long, and of ASCII they are plain to see.
            let isLetter =
                scalar.isASCII
                ? ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) : scalar.properties.isAlphabetic
            guard isLetter else { continue }
            guard isCapital(scalar) else { return false }
            count += 1
        }
        return count > 1
    }

    /// Whether a text is capitals with a full stop behind each, or between them: *U.S.* is not *us*.
    static func isDotted(_ text: String) -> Bool {
        let scalars = text.unicodeScalars
        guard scalars.count >= 3 else { return false }
        return scalars.enumerated().allSatisfy { place, scalar in
            place.isMultiple(of: 2) ? scalar.properties.isUppercase : scalar == "."
        }
    }

    /// Whether a French or Italian text has an elision and a headword does not: *qu'elle* and *quelle*.
    private static func isOtherElision(_ headword: String, _ text: String, _ folding: HeadwordFolding) -> Bool {
        guard folding.language == "fr" || folding.language == "it" else { return false }
        func hasApostrophe(_ text: String) -> Bool {
            text.unicodeScalars.dropFirst().dropLast().contains { $0 == "'" || $0 == "\u{2019}" }
        }
        return hasApostrophe(text) && !hasApostrophe(headword)
    }

    /// Whether a headword is an English contraction, and a text without its apostrophe another word: *he'll* and *hell*.
    /// Those in *n't* are no other words, and often written without it.
    private static func isOtherContraction(_ headword: String, _ text: String, _ folding: HeadwordFolding) -> Bool {
        func hasApostrophe(_ text: String) -> Bool { text.unicodeScalars.contains { $0 == "'" || $0 == "\u{2019}" } }
        guard folding.language == "en", hasApostrophe(headword), !hasApostrophe(text) else { return false }
        return !headword.lowercased().hasSuffix("n't") && !headword.lowercased().hasSuffix("n\u{2019}t")
    }

    /// Whether a text is a word with a capital at its beginning and nowhere else.
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
