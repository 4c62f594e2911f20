package import LanguageServices

/// One line of JSON lines, of which members can be read and set: an object, and nothing but white space around it.
///
/// What is not set stays as it is written, to the byte: the order of members, white space, escapes, the spelling of
/// numbers, keys that are there twice. Of these the last counts. The limits are those of ``JSONDeck``.
package struct JSONLine {
    /// What a member holds.
    package enum Content: Sendable, Hashable {
        case text(String)
        case null
        /// Something else, as it is written.
        case other(String)
    }

    /// A member that is to be set, or to go.
    package enum Change: Sendable, Hashable {
        /// A string.
        case text(String)
        /// A value that is JSON already, in UTF-8.
        case json([UInt8])
        /// The member goes, however often it is there.
        case remove
    }

    private let bytes: [UInt8]
    private let before: Int
    private let records: JSONRecords
    private let keys: [String]

    /// What a text is called in messages that does not lie in a file, or of which the file is not known any more.
    private struct Name: NamedText {
        let shownName: String
        var encoding: TextEncoding { .utf8 }
    }

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - bytes: The line without the line feed at its end.
    ///   - name: What to call the text that it is from, in messages.
    ///   - number: Its number there, from 1.
    /// - Throws: `ServiceError.Code.invalidRequest` for what is no object, with line and column;
    ///   `ServiceError.Code.limitExceeded` for what is too deep or has too many members.
    package init(_ bytes: [UInt8], name: String, number: Int) throws(ServiceError) {
        let name = Name(shownName: name)
        guard let first = bytes.firstIndex(where: { !Self.isSpace($0) }), bytes[first] == UInt8(ascii: "{") else {
            throw TextPosition(line: number).error(
                in: name,
                "the line is no JSON object",
                remedy: "write each item as an object in a line of its own: {\"text\": \"water\"}"
            )
        }
        let window = TextWindow(bytes)
        // A byte that is no text makes the whole line unreadable to most, whichever member it is in.
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
            throw records.scanner.place(end + odd).error(
                in: name,
                "something follows the object in its line",
                remedy: "write each object in a line of its own"
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

    /// What a member holds; `nil` when there is none.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for bytes that are not UTF-8.
    package func content(of name: String) throws(ServiceError) -> Content? {
        guard let place = keys.lastIndex(where: { Self.isSame($0, name) }) else { return nil }
        let member = records.members[place]
        switch member.kind {
        case .string: return .text(try records.text(member.value))
        case .null: return .null
        default: return .other(String(decoding: records.scanner.window.bytes(member.value), as: UTF8.self))
        }
    }

    /// The line with changes.
    ///
    /// - Parameter members: What to set, by name; what is not there yet is put in behind the last member, in this order.
    package func setting(_ members: [(name: String, change: Change)]) -> [UInt8] {
        var changes = JSONObjectChanges()
        for (name, change) in members {
            let places = keys.indices.filter { Self.isSame(keys[$0], name) }
            if change == .remove {
                for place in places { changes.changed[place] = change }
            } else if let last = places.last {
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

    /// Whether two keys are the same, scalar by scalar, as JSON compares them.
    private static func isSame(_ first: String, _ second: String) -> Bool { first.utf8.elementsEqual(second.utf8) }
}
