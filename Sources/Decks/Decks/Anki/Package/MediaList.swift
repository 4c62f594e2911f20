import Database
import LanguageServices

/// A list that maps the numbered media entries of a package to their file names.
struct MediaList: Sendable {
    /// A media file in the list.
    struct Item: Sendable {
        /// The name used in notes.
        var name: String

        /// The name of its zip entry.
        var entry: String

        /// Its size in bytes and its SHA-1, if the list contains them.
        var size: Int?
        var hash: [UInt8]?
    }

    /// The encoding of the list.
    enum Form: Sendable {
        /// A JSON object that maps numbers to names.
        case json
        /// A Protocol Buffers message, compressed with Zstandard: `MediaEntries`, whose repeated field 1 has the name
        /// (1), the size (2) and the SHA-1 (3). The index in the list is the entry number.
        case message
    }

    let form: Form
    private(set) var items: [Item] = []

    /// The original list, to which new entries are appended.
    private let bytes: [UInt8]

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - bytes: The unpacked list; empty if there is none.
    ///   - form: The encoding.
    ///   - package: The package that contains it.
    ///   - limits: The limits for values.
    init(_ bytes: [UInt8], form: Form, package: String, limits: PackageLimits) throws(ServiceError) {
        self.form = form
        self.bytes = bytes
        if bytes.isEmpty { return }
        switch form {
        case .json: items = try Self.json(bytes, package, limits)
        case .message:
            do throws(ProtocolBuffer.Malformed) {
                items = try Self.message(bytes)
            } catch {
                throw PackageFailure.damaged(package, "its media list cannot be read")
            }
        }
        for item in items where !Self.isSafe(item.name) {
            throw PackageFailure.damaged(
                package,
                "its media list has the name \(Self.abbreviated(item.name)), which points outside the media folder",
                remedy: "do not trust this file; Anki does not create such names"
            )
        }
    }

    /// The list with files appended.
    func appending(_ new: [Item]) -> [UInt8] {
        switch form {
        case .json:
            let members = (items + new).map { "\(Self.quoted($0.entry)):\(Self.quoted($0.name))" }
            return Array("{\(members.joined(separator: ","))}".utf8)
        case .message:
            return new.reduce(into: bytes) { list, item in
                var entry: [UInt8] = []
                ProtocolBuffer.append(Array(item.name.utf8), as: 1, to: &entry)
                ProtocolBuffer.append(UInt64(clamping: item.size ?? 0), as: 2, to: &entry)
                ProtocolBuffer.append(item.hash ?? [], as: 3, to: &entry)
                ProtocolBuffer.append(entry, as: 1, to: &list)
            }
        }
    }

    /// The number of the next file.
    var nextNumber: Int {
        switch form {
        case .json:
            let last = items.compactMap { Int($0.entry) }.max() ?? -1
            return last == .max ? last : last + 1
        case .message: return items.count
        }
    }

    private static func json(_ bytes: [UInt8], _ package: String, _ limits: PackageLimits) throws(ServiceError)
        -> [Item]
    {
        // SQLite parses JSON with a bounded nesting depth.
        let database = try CollectionDatabase.open(nil, isWritable: true, package: package, limits: limits)
        let check = try database.prepare("SELECT json_valid(?1) AND json_type(iif(json_valid(?1), ?1, '0')) = 'object'")
        try check.bind(1, text: bytes)
        guard try check.step(), check.integer(0) == 1 else {
            throw PackageFailure.damaged(package, "its media list is not a JSON object")
        }
        // SQLite ends a string at NUL, which would change the name.
        guard !String(decoding: bytes, as: UTF8.self).contains("\\u0000") else {
            throw PackageFailure.damaged(
                package,
                "its media list has a name with a NUL character, which possibly points outside the media folder"
            )
        }
        let statement = try database.prepare("SELECT key, value, type FROM json_each(?)")
        try statement.bind(1, text: bytes)
        var items: [Item] = []
        while try statement.step() {
            guard statement.text(2) == "text" else {
                throw PackageFailure.damaged(package, "its media list contains a value that is not a name")
            }
            items.append(Item(name: statement.text(1), entry: statement.text(0)))
        }
        return items
    }

    private static func message(_ bytes: [UInt8]) throws(ProtocolBuffer.Malformed) -> [Item] {
        var items: [Item] = []
        var list = ProtocolBuffer(bytes[...])
        while let field = try list.next() {
            guard field.number == 1, case .bytes(let entry) = field.value else { continue }
            var item = Item(name: "", entry: "\(items.count)")
            var parts = ProtocolBuffer(entry)
            while let part = try parts.next() {
                switch (part.number, part.value) {
                case (1, .bytes(let name)): item.name = String(decoding: name, as: UTF8.self)
                case (2, .number(let size)): item.size = Int(exactly: size)
                case (3, .bytes(let hash)) where hash.count == 20: item.hash = Array(hash)
                default: break
                }
            }
            items.append(item)
        }
        return items
    }

    /// Whether a name refers to a file within the media folder on every system.
    private static func isSafe(_ name: String) -> Bool {
        ZipEntry.isSafe(name) && !name.contains("/") && name != "."
    }

    private static func abbreviated(_ name: String) -> String { quoted(String(name.prefix(100))) }

    /// A JSON string (RFC 8259).
    static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}
