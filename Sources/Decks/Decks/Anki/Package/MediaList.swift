import Database
import LanguageServices

/// The list that says under which names the media files of a package are known; in the zip they are called by numbers.
struct MediaList: Sendable {
    /// A media file of the list.
    struct Item: Sendable {
        /// The name by which notes call it.
        var name: String

        /// The name of its entry in the zip.
        var entry: String

        /// How many bytes it has and their SHA-1, where the list says so.
        var size: Int?
        var hash: [UInt8]?
    }

    /// How the list is written.
    enum Form: Sendable {
        /// A JSON object of names by numbers.
        case json
        /// A message of Protocol Buffers, compressed with Zstandard: `MediaEntries`, whose field 1 is repeated and has the
        /// name as its field 1, the size as 2 and the SHA-1 as 3. The place in the list is the number.
        case message
    }

    let form: Form
    private(set) var items: [Item] = []

    /// The list as it was read, to which a message is appended.
    private let bytes: [UInt8]

    /// Reads a list.
    ///
    /// - Parameters:
    ///   - bytes: The unpacked list, empty when there is none.
    ///   - form: How it is written.
    ///   - package: The package that it is of.
    ///   - limits: How large a value may be.
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
                "its media list has the name \(Self.shown(item.name)), which leads out of the media folder",
                remedy: "do not trust this file; Anki makes no such names"
            )
        }
    }

    /// The list with more files.
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

    /// The number that the next file has.
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
        // SQLite reads JSON without recursion that a list could exhaust.
        let database = try CollectionDatabase.open(nil, isWritable: true, package: package, limits: limits)
        let check = try database.prepare("SELECT json_valid(?1) AND json_type(iif(json_valid(?1), ?1, '0')) = 'object'")
        try check.bind(1, text: bytes)
        guard try check.step(), check.integer(0) == 1 else {
            throw PackageFailure.damaged(package, "its media list is no JSON object")
        }
        // SQLite ends a text there, and the name would be another.
        guard !String(decoding: bytes, as: UTF8.self).contains("\\u0000") else {
            throw PackageFailure.damaged(
                package,
                "its media list has a name with a NUL, which leads out of the media folder"
            )
        }
        let statement = try database.prepare("SELECT key, value, type FROM json_each(?)")
        try statement.bind(1, text: bytes)
        var items: [Item] = []
        while try statement.step() {
            guard statement.text(2) == "text" else {
                throw PackageFailure.damaged(package, "its media list has something else than a name")
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

    /// Whether a name is one of a file in the media folder, wherever that may be.
    private static func isSafe(_ name: String) -> Bool {
        ZipEntry.isSafe(name) && !name.contains("/") && name != "."
    }

    private static func shown(_ name: String) -> String { quoted(String(name.prefix(100))) }

    /// A text as JSON has it (RFC 8259).
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
