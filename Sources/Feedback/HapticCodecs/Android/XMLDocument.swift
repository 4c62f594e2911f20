import CExpat
import JSON
import LanguageServices

/// An element of an XML document.
struct XMLElement {
    /// The name as written.
    var name: String
    /// The attributes in file order, without duplicates.
    var attributes: [(name: String, value: String)] = []
    /// The child elements. Text between them is not kept.
    var children: [XMLElement] = []
    /// The position of its `<`.
    var position: JSONPosition

    /// The value of an attribute.
    subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }
}

/// Reads the XML of vibration files: elements and attributes, parsed by expat.
///
/// Document types and CDATA are rejected, so no entities are defined and nothing is fetched. Comments and processing
/// instructions are skipped. Text between elements must be white space.
enum XMLDocument {
    /// The limits for a document.
    enum Limits {
        /// The maximum size in bytes.
        static let bytes = 4 << 20
        /// The maximum nesting depth.
        static let depth = 16
        /// The maximum number of elements.
        static let elements = 100_000
        /// The maximum number of attributes in an element.
        static let attributes = 32
        /// The maximum length of a name or value, in bytes.
        static let length = 1024
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Reads a document in UTF-8.
    ///
    /// - Returns: The root element.
    /// - Throws: `ServiceError.Code.invalidRequest` with line and column for the first error,
    ///   `ServiceError.Code.limitExceeded` when ``Limits`` are exceeded, `ServiceError.Code.unavailable` when expat is
    ///   missing.
    static func read(_ bytes: [UInt8]) throws(ServiceError) -> XMLElement {
        if let reason = cexpat_load_failure() {
            throw ServiceError(
                .unavailable,
                "cannot read XML: libexpat cannot be loaded: \(String(cString: reason))",
                remedy: "install it: apt-get install libexpat1"
            )
        }
        guard bytes.count <= Limits.bytes else {
            throw ServiceError(.limitExceeded, "the document is larger than \(Limits.bytes >> 20) MiB")
        }
        // expat would count a byte order mark as a column.
        let skipped = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        let builder = XMLBuilder(skipped: skipped)
        let context = Unmanaged.passUnretained(builder).toOpaque()
        let problem = withExtendedLifetime(builder) { parse(bytes[skipped...], context) }
        if let failure = builder.failure { throw failure }
        if let problem {
            throw ServiceError(
                .invalidRequest,
                "\(builder.jsonPosition(problem.position)): \(String(cString: problem.text))"
            )
        }
        guard let root = builder.root else { throw ServiceError(.invalidRequest, "1:1: the document has no element") }
        return root
    }

    /// Runs expat, passing the builder through a pointer.
    ///
    /// - Returns: The error from expat and its position.
    private static func parse(
        _ bytes: ArraySlice<UInt8>,
        _ context: UnsafeMutableRawPointer
    ) -> (text: UnsafePointer<CChar>, position: cexpat_position)? {
        var handler = cexpat_handler(
            context: context,
            start: { XMLBuilder.of($0).start(String(cString: $1), $2, $3) ? 1 : 0 },
            end: { XMLBuilder.of($0).end() ? 1 : 0 },
            text: { XMLBuilder.of($0).text(UnsafeRawBufferPointer(start: $1, count: Int($2)), $3) ? 1 : 0 },
            other: { XMLBuilder.of($0).other(UnsafeRawBufferPointer(start: $1, count: Int($2)), $3) ? 1 : 0 }
        )
        var position = cexpat_position()
        let text = bytes.withUnsafeBufferPointer { buffer in
            // An empty document has no base address.
            buffer.baseAddress.flatMap { cexpat_parse($0, Int32(clamping: buffer.count), &handler, &position) }
        }
        return text.map { ($0, position) }
    }
}

/// Builds elements from expat's events; each handler returns whether to continue.
private final class XMLBuilder {
    private typealias Limits = XMLDocument.Limits

    private let skipped: Int
    /// The open elements, as a stack, which avoids recursion.
    private var open: [XMLElement] = []
    private var count = 0
    private(set) var root: XMLElement?
    /// The first error that expat itself does not detect.
    private(set) var failure: ServiceError?

    init(skipped: Int) { self.skipped = skipped }

    static func of(_ context: UnsafeMutableRawPointer) -> XMLBuilder {
        Unmanaged<XMLBuilder>.fromOpaque(context).takeUnretainedValue()
    }

    func jsonPosition(_ position: cexpat_position) -> JSONPosition {
        JSONPosition(line: Int(position.line), column: Int(position.column), offset: Int(position.offset) + skipped)
    }

    func start(
        _ name: String,
        _ attributes: UnsafePointer<UnsafePointer<CChar>?>,
        _ position: cexpat_position
    ) -> Bool {
        count += 1
        guard count <= Limits.elements else {
            return refuse(position, .limitExceeded, "the document has more than \(Limits.elements) elements")
        }
        guard open.count < Limits.depth else {
            return refuse(position, .limitExceeded, "elements are nested more than \(Limits.depth) levels deep")
        }
        var element = XMLElement(name: name, position: jsonPosition(position))
        var next = attributes
        while let key = next[0], let value = next[1] {
            element.attributes.append((String(cString: key), String(cString: value)))
            next += 2
        }
        guard element.attributes.count <= Limits.attributes else {
            return refuse(position, .limitExceeded, "an element has more than \(Limits.attributes) attributes")
        }
        let longest = element.attributes.reduce(name.utf8.count) { max($0, $1.name.utf8.count, $1.value.utf8.count) }
        guard longest <= Limits.length else {
            return refuse(position, .invalidRequest, "a name or a value is longer than \(Limits.length) bytes")
        }
        open.append(element)
        return true
    }

    func end() -> Bool {
        // expat calls the end handler for an empty element even if the start handler stopped the parser.
        guard failure == nil, let element = open.popLast() else { return false }
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
        return true
    }

    func text(_ bytes: UnsafeRawBufferPointer, _ position: cexpat_position) -> Bool {
        guard let first = bytes.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return true }
        var position = position
        // expat reports each line break as a separate piece of text, so every piece lies on a single line.
        position.column += Int64(first)
        return refuse(position, .invalidRequest, "expected an element, found text")
    }

    func other(_ bytes: UnsafeRawBufferPointer, _ position: cexpat_position) -> Bool {
        if bytes.starts(with: "<!DOCTYPE".utf8) {
            return refuse(position, .invalidRequest, "document types are not supported", remedy: "remove <!DOCTYPE>")
        }
        if bytes.starts(with: "<![CDATA[".utf8) {
            return refuse(position, .invalidRequest, "CDATA is not supported", remedy: "remove the CDATA section")
        }
        return true
    }

    private func refuse(
        _ position: cexpat_position,
        _ code: ServiceError.Code,
        _ message: String,
        remedy: String? = nil
    ) -> Bool {
        failure = failure ?? ServiceError(code, "\(jsonPosition(position)): \(message)", remedy: remedy)
        return false
    }
}
