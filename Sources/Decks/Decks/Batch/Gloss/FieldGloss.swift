import Language
public import LanguageServices

/// Fills a field of each note with another field and what each word of it means.
///
/// The markup of the source field goes along, as in ``FieldTranslation``. It goes with ``GlossWork``, whose answers only
/// this understands.
public struct FieldGloss: NoteWork {
    /// How a gloss stands in a field.
    public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
        /// Behind each word in parentheses: *kaltes (cold) Wasser (water)*.
        case inline
        /// Above each word, as HTML `<ruby>`.
        case ruby
        /// Below each word, as an HTML table of two rows.
        case table

        /// Whether it takes a field of HTML.
        public var needsMarkup: Bool { self != .inline }
    }

    private let fields: FieldTranslation
    private let style: Style

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - fields: Which fields are worked from and filled.
    ///   - style: How a gloss stands in the field; in a deck without HTML it is ``Style/inline`` always.
    public init(fields: FieldTranslation, style: Style) {
        self.fields = fields
        self.style = fields.isHTML ? style : .inline
    }

    /// The field that is added, where one is.
    public var newFields: [String] { fields.newFields }

    /// The texts of the source field, unless the target is filled already.
    public func assignment(for note: Note) -> NoteAssignment { fields.assignment(for: note) }

    /// The source field with its glosses.
    public func edit(of note: Note, texts: [String], answers: [BatchAnswer]) throws(ServiceError) -> NoteEdit {
        guard let (source, target) = fields.markup(of: note) else { return NoteEdit() }
        let glosses = answers.map { GlossedText(record: $0.text) }
        // Also where the gloss is markup, what the words bring must not be.
        let plain = try source.restored(glosses.map(Self.inline))
        switch style {
        case .inline: return NoteEdit(fields: [target: plain])
        case .ruby: return NoteEdit(fields: [target: source.filled(glosses.map(Self.ruby))])
        case .table: return NoteEdit(fields: [target: source.filled(glosses.map(Self.table))])
        }
    }

    private static func inline(_ gloss: GlossedText) -> String {
        gloss.pieces.map { $0.remark.isEmpty ? $0.text : "\($0.text) (\($0.remark))" }.joined()
    }

    private static func ruby(_ gloss: GlossedText) -> String {
        gloss.pieces.map { piece in
            let text = CharacterReference.escaped(piece.text)
            guard !piece.remark.isEmpty else { return text }
            return "<ruby>\(text)<rt>\(CharacterReference.escaped(piece.remark))</rt></ruby>"
        }.joined()
    }

    private static func table(_ gloss: GlossedText) -> String {
        let words = gloss.pieces.filter { !BlankText.isBlank($0.text) }
        func row(_ cells: [String]) -> String {
            "<tr>\(cells.map { "<td>\(CharacterReference.escaped($0))</td>" }.joined())</tr>"
        }
        return "<table>\(row(words.map(\.text)))\(row(words.map(\.remark)))</table>"
    }
}
