public import LanguageServices

/// Fills a field of each note with the translation of another.
///
/// The markup of the source field goes along: the new field is the source field with other texts; see ``FieldMarkup``.
public struct FieldTranslation: NoteWork {
    /// The field that is added, where one is.
    public let newFields: [String]

    private let places: [(source: Int, target: Int)?]
    private let overwrites: Bool
    /// Whether the fields hold HTML.
    let isHTML: Bool

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - info: What the deck holds.
    ///   - source: The field that is translated, by its name or its number from 1.
    ///   - target: The field that is filled. It may be the source field itself, with `overwrites`.
    ///   - addsTarget: Whether the target is a new field, which is added to all note types.
    ///   - overwrites: Whether fields are filled that are not empty.
    /// - Throws: `ServiceError.Code.invalidRequest` when no note type has both fields.
    public init(
        info: DeckInfo,
        source: String,
        target: String,
        addsTarget: Bool = false,
        overwrites: Bool = false
    ) throws(ServiceError) {
        places = info.noteTypes.map { type in
            let target = addsTarget ? type.fields.count : type.place(ofField: target)
            guard let source = type.place(ofField: source), let target else { return nil }
            return (source, target)
        }
        newFields = addsTarget ? [target] : []
        self.overwrites = overwrites
        isHTML = info.hasMarkup
        guard !places.contains(where: { $0 != nil }) else { return }
        let missing = info.hasField(source) ? target : source
        throw Self.missing(missing, in: info)
    }

    /// The error that no notes have a field.
    static func missing(_ field: String, in info: DeckInfo) -> ServiceError {
        let isKnown = info.hasField(field)
        let hint = ClosestMatch.hint(for: field, in: info.noteTypes.flatMap(\.fields))
        return ServiceError(
            .invalidRequest,
            isKnown
                ? "no notes of the deck have a field '\(field)' as it is needed"
                : "there is no field '\(field)' in the deck\(hint)",
            remedy: info.namedFields
        )
    }

    /// The texts of the source field, unless the target is filled already.
    public func assignment(for note: Note) -> NoteAssignment {
        guard let (source, target) = place(of: note), target < note.fields.count || !newFields.isEmpty else {
            return .skip(.noField)
        }
        if !overwrites, target < note.fields.count, !FieldMarkup.isBlank(note.fields[target], isHTML: isHTML) {
            return .keep
        }
        let field = note.fields[source]
        let texts = FieldMarkup(field, isHTML: isHTML).texts
        if texts.isEmpty, FieldMarkup.isBlank(field, isHTML: isHTML) { return .skip(.emptySource) }
        return texts.isEmpty ? .skip(.nothingToDo) : .work(texts: texts)
    }

    /// The source field with the translations.
    public func edit(of note: Note, texts: [String], answers: [BatchAnswer]) throws(ServiceError) -> NoteEdit {
        guard let (source, target) = markup(of: note) else { return NoteEdit() }
        return NoteEdit(fields: [target: try source.restored(answers.map(\.text))])
    }

    /// The source field of a note, and the place of the target.
    func markup(of note: Note) -> (source: FieldMarkup, target: Int)? {
        place(of: note).map { (FieldMarkup(note.fields[$0.source], isHTML: isHTML), $0.target) }
    }

    private func place(of note: Note) -> (source: Int, target: Int)? {
        guard places.indices.contains(note.type), let place = places[note.type],
            note.fields.indices.contains(place.source)
        else { return nil }
        return place
    }
}
