import LanguageServices
import ServiceRegistry

/// The common structure of the objects in a JSON deck, determined by reading all of them once.
struct JSONSchema: Sendable {
    /// The role of a member.
    enum Role: Sendable, Hashable {
        case field(Int)
        case reserved(ReservedName)
        /// A member that is not a string in any object; it is preserved.
        case other
    }

    /// The note types and decks named in the objects.
    private(set) var names = NoteNames()
    private(set) var noteCount = 0
    private(set) var hasDuplicateKeys = false
    /// Whether one of the first objects has a field that looks like HTML.
    private(set) var looksLikeHTML = false
    private(set) var style = JSONStringStyle()
    private var keys = OrderedNames<String>()

    var fields: [String] { keys.all }

    /// The number of objects sampled for HTML, the same as the number of rows sampled in a table.
    private static let sample = 40

    /// The maximum number of fields in a deck.
    static let maximumFields = 1_000

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
                case .field(let index):
                    // A bit set detects nearly all duplicates.
                    if index < 64 {
                        hasDuplicateKeys = hasDuplicateKeys || seen & 1 << UInt64(index) != 0
                        seen |= 1 << UInt64(index)
                    }
                    if fields.count > Self.maximumFields { throw tooManyFields(records) }
                    if noteCount <= Self.sample, !looksLikeHTML, member.kind == .string {
                        looksLikeHTML = HTMLDetection.looksLikeHTML(try records.text(member.value))
                    }
                case .reserved(.noteType) where member.kind == .string:
                    guard names.addType(try records.text(member.value)) else {
                        throw records.scanner.textPosition(at: 0).tooLarge(
                            in: file,
                            "the members named \"notetype\" have more than \(NoteNames.maximumTypes) note types"
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

    /// The role of a member by its name.
    func role(_ key: String) -> Role {
        if let reserved = ReservedName(key) { return .reserved(reserved) }
        return keys[key].map { .field($0) } ?? .other
    }

    /// Adds fields for an edited deck.
    mutating func add(fields names: [String]) {
        for name in names { keys.add(name) }
    }

    private mutating func add(_ key: String, _ kind: JSONScanner.Kind) -> Role? {
        if let reserved = ReservedName(key) { return .reserved(reserved) }
        // Only a string shows that the member is a field; after `null`, it is still undecided.
        guard keys[key] != nil || kind == .string || kind == .null else { return nil }
        return .field(keys.add(key))
    }

    private func tooManyFields(_ records: JSONRecords) -> ServiceError {
        records.scanner.textPosition(at: 0).tooLarge(
            in: records.scanner.file,
            "the objects have more than \(Self.maximumFields) different keys",
            remedy: "keys are field names and should be the same in all objects"
        )
    }
}

/// Caches the roles of members by their raw keys, since most objects have the same keys in the same order.
struct JSONRoles {
    private var known: [(key: [UInt8], role: JSONSchema.Role)] = []

    private static let most = 256

    /// The role of a member of the current object.
    ///
    /// - Parameters:
    ///   - index: The index of the member.
    ///   - find: Determines the role by the key; `nil` if a later object may determine it.
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
