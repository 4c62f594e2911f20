import LanguageServices
import ServiceRegistry

/// A deck in JSON: an array of objects, or one object per line (JSONL).
///
/// An object is a note. Members that are strings in at least one object are fields, in order of first appearance. A
/// missing or `null` member is an empty field; a number or another value is represented as JSON text. The members
/// `guid`, `notetype`, `deck` (strings) and `tags` (an array of strings, or a string separated by spaces) have the
/// meaning that their names indicate. All other members are preserved.
///
/// The array may be the member `notes` or `cards` of an enclosing object. The grammar is RFC 8259: comments, trailing
/// commas and unclosed strings are reported as errors with line and column. So are a nesting depth above 256, a string
/// of more than 64 MiB and an object of more than 128 MiB.
///
/// When the deck is opened, it is read once to determine its fields and the number of notes. Of the options, only
/// ``DeckOpening/Options/hasMarkup`` applies.
///
/// Only edited values are rewritten, with the escaping style of the file (none or all non-ASCII characters). The order
/// of members, white space, number formats and everything else are preserved byte for byte. A missing member is
/// appended to its object. Media files added by an edit are not copied. If an object has duplicate keys, the last one
/// is used, as in most readers.
public struct JSONDeck: Deck {
    /// The contents of the file.
    public let info: DeckInfo

    private let file: DeckFile
    private let isLines: Bool
    private let schema: JSONSchema

    init(_ file: DeckFile, isLines: Bool, options: DeckOpening.Options) throws {
        self.file = file
        self.isLines = isLines
        let schema = try JSONSchema(file, isLines: isLines)
        self.schema = schema
        info = DeckInfo(
            format: isLines ? .jsonLines : .json,
            noteTypes: schema.names.noteTypes(fields: schema.fields),
            noteCount: schema.noteCount,
            decks: schema.names.decks,
            hasMarkup: options.hasMarkup ?? schema.looksLikeHTML,
            notices: (schema.hasDuplicateKeys ? ["some objects have duplicate keys; the last one is used"] : [])
                + HTMLDetection.notices(options, looksLikeHTML: schema.looksLikeHTML)
        )
    }

    /// Reads all notes in order.
    public func readNotes(_ body: (Note) throws -> Bool) throws {
        var records = try JSONRecords(TextWindow(try file.open()), file: file, isLines: isLines)
        var reader = JSONNoteReader(schema: schema, prefix: "\(file.displayName):")
        while try records.next() {
            guard try body(reader.note(records, fieldCount: schema.fields.count)) else { return }
        }
    }

    /// Calls `body` with every member of every object.
    func forEachMember(_ body: (JSONSchema.Role, JSONRecords.Member, JSONRecords) throws -> Void) throws {
        var records = try JSONRecords(TextWindow(try file.open()), file: file, isLines: isLines)
        var roles = JSONRoles()
        while try records.next() {
            for (index, member) in records.members.enumerated() {
                try body(roles.role(index, records, find: { schema.role($0) }), member, records)
            }
        }
    }

    /// Writes the deck with the edits applied. A new field is added only to objects whose edit gives it a value.
    public func write(to path: String, newFields: [String], edit: (Note) throws -> NoteEdit?) throws -> Int {
        try NewFields.check(newFields, besides: schema.fields + ReservedName.allCases.map(\.rawValue), in: file)
        var wider = schema
        wider.add(fields: newFields)
        let output = try DeckOutput(path: path, encoding: file.encoding)
        var records = try JSONRecords(TextWindow(try file.open()), file: file, isLines: isLines, output: output)
        var reader = JSONNoteReader(schema: wider, prefix: "\(file.displayName):")
        var changed = 0
        while try records.next() {
            let note = try reader.note(records, fieldCount: schema.fields.count)
            var values = try edit(note)?.fields ?? [:]
            if let field = values.keys.first(where: { !wider.fields.indices.contains($0) }) {
                throw NewFields.noSuchField(field, at: note.position)
            }
            values = values.filter { field, value in
                guard field < note.fields.count else { return true }
                return !note.fields[field].utf8.elementsEqual(value.utf8)
            }
            guard !values.isEmpty else {
                try output.write(records.object)
                continue
            }
            var changes = JSONObjectChanges()
            for (field, value) in values.sorted(by: { $0.key < $1.key }) {
                if let member = reader.members[field] {
                    changes.changed[member] = .text(value)
                } else {
                    changes.added.append((wider.fields[field], .text(value)))
                }
            }
            try output.write(changes.applied(to: records.object, records.members, style: schema.style))
            changed += 1
        }
        try output.commit()
        return changed
    }

