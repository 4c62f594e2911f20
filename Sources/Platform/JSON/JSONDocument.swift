/// Reads JSON that people write by hand, and that of programs.
///
/// RFC 8259, strictly, and beyond it only what helps a person who edits a file: `//` comments to the end of the line,
/// `/* */` comments (which do not nest), one trailing comma in an array or object, and a UTF-8 byte order mark at the
/// start; none of that in what a program wrote. The document may be any value, not only an object. Two members of one object with the same key are refused.
/// Keys that differ only in how their accents are encoded count as the same, as they do for `String`.
package enum JSONDocument {
    /// How much the reader takes before it refuses, which bounds its time and memory whatever the file holds.
    package struct Limits: Sendable, Hashable {
        /// The most bytes of a document; checked before anything is read.
        package var bytes: Int

        /// The most arrays and objects open at one time, 1…64.
        ///
        /// Values outside the range are taken as its nearest end: writing, comparing and freeing a tree takes stack for
        /// every level, and 64 levels are known to fit a small thread.
        package var nesting: Int

        /// The most values in a document, where arrays and objects count like every other value.
        package var nodes: Int

        /// The most bytes of a key, as UTF-8 with escapes resolved.
        ///
        /// Comparing strings costs the square of the longest run of combining marks, so an unlimited key could keep the
        /// search for duplicates busy for minutes.
        package var keyBytes: Int

        /// Creates limits: 4 MiB, 64 levels, 100,000 values and keys of 256 bytes unless told otherwise.
        package init(bytes: Int = 4 << 20, nesting: Int = 64, nodes: Int = 100_000, keyBytes: Int = 256) {
            self.bytes = bytes
            self.nesting = nesting
            self.nodes = nodes
            self.keyBytes = keyBytes
        }
    }

    /// Who wrote a document, and so what it may hold.
    package enum Author: Sendable, Hashable {
        /// A person: comments, trailing commas and a byte order mark are allowed.
        case person
        /// A program: RFC 8259 and nothing beyond it.
        case program
    }

    /// Reads a document.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - source: The file's name for messages, for example `parlance.json`.
    ///   - author: Who wrote it.
    ///   - limits: How much to take.
    /// - Returns: The document's one value, with the position of every value and key.
    /// - Throws: ``JSONSyntaxError`` for the first thing that is wrong.
    package static func parse(
        _ bytes: [UInt8],
        source: String,
        author: Author = .person,
        limits: Limits = Limits()
    ) throws(JSONSyntaxError) -> JSONNode {
        try parseTolerated(bytes, source: source, author: author, limits: limits).root
    }

    /// Reads a document, and says where commas stand before a closing bracket and where the first comment is, for who hands it to
    /// stricter readers.
    ///
    /// - Parameters:
    ///   - bytes: The whole file.
    ///   - source: The file's name for messages.
    ///   - author: Who wrote it.
    ///   - limits: How much to take.
    /// - Returns: The document's one value, the places of such commas in file order, and that of the first comment.
    /// - Throws: ``JSONSyntaxError`` for the first thing that is wrong.
    package static func parseTolerated(
        _ bytes: [UInt8],
        source: String,
        author: Author = .person,
        limits: Limits = Limits()
    ) throws(JSONSyntaxError) -> (root: JSONNode, trailingCommas: [JSONPosition], firstComment: JSONPosition?) {
        guard bytes.count <= limits.bytes else {
            throw JSONSyntaxError(
                "the file is \(bytes.count) bytes long, but at most \(limits.bytes) bytes are read",
                at: .start,
                source: source
            )
        }
        try JSONEncodingCheck.check(bytes, source: source)
        var parser = JSONParser(bytes, source: source, author: author, limits: limits)
        let root = try parser.document()
        return (root, parser.trailingCommas, parser.firstComment)
    }
}
