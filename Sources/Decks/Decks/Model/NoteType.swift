/// What the notes of a kind have in common: the names of their fields.
public struct NoteType: Sendable, Hashable, Codable {
    /// Its name: `Basic`, `Cloze`. A deck of plain text has a single type, whose name is empty.
    public var name: String

    /// The names of the fields, in order. Columns without a header are called by their number, from 1.
    public var fields: [String]

    /// Whether the fields hold clozes, `{{c1::…}}`.
    public var isCloze: Bool

    /// Creates a note type.
    public init(name: String = "", fields: [String], isCloze: Bool = false) {
        self.name = name
        self.fields = fields
        self.isCloze = isCloze
    }

    /// The place of a field, by its name (upper and lower case count only where two names differ in nothing else) or by
    /// its number from 1.
    public func place(ofField name: String) -> Int? {
        if let place = fields.firstIndex(of: name) { return place }
        if let place = fields.firstIndex(where: { $0.lowercased() == name.lowercased() }) { return place }
        guard let number = Int(name), fields.indices.contains(number - 1) else { return nil }
        return number - 1
    }
}
