import LanguageServices
import Text

/// The entries of one record that a text means.
struct LookupHit {
    let found: FoundRecord
    /// For each entry of the record whether it is meant.
    let isMeant: [Bool]
}

/// What a key has in all dictionaries, compared with the spelling of a text.
struct LookupHits {
    /// The key.
    let key: String

    /// How close the closest headwords are to the text; `nil` when there is none.
    private(set) var agreement: HeadwordComparison.Agreement?

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
            for translation in found.record.translations {
                let place = translation.entry
                guard agreements.indices.contains(place), agreements[place] == nil else { continue }
                if found.record.isForm[place] {
                    hasForms = true
                } else {
                    let closeness = comparison.agreement(with: found.record.headwords[place]) ?? .punctuation
                    agreements[place] = closeness
                    agreement = min(agreement ?? closeness, closeness)
                }
            }
            compared.append((found, agreements))
            if hasForms { forms.append(LookupHit(found: found, isMeant: found.record.isForm)) }
        }
        guard let agreement else { return }
        for (found, agreements) in compared where agreements.contains(agreement) {
            own.append(LookupHit(found: found, isMeant: agreements.map { $0 == agreement }))
        }
    }
}