    /// Whether a text that begins with a brace is an object enclosing a deck, rather than the first of many.
    static func isSingleObject(_ text: [UInt8], _ file: DeckFile) -> Bool {
        guard var records = try? JSONRecords(TextWindow(text), file: file, isLines: true) else { return false }
        guard (try? records.next()) == true else { return true }
        return records.members.contains { member in
            member.kind == .array && (try? records.text(member.key)).map(JSONRecords.wrapperKeys.contains) == true
        }
    }
}

/// Creates notes from the objects in a deck.
struct JSONNoteReader {
    let schema: JSONSchema
    let prefix: String
    private(set) var roles = JSONRoles()
    private(set) var number = 0

    /// For each field, the index of its member in the current object; for duplicate keys, the last one.
    private(set) var members: [Int: Int] = [:]

    /// The note for the current object.
    mutating func note(_ records: JSONRecords, fieldCount: Int) throws -> Note {
        var note = Note(
            number: number,
            position: NotePosition(prefix, number: Int64(records.scanner.line)),
            fields: [String](repeating: "", count: fieldCount)
        )
        number += 1
        members.removeAll(keepingCapacity: true)
        for (index, member) in records.members.enumerated() {
            switch try roles.role(index, records, find: { schema.role($0) }) {
            case .field(let field):
                members[field] = index
                if field < fieldCount { note.fields[field] = try value(member, records) }
            case .reserved(.guid) where member.kind == .string: note.guid = try records.text(member.value)
            case .reserved(.deck) where member.kind == .string: note.deck = try records.text(member.value)
            case .reserved(.noteType) where member.kind == .string:
                note.type = schema.names.typeIndex(try records.text(member.value))
            case .reserved(.tags) where member.kind == .string:
                note.tags = try records.text(member.value).split { $0.isWhitespace }.map(String.init)
            case .reserved(.tags) where member.kind == .array:
                note.tags = JSONStringDecoding.strings(inArray: records.scanner.window.bytes(member.value))
            default: break
            }
        }
        return note
    }

    private func value(_ member: JSONRecords.Member, _ records: JSONRecords) throws(ServiceError) -> String {
        switch member.kind {
        case .string: return try records.text(member.value)
        case .null: return ""
        default: return String(decoding: records.scanner.window.bytes(member.value), as: UTF8.self)
        }
    }
}

extension JSONDeck: PartlyReadDeck {
    /// The members that are not fields, and reserved members with values of the wrong type.
    package func ignoredValues() throws -> [IgnoredValues] {
        var tally = MemberTally()
        try forEachMember { role, member, records in
            let isRead =
                switch role {
                case .field: true
                case .reserved(let name):
                    member.kind == .string || member.kind == .null || name == .tags && member.kind == .array
                case .other: false
                }
            if !isRead { tally.add(try records.text(member.key)) }
        }
        return tally.parts.map { IgnoredValues($0.count, "value", "values", $0.name) }
    }

    /// The numbers and other values that are represented as JSON text.
    package func spelledValues() throws -> [String] {
        var tally = MemberTally()
        try forEachMember { role, member, records in
            guard case .field = role, member.kind != .string, member.kind != .null else { return }
            tally.add(try records.text(member.key))
        }
        return tally.parts.map { "\($0.count) \($0.count == 1 ? "value" : "values") \($0.name) became text" }
    }
}

/// Counts values by member name. Beyond a maximum number of names, the values of all other members are counted
/// together.
private struct MemberTally {
    private var names = OrderedNames<String>()
    private var counts: [Int] = []
    private var otherCount = 0

    private static let maximumNames = 20

    mutating func add(_ name: String) {
        guard names[name] != nil || counts.count < Self.maximumNames else {
            otherCount += 1
            return
        }
        let index = names.add(name)
        if index == counts.count { counts.append(0) }
        counts[index] += 1
    }

    /// The counts, each with the end of a sentence that describes it.
    var parts: [(count: Int, name: String)] {
        zip(counts, names.all).map { count, name in
            (count, "of the member '\(name.unicodeScalars.count > 60 ? "\(name.prefix(60))…" : name)'")
        } + (otherCount > 0 ? [(otherCount, "of other members")] : [])
    }
}
