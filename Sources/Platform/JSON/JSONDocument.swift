/// Parses JSON that was written by hand or by a program.
///
/// The format is strict RFC 8259. Hand-written documents may also contain `//` comments to the end of the line, `/* */`
/// comments (which do not nest), one trailing comma in an array or object, and a UTF-8 byte order mark. The top-level
/// value may be of any type, not only an object. Duplicate keys in an object are an error. As with `String`, keys that
/// differ only in Unicode normalization are equal.
package enum JSONDocument {
    /// The parser's limits, which bound time and memory for any input.
    package struct Limits: Sendable, Hashable {
        /// The maximum size of a document in bytes; checked before parsing.
        package var bytes: Int

        /// The maximum nesting depth of arrays and objects, 1…64.
        ///
        /// Values outside this range are clamped. Writing, comparing and freeing a tree use stack space for every
        /// level, and 64 levels are known to fit on the stack of a small thread.
        package var nesting: Int

        /// The maximum number of values in a document, including arrays and objects.
        package var nodes: Int

        /// The maximum size of a key in bytes, in UTF-8, with escapes decoded.
        ///
        /// String comparison takes quadratic time for runs of combining marks, so without this limit the search for
        /// duplicate keys could take minutes.
        package var keyBytes: Int

        /// Creates limits; the defaults are 4 MiB, 64 levels, 100,000 values and 256 bytes per key.
        package init(bytes: Int = 4 << 20, nesting: Int = 64, nodes: Int = 100_000, keyBytes: Int = 256) {
            self.bytes = bytes
            self.nesting = nesting
            self.nodes = nodes
            self.keyBytes = keyBytes
        }
    }

    /// The author of a document, which determines the accepted extensions.
    package enum Author: Sendable, Hashable {
        /// A person: comments, trailing commas and a byte order mark are accepted.
        case person
        /// A program: strict RFC 8259.
        case program
    }

    /// Parses a document.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - source: The file's name for messages, for example `parlance.json`.
    ///   - author: The author of the document.
    ///   - limits: The limits.
    /// - Returns: The document's value, with the position of every value and key.
    /// - Throws: ``JSONSyntaxError`` for the first error.
    package static func parse(
        _ bytes: [UInt8],
        source: String,
        author: Author = .person,
        limits: Limits = Limits()
    ) throws(JSONSyntaxError) -> JSONNode {
        try parseTolerated(bytes, source: source, author: author, limits: limits).root
    }

    /// Parses a document and reports trailing commas and the first comment, for callers that pass it to stricter
    /// parsers.
    ///
    /// - Parameters:
    ///   - bytes: The complete file.
    ///   - source: The file's name for messages.
    ///   - author: The author of the document.
    ///   - limits: The limits.
    /// - Returns: The document's value, the positions of trailing commas in file order, and the position of the first
    ///   comment, if any.
    /// - Throws: ``JSONSyntaxError`` for the first error.
    package static func parseTolerated(
        _ bytes: [UInt8],
        source: String,
        author: Author = .person,
        limits: Limits = Limits()
    ) throws(JSONSyntaxError) -> (root: JSONNode, trailingCommas: [JSONPosition], firstComment: JSONPosition?) {
        guard bytes.count <= limits.bytes else {
            throw JSONSyntaxError(
                "the file has \(bytes.count) bytes; the limit is \(limits.bytes)",
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
