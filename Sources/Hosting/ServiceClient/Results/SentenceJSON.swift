package import JSON
package import LanguageServices

/// How example sentences stand in `--json` output: what is empty is left out.
package enum SentenceJSON {
    /// A sentence, with all that is known of it.
    ///
    /// - Parameters:
    ///   - cloze: Whether the sentence with its word as a deletion is wanted as well.
    ///   - translator: Who translated the sentence, when it was not its own provider.
    package static func value(
        _ sentence: ExampleSentence,
        cloze: Bool = false,
        translator: ProviderID? = nil
    ) -> JSONValue {
        var object = JSONMembers()
        object.add("text", sentence.text)
        object.add(
            "wordRanges",
            sentence.wordRanges.map { ["start": .integer($0.lowerBound), "end": .integer($0.upperBound)] }
        )
        object.add("language", sentence.language?.text)
        object.add("form", sentence.form)
        if cloze { object.add("cloze", sentence.cloze()) }
        object.add("lemma", sentence.lemma)
        object.add("partOfSpeech", sentence.partOfSpeech?.rawValue)
        object.add("sense", sentence.sense)
        object.add("level", sentence.level?.rawValue)
        object.add("translation", sentence.translation)
        object.add("translatedBy", translator?.rawValue)
        object.add("romanization", sentence.romanization)
        object.add("notes", sentence.notes)
        object.add("source", sentence.source)
        object.add("licence", sentence.licence)
        object.add("checks", sentence.checks.map(\.rawValue))
        object.add("provider", sentence.provider.rawValue)
        return object.object
    }
}
