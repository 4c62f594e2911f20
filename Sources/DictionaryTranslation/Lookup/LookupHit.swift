import LanguageServices
import Text

/// The entries of one record that a text means.
struct LookupHit {
    let dictionary: Int
    let record: DictionaryRecord
    /// For each entry of the record whether it is meant.
    let isMeant: [Bool]

    /// The translations of the entries that are meant.
    var translations: [LookupTranslation] {
        record.translations.lazy
            .filter { isMeant.indices.contains($0.entry) && isMeant[$0.entry] }
            .map { LookupTranslation($0, record: record, dictionary: dictionary) }
    }
}

/// What a key has in all dictionaries, compared with the spelling of a text.
struct LookupHits {
    /// How close the closest headwords are to the text; `nil` when there is none.
    var agreement: HeadwordComparison.Agreement?

    /// The entries of these headwords, in the order of the dictionaries.
    var own: [LookupHit] = []

    /// The entries of which the text is one of the forms.
    var forms: [LookupHit] = []

    /// Looks at the records of a key.
    init(_ text: String, records: [(Int, DictionaryRecord)], folding: HeadwordFolding) {
        guard !records.isEmpty else { return }
        var comparison = HeadwordComparison(text, folding: folding)
        var agreements: [[HeadwordComparison.Agreement?]] = []
        for (_, record) in records {
            let translated = Set(record.translations.map(\.entry))
            agreements.append(
                record.headwords.indices.map { place in
                    // An entry without a translation is no answer; one further down the ladder may be.
                    guard translated.contains(place), !record.isForm[place] else { return nil }
                    return comparison.agreement(with: record.headwords[place]) ?? .punctuation
                }
            )
        }
        let best = agreements.joined().compactMap { $0 }.min()
        agreement = best
        for ((dictionary, record), agreements) in zip(records, agreements) {
            if let best, agreements.contains(best) {
                own.append(
                    LookupHit(dictionary: dictionary, record: record, isMeant: agreements.map { $0 == best })
                )
            }
            if record.isForm.contains(true) {
                forms.append(LookupHit(dictionary: dictionary, record: record, isMeant: record.isForm))
            }
        }
    }
}
