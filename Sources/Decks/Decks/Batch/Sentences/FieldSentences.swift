public import LanguageServices

/// Fills a field of each note with example sentences for the word in another field.
///
/// It requires ``SentenceWork``. Answers are never interpreted as markup: they are escaped in an HTML deck, and
/// sentences that contain deck markup (a cloze, a sound, a formula) are omitted.
public struct FieldSentences: NoteWork {
    /// The fields to read and to fill, by name or by number from 1.
    public struct Fields: Sendable, Hashable {
        /// The field with the word.
        public var word: String
        /// The field to fill.
        public var target: String
        /// Whether the target is a new field that is added to all note types.
        public var addsTarget: Bool
        /// The field for the translations of the sentences, if it is empty or may be overwritten.
        public var translation: String?
        /// The field with the part of speech.
        public var partOfSpeech: String?
        /// The field with the sense of the word.
        public var sense: String?

        /// Creates a choice of fields.
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

    /// The markup of the word in its sentence.
    public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
        /// No markup.
        case plain
        /// Bold in an HTML deck, otherwise the same as ``plain``.
        case bold
        /// An Anki cloze deletion, `{{c1::word}}`. All sentences in a note share one cloze number; otherwise one
        /// sentence would reveal the word hidden in another.
        case cloze
    }

    /// The indices of the fields in a note type.
    private struct FieldIndices: Sendable {
        var word: Int
        var target: Int
        var translation: Int?
        var partOfSpeech: Int?
        var sense: Int?
    }

    /// The field to add, if any.
    public let newFields: [String]

    private let fieldIndices: [FieldIndices?]
    private let overwrites: Bool
    private let isHTML: Bool
    private let style: Style

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - info: The contents of the deck.
    ///   - fields: The fields to read and to fill.
    ///   - style: The markup of the word in its sentence.
    ///   - overwrites: Whether to fill fields that are not empty.
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
        fieldIndices = info.noteTypes.map { type in
            guard wanted.allSatisfy({ type.index(ofField: $0) != nil }), let word = type.index(ofField: fields.word),
                let target = fields.addsTarget ? type.fields.count : type.index(ofField: fields.target)
            else { return nil }
            return FieldIndices(
                word: word,
                target: target,
                translation: fields.translation.flatMap(type.index(ofField:)),
                partOfSpeech: fields.partOfSpeech.flatMap(type.index(ofField:)),
                sense: fields.sense.flatMap(type.index(ofField:))
            )
        }
        if fieldIndices.contains(where: { $0 != nil }) { return }
        let missing = wanted.first { !info.hasField($0) }
        throw FieldTranslation.missing(missing ?? fields.target, in: info)
    }

    /// The word in the note, unless the target field is already filled.
    public func assignment(for note: Note) -> NoteAssignment {
        // In a damaged package a note may have fewer fields than its type.
        guard let indices = indices(of: note), indices.target < note.fields.count || !newFields.isEmpty,
            indices.translation.map({ $0 < note.fields.count }) ?? true
        else { return .skip(.noField) }
        if !overwrites, indices.target < note.fields.count, !isBlank(note, indices.target) { return .keep }
        guard let line = line(of: note, indices.word) else {
            return .skip(isBlank(note, indices.word) ? .emptySource : .nothingToDo)
        }
        let query = QueriedWord(
            line: line,
            partOfSpeech: indices.partOfSpeech.flatMap { self.line(of: note, $0) }.flatMap(PartOfSpeech.init(label:)),
            sense: indices.sense.flatMap { self.line(of: note, $0) }.map { Self.shortened($0) }
        )
        return .work(texts: [query.batchText])
    }

    /// The note with its sentences filled in.
    public func edit(of note: Note, texts: [String], answers: [BatchAnswer]) throws(ServiceError) -> NoteEdit {
        guard let indices = indices(of: note), let sentences = answers.first?.sentences else { return NoteEdit() }
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
            if let translation = sentence.translation, indices.translation != nil {
                do throws(ServiceError) {
                    translations.append(try SentenceMarkup(isHTML: isHTML, style: .plain).write(plain: translation))
                } catch {
                    failure = failure ?? error
                }
            }
        }
        if written.isEmpty, let failure { throw failure }
        let separator = isHTML ? "<br>" : "\n"
        var edit = NoteEdit(fields: [indices.target: written.joined(separator: separator)])
        if let index = indices.translation, index != indices.target, !translations.isEmpty,
            overwrites || isBlank(note, index)
        {
            edit.fields[index] = translations.joined(separator: separator)
        }
        return edit
    }

    private func indices(of note: Note) -> FieldIndices? {
        guard fieldIndices.indices.contains(note.type), let indices = fieldIndices[note.type],
            note.fields.indices.contains(indices.word)
        else { return nil }
        return indices
    }

    private func isBlank(_ note: Note, _ index: Int) -> Bool {
        !note.fields.indices.contains(index) || FieldMarkup.isBlank(note.fields[index], isHTML: isHTML)
    }

    private func line(of note: Note, _ index: Int) -> String? {
        guard note.fields.indices.contains(index) else { return nil }
        return FieldMarkup(note.fields[index], isHTML: isHTML).firstLine
    }

    /// The sense, shortened to the maximum length in a request.
    private static func shortened(_ sense: String) -> String {
        String(String.UnicodeScalarView(sense.unicodeScalars.prefix(2 * SentenceRequest.maximumWordLength)))
    }
}
