import CExpat
import JSON
import LanguageServices

/// An element of an XML document.
struct XMLElement {
    /// The name, as it is written.
    var name: String
    /// The attributes in the order of the file; no two have the same name.
    var attributes: [(name: String, value: String)] = []
    /// The elements in it. Text between them is not kept.
    var children: [XMLElement] = []
    /// Where its `<` stands.
    var position: JSONPosition

    /// The value of an attribute.
    subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }
}

/// Reads the XML that vibrations are written in: elements and attributes, by expat.
///
/// A document type and CDATA are refused, so no entity is defined and nothing is fetched. Comments and processing
/// instructions are skipped. Text between elements must be white space.
enum XMLDocument {
    /// How much is read before a document is refused.
    enum Limits {
        /// The most bytes.
        static let bytes = 4 << 20
        /// The most elements within each other.
        static let depth = 16
        /// The most elements.
        static let elements = 100_000
        /// The most attributes of an element.
        static let attributes = 32
        /// The most bytes of a name or a value.
        static let length = 1024
    }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

    /// Reads a document in UTF-8.
    ///
    /// - Returns: Its root.
    /// - Throws: `ServiceError.Code.invalidRequest` with line and column for the first thing that is wrong,
    ///   `ServiceError.Code.limitExceeded` for more than ``Limits`` allow, `ServiceError.Code.unavailable` without expat.
    static func read(_ bytes: [UInt8]) throws(ServiceError) -> XMLElement {
        if let reason = cexpat_load_failure() {
            throw ServiceError(
                .unavailable,
                "XML cannot be read, since libexpat cannot be loaded: \(String(cString: reason))",
                remedy: "install it: apt-get install libexpat1"
            )
        }
        guard bytes.count <= Limits.bytes else {
            throw ServiceError(.limitExceeded, "the document is larger than \(Limits.bytes >> 20) MiB")
        }
        // expat would count the mark as a column.
        let skipped = bytes.starts(with: byteOrderMark) ? byteOrderMark.count : 0
        let builder = XMLBuilder(skipped: skipped)
        let context = Unmanaged.passUnretained(builder).toOpaque()
        let problem = withExtendedLifetime(builder) { parse(bytes[skipped...], context) }
        if let failure = builder.failure { throw failure }
        if let problem {
            throw ServiceError(.invalidRequest, "\(builder.place(problem.position)): \(String(cString: problem.text))")
        }
        guard let root = builder.root else { throw ServiceError(.invalidRequest, "1:1: there is no element") }
        return root
    }

    /// Lets expat call the builder that a pointer stands for.
    ///
    /// - Returns: What expat refuses, and where.
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
            // No document has no base address.
            buffer.baseAddress.flatMap { cexpat_parse($0, Int32(clamping: buffer.count), &handler, &position) }
        }
        return text.map { ($0, position) }
    }
}

/// Makes elements of what expat finds; each step returns whether it goes on.
private final class XMLBuilder {
    private typealias Limits = XMLDocument.Limits

    private let skipped: Int
    /// The elements that have not ended, in a list, so that depth costs no stack.
    private var open: [XMLElement] = []
    private var count = 0
    private(set) var root: XMLElement?
    /// The first thing that is wrong beyond what expat refuses.
    private(set) var failure: ServiceError?

    init(skipped: Int) { self.skipped = skipped }

    static func of(_ context: UnsafeMutableRawPointer) -> XMLBuilder {
        Unmanaged<XMLBuilder>.fromOpaque(context).takeUnretainedValue()
    }

    func place(_ position: cexpat_position) -> JSONPosition {
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
        var element = XMLElement(name: name, position: place(position))
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
        // expat ends an empty element even when its start has stopped it.
        guard failure == nil, let element = open.popLast() else { return false }
        if open.isEmpty { root = element } else { open[open.count - 1].children.append(element) }
        return true
    }

    func text(_ bytes: UnsafeRawBufferPointer, _ position: cexpat_position) -> Bool {
        guard let first = bytes.firstIndex(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) else { return true }
        var position = position
        // A line break is a text of its own, so what is before is in the same line.
        position.column += Int64(first)
        return refuse(position, .invalidRequest, "there is text, and an element should be")
    }

    func other(_ bytes: UnsafeRawBufferPointer, _ position: cexpat_position) -> Bool {
        if bytes.starts(with: "<!DOCTYPE".utf8) {
            return refuse(position, .invalidRequest, "a document type is not read", remedy: "delete it")
        }
        if bytes.starts(with: "<![CDATA[".utf8) {
            return refuse(position, .invalidRequest, "CDATA is not read", remedy: "delete it")
        }
        return true
    }

    private func refuse(
        _ position: cexpat_position,
        _ code: ServiceError.Code,
        _ message: String,
        remedy: String? = nil
    ) -> Bool {
        failure = failure ?? ServiceError(code, "\(place(position)): \(message)", remedy: remedy)
        return false
    }
}
