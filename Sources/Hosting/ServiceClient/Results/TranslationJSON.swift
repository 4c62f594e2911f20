package import JSON
package import LanguageServices

/// How translations stand in `--json` output: what is empty is left out.
package enum TranslationJSON {
    /// A translation, with what it was made from.
    package static func members(_ translation: Translation) -> [(String, JSONValue)] {
        var object = JSONMembers()
        object.add("translation", translation.text)
        object.add("alternatives", translation.alternatives)
        object.add("groups", translation.groups.map(value))
        object.add("partOfSpeech", translation.partOfSpeech?.rawValue)
        object.add("genders", translation.genders.map(\.rawValue))
        object.add("reading", translation.reading)
        object.add("romanization", translation.romanization)
        object.add("from", translation.source?.text)
        if let match = translation.match { object.add("match", value(match)) }
        object.add("gloss", translation.gloss.map(value))
        object.add("entries", translation.entries.map(value))
        object.add("notes", translation.notes)
        object.add("remarks", translation.remarks.map(value))
        object.add("difficulty", translation.difficulty?.rawValue)
        object.add("provider", translation.provider.rawValue)
        object.add("cached", translation.cached?.rawValue)
        return object.list
    }

    /// An entry of a dictionary.
    package static func value(_ entry: TranslationEntry) -> JSONValue {
        var object = JSONMembers()
        object.add("headword", entry.headword)
        object.add("reading", entry.reading)
        object.add("pronunciations", entry.pronunciations)
        object.add("partsOfSpeech", entry.partsOfSpeech.map(\.rawValue))
        object.add("genders", entry.genders.map(\.rawValue))
        object.add("forms", entry.forms)
        object.add("labels", entry.labels)
        object.add("senses", entry.senses.map(value))
        object.add("seeAlso", entry.seeAlso)
        object.add("notes", entry.notes)
        object.add("dictionary", entry.dictionary.isEmpty ? nil : entry.dictionary)
        return object.object
    }

    private static func value(_ sense: TranslationSense) -> JSONValue {
        var object = JSONMembers()
        object.add("partOfSpeech", sense.partOfSpeech?.rawValue)
        object.add("translations", sense.translations.map(value))
        object.add("definition", sense.definition)
        object.add("labels", sense.labels)
        object.add("examples", sense.examples.map(value))
        return object.object
    }

    private static func value(_ word: TranslatedWord) -> JSONValue {
        var object = JSONMembers()
        object.add("text", word.text)
        object.add("reading", word.reading)
        object.add("genders", word.genders.map(\.rawValue))
        object.add("labels", word.labels)
        return object.object
    }

    private static func value(_ example: TranslationExample) -> JSONValue {
        var object = JSONMembers()
        object.add("text", example.text)
        object.add("translation", example.translation)
        return object.object
    }

    private static func value(_ group: TranslationGroup) -> JSONValue {
        var object = JSONMembers()
        object.add("partOfSpeech", group.partOfSpeech?.rawValue)
        object.add("translations", group.translations)
        return object.object
    }

    private static func value(_ match: TranslationMatch) -> JSONValue {
        .object([("step", .string(match.step.rawValue)), ("headword", .string(match.headword))])
    }

    private static func value(_ remark: TranslationRemark) -> JSONValue {
        .object([("subject", .string(remark.subject.rawValue)), ("text", .string(remark.text))])
    }

    private static func value(_ word: GlossedWord) -> JSONValue {
        var object = JSONMembers()
        object.add("text", word.text)
        object.add("translation", word.translation)
        object.add("alternatives", word.alternatives)
        object.add("reading", word.reading)
        if let match = word.match { object.add("match", value(match)) }
        return object.object
    }
}
