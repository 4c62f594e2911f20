package import LanguageServices

/// One line of JSON Lines: a single object whose members can be read and set.
///
/// Everything that is not set is preserved byte for byte: the order of members, white space, escapes, number formats
/// and duplicate keys, of which the last one is used. The limits are the same as for ``JSONDeck``.
package struct JSONLine {
    /// The content of a member.
    package enum Content: Sendable, Hashable {
        case text(String)
        case null
        /// Another value as JSON text.
        case other(String)
    }

    /// The change to a member.
    package enum Change: Sendable, Hashable {
        /// A string.
        case text(String)
        /// JSON text in UTF-8.
        case json([UInt8])
        /// Removes the member and its duplicates.
        case remove
    }

    private let bytes: [UInt8]
    private let before: Int
    private let records: JSONRecords
    private let keys: [String]

    /// The name of a text that is not from a file, or whose file is unknown.
    private struct Name: NamedText {
        let displayName: String
        var encoding: TextEncoding { .utf8 }
    }

    /// Parses a line.
    ///
    /// - Parameters:
    ///   - bytes: The line without its line feed.
    ///   - name: The name of the text, for messages.
    ///   - number: The line number, from 1.
    /// - Throws: `ServiceError.Code.invalidRequest`, with line and column, if it is not an object;
    ///   `ServiceError.Code.limitExceeded` if it is nested too deeply or has too many members.
    package init(_ bytes: [UInt8], name: String, number: Int) throws(ServiceError) {
        let name = Name(displayName: name)
        guard let first = bytes.firstIndex(where: { !Self.isSpace($0) }), bytes[first] == UInt8(ascii: "{") else {
            throw TextPosition(line: number).error(
                in: name,
                "the line is not a JSON object",
                remedy: "write each item as an object on its own line: {\"text\": \"water\"}"
            )
        }
        let window = TextWindow(bytes)
        // Most readers reject a line with invalid UTF-8 in any member.
        let all = window.bytes(0..<window.count)
        if StrictUTF8.text(all) == nil, let mistake = StrictUTF8.firstMistake(all) {
            throw TextPosition(of: mistake, in: all, from: TextPosition(line: number)).notText(in: name)
        }
        var records = try JSONRecords(window, file: name, isLines: true, firstLine: number)
        do {
            _ = try records.next()
        } catch {
            throw ServiceError(error)
        }
        let end = records.object.count
        let rest = window.bytes(end..<window.count)
        if let odd = rest.firstIndex(where: { !Self.isSpace($0) }) {
            throw records.scanner.textPosition(at: end + odd).error(
                in: name,
                "the line has more text after the object",
                remedy: "write each object on its own line"
            )
        }
        var keys: [String] = []
        keys.reserveCapacity(records.members.count)
        for member in records.members { keys.append(try records.text(member.key)) }
        self.bytes = bytes
        self.records = records
        self.keys = keys
        before = bytes.count - window.count
    }

    /// The content of a member; `nil` if it does not exist.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for invalid UTF-8.
    package func content(of name: String) throws(ServiceError) -> Content? {
        guard let index = keys.lastIndex(where: { Self.isSame($0, name) }) else { return nil }
        let member = records.members[index]
        switch member.kind {
        case .string: return .text(try records.text(member.value))
        case .null: return .null
        default: return .other(String(decoding: records.scanner.window.bytes(member.value), as: UTF8.self))
        }
    }

    /// The line with the changes applied.
    ///
    /// - Parameter members: The changes by name; missing members are appended in this order.
    package func setting(_ members: [(name: String, change: Change)]) -> [UInt8] {
        var changes = JSONObjectChanges()
        for (name, change) in members {
            let indices = keys.indices.filter { Self.isSame(keys[$0], name) }
            if change == .remove {
                for index in indices { changes.changed[index] = change }
            } else if let last = indices.last {
                changes.changed[last] = changes.changed[last] == .remove ? .remove : change
            } else {
                changes.added.append((name, change))
            }
        }
        let object = records.object
        return bytes[..<before] + changes.applied(to: object, records.members, style: records.scanner.style)
            + bytes[min(before + object.count, bytes.count)...]
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D }

    /// Whether two keys are equal by scalar, as in JSON.
    private static func isSame(_ first: String, _ second: String) -> Bool { first.utf8.elementsEqual(second.utf8) }
}
