public import LanguageServices

/// Fills a field of each note with example sentences for the word in another.
///
/// It goes with ``SentenceWork``. Nothing that a provider answers becomes markup: in a deck of HTML it is escaped, and a
/// sentence in which there is something that a deck takes for markup (a cloze, a sound, a formula) is left out.
public struct FieldSentences: NoteWork {
    /// Which fields of the notes are read and filled, by their names or their numbers from 1.
    public struct Fields: Sendable, Hashable {
        /// The word.
        public var word: String
        /// The field that is filled.
        public var target: String
        /// Whether the target is a new field, which is added to all note types.
        public var addsTarget: Bool
        /// The field for the translations of the sentences, if it is empty or may be overwritten.
        public var translation: String?
        /// The field with the part of speech.
        public var partOfSpeech: String?
        /// The field that says which meaning the word has.
        public var sense: String?

        /// Names the fields.
        public init(
            word: String,
            target: String,
            addsTarget: Bool = false,
            translation: String? = nil,
            partOfSpeech: String? = nil,
            sense: String? = nil
        ) {
            self.word = word
            self.target = target
            self.addsTarget = addsTarget
            self.translation = translation
            self.partOfSpeech = partOfSpeech
            self.sense = sense
        }
    }

    /// How the word stands in its sentence.
    public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
        /// Like the other words.
        case plain
        /// In bold type, in a deck of HTML; elsewhere it is ``plain``.
        case bold
        /// As a cloze deletion of Anki, `{{c1::word}}`. All sentences of a note have the same number, since one would
        /// show what the other hides.
        case cloze
    }

    /// The places of the fields in the notes of a type.
    private struct Places: Sendable {
        var word: Int
        var target: Int
        var translation: Int?
        var partOfSpeech: Int?
        var sense: Int?
    }

    /// The field that is added, where one is.
    public let newFields: [String]

    private let places: [Places?]
    private let overwrites: Bool
    private let isHTML: Bool
    private let style: Style

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - info: What the deck holds.
    ///   - fields: Which fields are read and filled.
    ///   - style: How the word stands in its sentence.
    ///   - overwrites: Whether fields are filled that are not empty.
    /// - Throws: `ServiceError.Code.invalidRequest` when no note type has the fields.
    public init(
        info: DeckInfo,
        fields: Fields,
        style: Style = .plain,
        overwrites: Bool = false
    ) throws(ServiceError) {
        newFields = fields.addsTarget ? [fields.target] : []
        self.overwrites = overwrites
        isHTML = info.hasMarkup
        self.style = style
        let target = fields.addsTarget ? nil : fields.target
        let wanted = [fields.word, target, fields.translation, fields.partOfSpeech, fields.sense].compactMap { $0 }
        places = info.noteTypes.map { type in
            guard wanted.allSatisfy({ type.place(ofField: $0) != nil }), let word = type.place(ofField: fields.word),
                let target = fields.addsTarget ? type.fields.count : type.place(ofField: fields.target)
            else { return nil }
            return Places(
                word: word,
                target: target,
                translation: fields.translation.flatMap(type.place(ofField:)),
                partOfSpeech: fields.partOfSpeech.flatMap(type.place(ofField:)),
                sense: fields.sense.flatMap(type.place(ofField:))
            )
        }
        if places.contains(where: { $0 != nil }) { return }
        let missing = wanted.first { !info.hasField($0) }
        throw FieldTranslation.missing(missing ?? fields.target, in: info)
    }

    /// The word of the note, unless the target is filled already.
    public func assignment(for note: Note) -> NoteAssignment {
        // In a damaged package a note may have fewer fields than its type.
        guard let places = places(of: note), places.target < note.fields.count || !newFields.isEmpty,
            places.translation.map({ $0 < note.fields.count }) ?? true
        else { return .skip(.noField) }
        if !overwrites, places.target < note.fields.count, !isBlank(note, places.target) { return .keep }
        guard let line = line(of: note, places.word) else {
            return .skip(isBlank(note, places.word) ? .emptySource : .nothingToDo)
        }
        let query = QueriedWord(
            line: line,
            partOfSpeech: places.partOfSpeech.flatMap { self.line(of: note, $0) }.flatMap(PartOfSpeech.init(label:)),
            sense: places.sense.flatMap { self.line(of: note, $0) }.map { Self.shortened($0) }
        )
        return .work(texts: [query.batchText])
    }

    /// The note with its sentences.
    public func edit(of note: Note, texts: [String], answers: [BatchAnswer]) throws(ServiceError) -> NoteEdit {
        guard let places = places(of: note), let sentences = answers.first?.sentences else { return NoteEdit() }
        var written: [String] = []
        var translations: [String] = []
        var failure: ServiceError?
        for sentence in sentences {
            do throws(ServiceError) {
                written.append(try SentenceMarkup(isHTML: isHTML, style: style).write(sentence))
            } catch {
                failure = failure ?? error
                continue
            }
            if let translation = sentence.translation, places.translation != nil {
                do throws(ServiceError) {
                    translations.append(try SentenceMarkup(isHTML: isHTML, style: .plain).write(plain: translation))
                } catch {
                    failure = failure ?? error
                }
            }
        }
        if written.isEmpty, let failure { throw failure }
        let separator = isHTML ? "<br>" : "\n"
        var edit = NoteEdit(fields: [places.target: written.joined(separator: separator)])
        if let place = places.translation, place != places.target, !translations.isEmpty,
            overwrites || isBlank(note, place)
        {
            edit.fields[place] = translations.joined(separator: separator)
        }
        return edit
    }

    private func places(of note: Note) -> Places? {
        guard places.indices.contains(note.type), let places = places[note.type],
            note.fields.indices.contains(places.word)
        else { return nil }
        return places
    }

    private func isBlank(_ note: Note, _ place: Int) -> Bool {
        !note.fields.indices.contains(place) || FieldMarkup.isBlank(note.fields[place], isHTML: isHTML)
    }

    private func line(of note: Note, _ place: Int) -> String? {
        guard note.fields.indices.contains(place) else { return nil }
        return FieldMarkup(note.fields[place], isHTML: isHTML).firstLine
    }

    /// A meaning that is no longer than a request takes.
    private static func shortened(_ sense: String) -> String {
        String(String.UnicodeScalarView(sense.unicodeScalars.prefix(2 * SentenceRequest.maximumWordLength)))
    }
}
