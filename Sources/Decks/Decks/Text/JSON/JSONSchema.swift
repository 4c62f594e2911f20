import LanguageServices
import ServiceRegistry

/// What the objects of a JSON deck have in common, found out by reading all of them once.
struct JSONSchema: Sendable {
    /// What a member holds.
    enum Role: Sendable, Hashable {
        case field(Int)
        case guid, noteType, deck, tags
        /// Something that no object has as a string: it is left alone.
        case other
    }

    private(set) var fields: [String] = []
    private(set) var typeNames: [String] = []
    private(set) var decks: [String] = []
    private(set) var noteCount = 0
    private(set) var hasDuplicateKeys = false
    /// Whether one of the first objects has a field that looks like HTML.
    private(set) var looksLikeHTML = false
    private(set) var style = JSONStringStyle()
    private var places: [String: Int] = [:]
    private var typePlaces: [String: Int] = [:]

    /// How many objects are looked at for HTML, as many as rows of a table.
    private static let sample = 40

    /// How many fields a deck may have.
    static let mostFields = 1_000

    /// Reads a deck.
    init(_ file: DeckFile, isLines: Bool) throws {
        var records = try JSONRecords(TextWindow(try file.open()), file: file, isLines: isLines)
        var knownDecks: Set<String> = []
        var roles = JSONRoles()
        while try records.next() {
            noteCount += 1
            var seen: UInt64 = 0
            for (index, member) in records.members.enumerated() {
                let role = try roles.role(index, records) { key in add(key, member.kind) }
                switch role {
                case .field(let place):
                    // A set of bits is enough to find nearly all duplicates.
                    if place < 64 {
                        hasDuplicateKeys = hasDuplicateKeys || seen & 1 << UInt64(place) != 0
                        seen |= 1 << UInt64(place)
                    }
                    if fields.count > Self.mostFields { throw tooManyFields(records) }
                    if noteCount <= Self.sample, !looksLikeHTML, member.kind == .string {
                        looksLikeHTML = HTMLDetection.looksLikeHTML(try records.text(member.value))
                    }
                case .noteType where member.kind == .string:
                    try addType(records.text(member.value), records)
                case .deck where member.kind == .string && decks.count < DelimitedTable.mostDecks:
                    let name = try records.text(member.value)
                    if !name.isEmpty, knownDecks.insert(name).inserted { decks.append(name) }
                default: break
                }
            }
        }
        style = records.scanner.style
        if typeNames.isEmpty { typeNames = [""] }
    }

    /// What a member of a name holds.
    func role(_ key: String) -> Role {
        if let reserved = Self.reserved(key) { return reserved }
        return places[key].map { .field($0) } ?? .other
    }

    /// The place of a note type.
    func typePlace(_ name: String) -> Int { typePlaces[name] ?? 0 }

    /// Adds fields that an edited deck is to have.
    mutating func add(fields names: [String]) {
        for name in names {
            places[name] = fields.count
            fields.append(name)
        }
    }

    private mutating func add(_ key: String, _ kind: JSONScanner.Kind) -> Role? {
        if let reserved = Self.reserved(key) { return reserved }
        if let place = places[key] { return .field(place) }
        // Only a string shows that the member is a field, or nothing where a string may be missing still.
        guard kind == .string || kind == .null else { return nil }
        places[key] = fields.count
        fields.append(key)
        return .field(fields.count - 1)
    }

    private mutating func addType(_ name: String, _ records: JSONRecords) throws(ServiceError) {
        guard typePlaces[name] == nil else { return }
        guard typeNames.count < DelimitedTable.mostTypes else {
            throw records.scanner.place(0).tooLarge(
                in: records.scanner.file,
                "the members \"notetype\" name more than \(DelimitedTable.mostTypes) note types"
            )
        }
        typePlaces[name] = typeNames.count
        typeNames.append(name)
    }

    private func tooManyFields(_ records: JSONRecords) -> ServiceError {
        records.scanner.place(0).tooLarge(
            in: records.scanner.file,
            "the objects have more than \(Self.mostFields) different keys",
            remedy: "the keys are the names of the fields, and should be the same in all objects"
        )
    }

    private static func reserved(_ key: String) -> Role? {
        switch ReservedName(key) {
        case .guid: .guid
        case .notetype: .noteType
        case .deck: .deck
        case .tags: .tags
        case nil: nil
        }
    }
}

/// Remembers what the members hold by their keys as they are written, since most objects have the same in the same
/// order.
struct JSONRoles {
    private var known: [(key: [UInt8], role: JSONSchema.Role)] = []

    private static let most = 256

    /// What a member of the object that was found last holds.
    ///
    /// - Parameters:
    ///   - index: Which member.
    ///   - find: Finds it out, by the key; `nil` when another object may tell.
    mutating func role(
        _ index: Int,
        _ records: JSONRecords,
        find: (String) throws -> JSONSchema.Role?
    ) throws -> JSONSchema.Role {
        let range = records.members[index].key
        let raw = records.scanner.window.bytes(range)
        if index < known.count, known[index].key.count == raw.count, known[index].key.elementsEqual(raw) {
            return known[index].role
        }
        guard let role = try find(records.text(range)) else { return .other }
        if index < known.count {
            known[index] = (Array(raw), role)
        } else if index == known.count, index < Self.most {
            known.append((Array(raw), role))
        }
        return role
    }
}
