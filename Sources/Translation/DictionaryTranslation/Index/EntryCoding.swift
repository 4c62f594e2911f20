package import LanguageServices

/// How an entry is written in an index.
package enum EntryCoding {
    package static func write(_ entry: TranslationEntry, to writer: inout ByteWriter) {
        writer.text(entry.headword)
        writer.optionalText(entry.reading)
        writer.texts(entry.pronunciations)
        writer.number(entry.partsOfSpeech.count)
        for part in entry.partsOfSpeech { write(part, to: &writer) }
        write(entry.genders, to: &writer)
        writer.texts(entry.forms)
        writer.texts(entry.labels)
        writer.number(entry.senses.count)
        for sense in entry.senses { write(sense, to: &writer) }
        writer.texts(entry.seeAlso)
        writer.texts(entry.notes)
    }

    static func read(_ reader: inout ByteReader, dictionary: String) -> TranslationEntry {
        var entry = TranslationEntry(headword: reader.text(), dictionary: dictionary)
        entry.reading = reader.optionalText()
        entry.pronunciations = reader.texts()
        entry.partsOfSpeech = list(&reader) { partOfSpeech(&$0) }.compactMap { $0 }
        entry.genders = genders(&reader)
        entry.forms = reader.texts()
        entry.labels = reader.texts()
        entry.senses = list(&reader) { sense(&$0) }
        entry.seeAlso = reader.texts()
        entry.notes = reader.texts()
        return entry
    }

    /// Reads of an entry what ranking looks at; see `KeyedEntry.entry`.
    package static func readForRanking(_ reader: inout ByteReader) -> TranslationEntry {
        var entry = TranslationEntry(headword: reader.text())
        entry.reading = reader.optionalText()
        entry.pronunciations = reader.texts()
        entry.partsOfSpeech = list(&reader) { partOfSpeech(&$0) }.compactMap { $0 }
        entry.genders = genders(&reader)
        _ = reader.skipTexts()
        entry.labels = reader.texts()
        entry.senses = list(&reader) { reader in
            var sense = senseWithoutExamples(&reader)
            sense.examples = list(&reader) { reader in
                reader.skipText()
                reader.skipOptionalText()
                return TranslationExample("")
            }
            return sense
        }
        entry.seeAlso = Array(repeating: "", count: reader.skipTexts())
        return entry
    }

    /// Reads what an entry refers to, and passes over all the rest.
    static func readReferences(_ reader: inout ByteReader) -> [String] {
        reader.skipText()
        reader.skipOptionalText()
        _ = reader.skipTexts()
        skip(&reader) { _ = partOfSpeech(&$0) }
        skip(&reader) { _ = gender(&$0) }
        _ = reader.skipTexts()
        _ = reader.skipTexts()
        skip(&reader) { reader in
            _ = partOfSpeech(&reader)
            skip(&reader, skipWord)
            reader.skipOptionalText()
            _ = reader.skipTexts()
            skip(&reader) { reader in
                reader.skipText()
                reader.skipOptionalText()
            }
        }
        return reader.texts()
    }

    private static func skipWord(_ reader: inout ByteReader) {
        reader.skipText()
        let has = reader.byte()
        if has & 1 != 0 { reader.skipText() }
        if has & 2 != 0 { skip(&reader) { _ = gender(&$0) } }
        if has & 4 != 0 { _ = reader.skipTexts() }
    }

    private static func skip(_ reader: inout ByteReader, _ part: (inout ByteReader) -> Void) {
        let count = reader.count()
        for _ in 0..<count where !reader.hasFailed { part(&reader) }
    }

    // MARK: Senses

    private static func write(_ sense: TranslationSense, to writer: inout ByteWriter) {
        write(sense.partOfSpeech, to: &writer)
        writer.number(sense.translations.count)
        for word in sense.translations { write(word, to: &writer) }
        writer.optionalText(sense.definition)
        writer.texts(sense.labels)
        writer.number(sense.examples.count)
        for example in sense.examples {
            writer.text(example.text)
            writer.optionalText(example.translation)
        }
    }

    private static func senseWithoutExamples(_ reader: inout ByteReader) -> TranslationSense {
        let part = partOfSpeech(&reader)
        var sense = TranslationSense(partOfSpeech: part, translations: list(&reader) { word(&$0) })
        sense.definition = reader.optionalText()
        sense.labels = reader.texts()
        return sense
    }

    private static func sense(_ reader: inout ByteReader) -> TranslationSense {
        var sense = senseWithoutExamples(&reader)
        sense.examples = list(&reader) {
            let text = $0.text()
            return TranslationExample(text, translation: $0.optionalText())
        }
        return sense
    }

    // MARK: Words

    /// Most words are a text and nothing else; a byte says what there is besides.
    static func write(_ word: TranslatedWord, to writer: inout ByteWriter) {
        writer.text(word.text)
        let has: UInt8 =
            (word.reading == nil ? 0 : 1) | (word.genders.isEmpty ? 0 : 2) | (word.labels.isEmpty ? 0 : 4)
        writer.byte(has)
        if let reading = word.reading { writer.text(reading) }
        if !word.genders.isEmpty { write(word.genders, to: &writer) }
        if !word.labels.isEmpty { writer.texts(word.labels) }
    }

    static func word(_ reader: inout ByteReader) -> TranslatedWord {
        var word = TranslatedWord(reader.text())
        let has = reader.byte()
        if has & 1 != 0 { word.reading = reader.text() }
        if has & 2 != 0 { word.genders = genders(&reader) }
        if has & 4 != 0 { word.labels = reader.texts() }
        return word
    }

    // MARK: Parts of speech and genders

    /// 0 for none, the place among the known ones from 1, or 255 and the name.
    static func write(_ part: PartOfSpeech?, to writer: inout ByteWriter) {
        guard let part else { return writer.byte(0) }
        if let place = PartOfSpeech.known.firstIndex(of: part), place < 254 {
            writer.byte(UInt8(place + 1))
        } else {
            writer.byte(255)
            writer.text(part.rawValue)
        }
    }

    static func partOfSpeech(_ reader: inout ByteReader) -> PartOfSpeech? {
        let code = reader.byte()
        if code == 0 { return nil }
        if code == 255 { return PartOfSpeech(rawValue: reader.text()) }
        guard Int(code) <= PartOfSpeech.known.count else {
            reader.fail()
            return nil
        }
        return PartOfSpeech.known[Int(code) - 1]
    }

    private static func write(_ genders: [GrammaticalGender], to writer: inout ByteWriter) {
        writer.number(genders.count)
        for gender in genders {
            switch gender {
            case .masculine: writer.byte(1)
            case .feminine: writer.byte(2)
            case .neuter: writer.byte(3)
            case .common: writer.byte(4)
            }
        }
    }

    private static func genders(_ reader: inout ByteReader) -> [GrammaticalGender] {
        list(&reader) { gender(&$0) }.compactMap { $0 }
    }

    private static func gender(_ reader: inout ByteReader) -> GrammaticalGender? {
        switch reader.byte() {
        case 1: return .masculine
        case 2: return .feminine
        case 3: return .neuter
        case 4: return .common
        default:
            reader.fail()
            return nil
        }
    }

    private static func list<Part>(_ reader: inout ByteReader, _ part: (inout ByteReader) -> Part) -> [Part] {
        let count = reader.count()
        guard count > 0 else { return [] }
        var result: [Part] = []
        // A damaged count asks for no memory before the parts have been there.
        result.reserveCapacity(min(count, 64))
        for _ in 0..<count {
            if reader.hasFailed { return result }
            result.append(part(&reader))
        }
        return result
    }
}
