import LanguageServices
import ServiceRegistry

/// A deck in JSON: an array of objects, or one object a line (JSONL).
///
/// An object is a note. Its members that are strings in some object are fields, in the order in which they first
/// appear; `null`, and no member at all, is an empty field, and a number or something else in its place is shown as it
/// is written. Members called `guid`, `notetype`, `deck` (strings) and `tags` (an array of strings, or a string with
/// spaces) are what they say. Everything else is left alone.
///
/// Around the array there may be an object that calls it `notes` or `cards`. The grammar is RFC 8259: a comment, a
/// comma too many, a string that is not closed are errors that name line and column, and so are values that are more
/// than 256 deep within each other, a string of more than 64 MiB and an object of more than 128 MiB.
///
/// It is read once when it is opened, to know its fields and how many notes there are. Of what is known about it, only
/// ``DeckOpening/Options/hasMarkup`` counts.
///
/// Only the values that are edited are written anew, with the escapes that the file uses (none for letters outside of
/// ASCII, or for all of them); the order of members, white space, the spelling of numbers and all the rest stay, to the
/// byte. A member that an object lacks is put in behind its last. Files that an edit names stay where they are. Where
/// an object has a key twice the last counts, as for most readers.
public struct JSONDeck: Deck {
    /// What the file holds.
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
            notices: (schema.hasDuplicateKeys ? ["some objects have a key twice; the last of them counts"] : [])
                + HTMLDetection.notices(options, looksLikeHTML: schema.looksLikeHTML)
        )
    }

    /// Reads all notes in their order.
    public func readNotes(_ body: (Note) throws -> Bool) throws {
        var records = try JSONRecords(TextWindow(try file.open()), file: file, isLines: isLines)
        var reader = JSONNoteReader(schema: schema, place: "\(file.shownName):")
        while try records.next() {
            guard try body(reader.note(records, fieldCount: schema.fields.count)) else { return }
        }
    }

    /// Tells of all members of all objects, and what they hold.
    func forEachMember(_ body: (JSONSchema.Role, JSONRecords.Member, JSONRecords) throws -> Void) throws {
        var records = try JSONRecords(TextWindow(try file.open()), file: file, isLines: isLines)
        var roles = JSONRoles()
        while try records.next() {
            for (index, member) in records.members.enumerated() {
                try body(roles.role(index, records, find: { schema.role($0) }), member, records)
            }
        }
    }

    /// Writes the deck with changes. A new field is put only into the objects to which an edit gives a value for it.
    public func write(to path: String, newFields: [String], edit: (Note) throws -> NoteEdit?) throws -> Int {
        try NewFields.check(newFields, besides: schema.fields + ReservedName.allCases.map(\.rawValue), in: file)
        var wider = schema
        wider.add(fields: newFields)
        let output = try DeckOutput(path: path, encoding: file.encoding)
        var records = try JSONRecords(TextWindow(try file.open()), file: file, isLines: isLines, output: output)
        var reader = JSONNoteReader(schema: wider, place: "\(file.shownName):")
        var changed = 0
        while try records.next() {
            let note = try reader.note(records, fieldCount: schema.fields.count)
            var values = try edit(note)?.fields ?? [:]
            if let field = values.keys.first(where: { !wider.fields.indices.contains($0) }) {
                throw NewFields.noSuchField(field, at: note.place)
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

    /// Whether a text that begins with a brace is one object around a deck, not the first of many.
    static func isSingleObject(_ text: [UInt8], _ file: DeckFile) -> Bool {
        guard var records = try? JSONRecords(TextWindow(text), file: file, isLines: true) else { return false }
        guard (try? records.next()) == true else { return true }
        return records.members.contains { member in
            member.kind == .array && (try? records.text(member.key)).map(JSONRecords.wrapperKeys.contains) == true
        }
    }
}

/// Makes notes of the objects of a deck.
struct JSONNoteReader {
    let schema: JSONSchema
    let place: String
    private(set) var roles = JSONRoles()
    private(set) var number = 0

    /// Which member of the last object holds a field; of several, the last.
    private(set) var members: [Int: Int] = [:]

    /// The object that was found last.
    mutating func note(_ records: JSONRecords, fieldCount: Int) throws -> Note {
        var note = Note(
            number: number,
            place: NotePosition(place, number: Int64(records.scanner.line)),
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
                note.type = schema.names.typePlace(try records.text(member.value))
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
    /// The members that are no fields, and those that have a meaning but not the right kind of value.
    package func unreadValues() throws -> [UnreadValues] {
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
        return tally.parts.map { UnreadValues($0.count, "value", "values", $0.name) }
    }

    /// The numbers and the like that are shown as they are written.
    package func spelledValues() throws -> [String] {
        var tally = MemberTally()
        try forEachMember { role, member, records in
            guard case .field = role, member.kind != .string, member.kind != .null else { return }
            tally.add(try records.text(member.key))
        }
        return tally.parts.map { "\($0.count) \($0.count == 1 ? "value" : "values") \($0.name) became text" }
    }
}

/// Counts values by the names of their members; of too many names the rest are counted together.
private struct MemberTally {
    private var names = OrderedNames<String>()
    private var counts: [Int] = []
    private var rest = 0

    private static let most = 20

    mutating func add(_ name: String) {
        guard names[name] != nil || counts.count < Self.most else {
            rest += 1
            return
        }
        let place = names.add(name)
        if place == counts.count { counts.append(0) }
        counts[place] += 1
    }

    /// What was counted, with the end of a sentence about it.
    var parts: [(count: Int, name: String)] {
        zip(counts, names.all).map { count, name in
            (count, "of the member '\(name.unicodeScalars.count > 60 ? "\(name.prefix(60))…" : name)'")
        } + (rest > 0 ? [(rest, "of other members")] : [])
    }
}
