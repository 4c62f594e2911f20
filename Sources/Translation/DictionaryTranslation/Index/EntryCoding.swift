package import LanguageServices

/// The encoding of an entry in an index.
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

    /// Reads an entry.
    ///
    /// - Parameter isForRanking: Whether to read only the data needed for ranking; see `KeyedEntry.entry`.
    package static func read(
        _ reader: inout ByteReader,
        dictionary: String = "",
        isForRanking: Bool = false
    ) -> TranslationEntry {
        var entry = TranslationEntry(headword: reader.text(), dictionary: dictionary)
        entry.reading = reader.optionalText()
        entry.pronunciations = reader.texts()
        entry.partsOfSpeech = reader.list(partOfSpeech).compactMap { $0 }
        entry.genders = genders(&reader)
        if isForRanking { reader.skipTexts() } else { entry.forms = reader.texts() }
        entry.labels = reader.texts()
        entry.senses = reader.list { sense(&$0, isForRanking) }
        guard !isForRanking else {
            entry.seeAlso = Array(repeating: "", count: reader.skipTexts())
            return entry
        }
        entry.seeAlso = reader.texts()
        entry.notes = reader.texts()
        return entry
    }

    /// Reads the references of an entry and skips everything else.
    static func readReferences(_ reader: inout ByteReader) -> [String] {
        reader.skipText()
        reader.skipOptionalText()
        reader.skipTexts()
        reader.skip { _ = partOfSpeech(&$0) }
        reader.skip { _ = gender(&$0) }
        reader.skipTexts()
        reader.skipTexts()
        reader.skip { reader in
            _ = partOfSpeech(&reader)
            reader.skip(skipWord)
            reader.skipOptionalText()
            reader.skipTexts()
            reader.skip(skipExample)
        }
        return reader.texts()
    }

    private static func skipWord(_ reader: inout ByteReader) {
        reader.skipText()
        let has = reader.byte()
        if has & 1 != 0 { reader.skipText() }
        if has & 2 != 0 { reader.skip { _ = gender(&$0) } }
        if has & 4 != 0 { reader.skipTexts() }
    }

    private static func skipExample(_ reader: inout ByteReader) {
        reader.skipText()
        reader.skipOptionalText()
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

    private static func sense(_ reader: inout ByteReader, _ isForRanking: Bool) -> TranslationSense {
        var sense = TranslationSense(partOfSpeech: partOfSpeech(&reader), translations: reader.list(word))
        sense.definition = reader.optionalText()
        sense.labels = reader.texts()
        sense.examples = reader.list { reader in
            guard !isForRanking else {
                skipExample(&reader)
                return TranslationExample("")
            }
            let text = reader.text()
            return TranslationExample(text, translation: reader.optionalText())
        }
        return sense
    }

    // MARK: Words

    /// Most words consist of a string only. A byte of flags indicates any other fields.
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

    /// 0 for none; one plus the index in the list of known parts of speech; or 255 followed by the name.
    static func write(_ part: PartOfSpeech?, to writer: inout ByteWriter) {
        guard let part else { return writer.byte(0) }
        if let position = PartOfSpeech.known.firstIndex(of: part), position < 254 {
            writer.byte(UInt8(position + 1))
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
        for gender in genders { writer.byte(UInt8(1 + (codedGenders.firstIndex(of: gender) ?? 0))) }
    }

    private static func genders(_ reader: inout ByteReader) -> [GrammaticalGender] {
        reader.list(gender).compactMap { $0 }
    }

    private static func gender(_ reader: inout ByteReader) -> GrammaticalGender? {
        let code = Int(reader.byte())
        guard codedGenders.indices.contains(code - 1) else {
            reader.fail()
            return nil
        }
        return codedGenders[code - 1]
    }

    /// The genders in the order of their codes, which start at 1.
    private static let codedGenders: [GrammaticalGender] = [.masculine, .feminine, .neuter, .common]
}
