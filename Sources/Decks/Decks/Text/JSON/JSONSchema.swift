import LanguageServices
import ServiceRegistry

/// What the objects of a JSON deck have in common, found out by reading all of them once.
struct JSONSchema: Sendable {
    /// What a member holds.
    enum Role: Sendable, Hashable {
        case field(Int)
        case reserved(ReservedName)
        /// Something that no object has as a string: it is left alone.
        case other
    }

    /// The note types and decks of the objects.
    private(set) var names = NoteNames()
    private(set) var noteCount = 0
    private(set) var hasDuplicateKeys = false
    /// Whether one of the first objects has a field that looks like HTML.
    private(set) var looksLikeHTML = false
    private(set) var style = JSONStringStyle()
    private var keys = OrderedNames<String>()

    var fields: [String] { keys.all }

    /// How many objects are looked at for HTML, as many as rows of a table.
    private static let sample = 40

    /// How many fields a deck may have.
    static let mostFields = 1_000

    /// Reads a deck.
    init(_ file: DeckFile, isLines: Bool) throws {
        var records = try JSONRecords(TextWindow(try file.open()), file: file, isLines: isLines)
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
                case .reserved(.noteType) where member.kind == .string:
                    guard names.addType(try records.text(member.value)) else {
                        throw records.scanner.place(0).tooLarge(
                            in: file,
                            "the members \"notetype\" name more than \(NoteNames.mostTypes) note types"
                        )
                    }
                case .reserved(.deck) where member.kind == .string:
                    names.addDeck(try records.text(member.value))
                default: break
                }
            }
        }
        style = records.scanner.style
    }

    /// What a member of a name holds.
    func role(_ key: String) -> Role {
        if let reserved = ReservedName(key) { return .reserved(reserved) }
        return keys[key].map { .field($0) } ?? .other
    }

    /// Adds fields that an edited deck is to have.
    mutating func add(fields names: [String]) {
        for name in names { keys.add(name) }
    }

    private mutating func add(_ key: String, _ kind: JSONScanner.Kind) -> Role? {
        if let reserved = ReservedName(key) { return .reserved(reserved) }
        // Only a string shows that the member is a field, or nothing where a string may be missing still.
        guard keys[key] != nil || kind == .string || kind == .null else { return nil }
        return .field(keys.add(key))
    }

    private func tooManyFields(_ records: JSONRecords) -> ServiceError {
        records.scanner.place(0).tooLarge(
            in: records.scanner.file,
            "the objects have more than \(Self.mostFields) different keys",
            remedy: "the keys are the names of the fields, and should be the same in all objects"
        )
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
