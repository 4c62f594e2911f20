public import LanguageServices

/// Fills a field of each note with the translation of another field. Markup is preserved: the target is the source
/// field with its texts replaced; see ``FieldMarkup``.
public struct FieldTranslation: NoteWork {
    /// The field to add, if any.
    public let newFields: [String]

    private let fieldIndices: [(source: Int, target: Int)?]
    private let overwrites: Bool
    /// Whether the fields contain HTML.
    let isHTML: Bool

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - info: The contents of the deck.
    ///   - source: The field to translate, by name or by number from 1.
    ///   - target: The field to fill. It may be the source field itself, with `overwrites`.
    ///   - addsTarget: Whether the target is a new field that is added to all note types.
    ///   - overwrites: Whether to fill fields that are not empty.
    /// - Throws: `ServiceError.Code.invalidRequest` when no note type has both fields.
    public init(
        info: DeckInfo,
        source: String,
        target: String,
        addsTarget: Bool = false,
        overwrites: Bool = false
    ) throws(ServiceError) {
        fieldIndices = info.noteTypes.map { type in
            let target = addsTarget ? type.fields.count : type.index(ofField: target)
            guard let source = type.index(ofField: source), let target else { return nil }
            return (source, target)
        }
        newFields = addsTarget ? [target] : []
        self.overwrites = overwrites
        isHTML = info.hasMarkup
        guard !fieldIndices.contains(where: { $0 != nil }) else { return }
        let missing = info.hasField(source) ? target : source
        throw Self.missing(missing, in: info)
    }

    /// The error for a field that no note has.
    static func missing(_ field: String, in info: DeckInfo) -> ServiceError {
        let isKnown = info.hasField(field)
        let hint = ClosestMatch.hint(for: field, in: info.noteTypes.flatMap(\.fields))
        return ServiceError(
            .invalidRequest,
            isKnown
                ? "no note in the deck has the field '\(field)' together with the other fields"
                : "the deck has no field '\(field)'\(hint)",
            remedy: info.namedFields
        )
    }

    /// The texts of the source field, unless the target field is already filled.
    public func assignment(for note: Note) -> NoteAssignment {
        guard let (source, target) = indices(of: note), target < note.fields.count || !newFields.isEmpty else {
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

    /// The source field of a note, and the index of the target.
    func markup(of note: Note) -> (source: FieldMarkup, target: Int)? {
        indices(of: note).map { (FieldMarkup(note.fields[$0.source], isHTML: isHTML), $0.target) }
    }

    private func indices(of note: Note) -> (source: Int, target: Int)? {
        guard fieldIndices.indices.contains(note.type), let indices = fieldIndices[note.type],
            note.fields.indices.contains(indices.source)
        else { return nil }
        return indices
    }
}
