import Language
public import LanguageServices

/// Fills a field of each note with the text of another field and a gloss for each word.
///
/// Markup is preserved as in ``FieldTranslation``. It requires ``GlossWork``, whose answers have a special format.
public struct FieldGloss: NoteWork {
    /// The layout of glosses in a field.
    public enum Style: String, Sendable, Hashable, Codable, CaseIterable {
        /// A gloss in parentheses after each word: *kaltes (cold) Wasser (water)*.
        case inline
        /// A gloss above each word, as HTML `<ruby>`.
        case ruby
        /// A gloss below each word, as an HTML table with two rows.
        case table

        /// Whether it requires an HTML field.
        public var needsMarkup: Bool { self != .inline }
    }

    private let fields: FieldTranslation
    private let style: Style

    /// Creates the work.
    ///
    /// - Parameters:
    ///   - fields: The source and target fields.
    ///   - style: The layout of glosses; always ``Style/inline`` for a deck without HTML.
    public init(fields: FieldTranslation, style: Style) {
        self.fields = fields
        self.style = fields.isHTML ? style : .inline
    }

    /// The field to add, if any.
    public var newFields: [String] { fields.newFields }

    /// The texts of the source field, unless the target field is already filled.
    public func assignment(for note: Note) -> NoteAssignment { fields.assignment(for: note) }

    /// The source field with its glosses.
    public func edit(of note: Note, texts: [String], answers: [BatchAnswer]) throws(ServiceError) -> NoteEdit {
        guard let (source, target) = fields.markup(of: note) else { return NoteEdit() }
        let glosses = answers.map { GlossedText(record: $0.text) }
        // Glosses are escaped even when the layout is markup.
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
