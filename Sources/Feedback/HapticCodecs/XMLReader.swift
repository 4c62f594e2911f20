import JSON
import LanguageServices

/// Reads the XML that vibrations are written in: elements and attributes.
///
/// A document type, entities other than the five of XML and numeric ones, and CDATA are refused, so nothing grows and nothing is
/// fetched. Comments and processing instructions are passed over. Text between elements must be white space.
struct XMLReader {
    /// How much is read before the reader refuses.
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

    private let bytes: [UInt8]
    private var offset = 0
    private var line = 1
    private var lineStart = 0
    private var continuations = 0
    private var count = 0

    /// Reads a document.
    ///
    /// - Returns: Its root.
    /// - Throws: `ServiceError.Code.invalidRequest` with line and column for the first thing that is wrong,
    ///   `ServiceError.Code.limitExceeded` for more than ``Limits`` allow.
    static func read(_ bytes: [UInt8]) throws(ServiceError) -> XMLElement {
        guard bytes.count <= Limits.bytes else {
            throw ServiceError(.limitExceeded, "the document is larger than \(Limits.bytes >> 20) MiB")
        }
        var reader = XMLReader(bytes)
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw reader.failure("the text is not valid UTF-8")
        }
        try reader.skipMisc()
        let root = try reader.document()
        try reader.skipMisc()
        guard reader.peek == nil else { throw reader.failure("there is something behind the end of the document") }
        return root
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
            offset = 3
            lineStart = 3
        }
    }

    private var peek: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    private var position: JSONPosition {
        JSONPosition(line: line, column: offset - lineStart - continuations + 1, offset: offset)
    }

    private func failure(_ message: String, remedy: String? = nil) -> ServiceError {
        ServiceError(.invalidRequest, "\(position): \(message)", remedy: remedy)
    }

    private mutating func advance(_ distance: Int = 1) {
        for _ in 0..<distance where offset < bytes.count {
            let byte = bytes[offset]
            offset += 1
            if byte == UInt8(ascii: "\n") || (byte == UInt8(ascii: "\r") && peek != UInt8(ascii: "\n")) {
                line += 1
                lineStart = offset
                continuations = 0
            } else if byte & 0xC0 == 0x80 {
                continuations += 1
            }
        }
    }

    private func isNext(_ text: StaticString) -> Bool {
        guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
        return text.withUTF8Buffer { $0.elementsEqual(bytes[offset..<(offset + text.utf8CodeUnitCount)]) }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    private mutating func skipSpace() {
        while let byte = peek, Self.isSpace(byte) { advance() }
    }

    /// Passes white space, comments and processing instructions.
    private mutating func skipMisc() throws(ServiceError) {
        while true {
            skipSpace()
            if isNext("<!--") {
                try skip(to: "-->", what: "comment")
            } else if isNext("<?") {
                try skip(to: "?>", what: "processing instruction")
            } else if isNext("<!DOCTYPE") {
                throw failure("a document type is not read", remedy: "delete it")
            } else if isNext("<![CDATA[") {
                throw failure("CDATA is not read", remedy: "delete it")
            } else {
                return
            }
        }
    }

    private mutating func skip(to end: StaticString, what: String) throws(ServiceError) {
        let start = self
        advance(2)
        while !isNext(end) {
            guard peek != nil else { throw start.failure("the \(what) does not end") }
            advance()
        }
        advance(end.utf8CodeUnitCount)
    }

    /// Reads the root and all in it; the open elements are in a list, so that depth costs no stack.
    private mutating func document() throws(ServiceError) -> XMLElement {
        guard peek == UInt8(ascii: "<") else { throw failure("there is no element") }
        var open: [XMLElement] = []
        while true {
            try skipMisc()
            guard peek == UInt8(ascii: "<") else {
                throw peek == nil
                    ? failure("the element <\(open.last?.name ?? "")> does not end")
                    : failure("there is text, and an element should be")
            }
            var complete: XMLElement?
            if isNext("</") {
                advance(2)
                let name = try self.name()
                skipSpace()
                guard peek == UInt8(ascii: ">") else { throw failure("'>' is missing") }
                guard let last = open.popLast(), last.name == name else {
                    throw failure("</\(JSONExcerpt.escaped(name))> ends no element that is open")
                }
                advance()
                complete = last
            } else {
                let (element, isEmpty) = try startTag(depth: open.count)
                if isEmpty { complete = element } else { open.append(element) }
            }
            guard let complete else { continue }
            guard !open.isEmpty else { return complete }
            open[open.count - 1].children.append(complete)
        }
    }

    private mutating func startTag(depth: Int) throws(ServiceError) -> (element: XMLElement, isEmpty: Bool) {
        let start = position
        count += 1
        guard count <= Limits.elements else {
            throw ServiceError(.limitExceeded, "\(start): the document has more than \(Limits.elements) elements")
        }
        guard depth < Limits.depth else {
            throw ServiceError(.limitExceeded, "\(start): elements are nested more than \(Limits.depth) levels deep")
        }
        advance()
        var element = XMLElement(name: try name(), position: start)
        while true {
            let before = offset
            skipSpace()
            if isNext("/>") {
                advance(2)
                return (element, true)
            }
            if peek == UInt8(ascii: ">") {
                advance()
                return (element, false)
            }
            guard offset > before else {
                throw failure("the element <\(JSONExcerpt.escaped(element.name))> does not end")
            }
            let name = try name()
            guard element[name] == nil else {
                throw failure("the attribute \(JSONExcerpt.quoted(name)) is there twice")
            }
            guard element.attributes.count < Limits.attributes else {
                throw ServiceError(
                    .limitExceeded,
                    "\(position): an element has more than \(Limits.attributes) attributes"
                )
            }
            skipSpace()
            guard peek == UInt8(ascii: "=") else { throw failure("'=' is missing behind the name of an attribute") }
            advance()
            skipSpace()
            element.attributes.append((name, try value()))
        }
    }

    private mutating func name() throws(ServiceError) -> String {
        let start = offset
        while let byte = peek, Self.isNameByte(byte) { advance() }
        guard offset > start else { throw failure("a name is missing") }
        guard offset - start <= Limits.length else { throw failure("a name is longer than \(Limits.length) bytes") }
        return String(decoding: bytes[start..<offset], as: UTF8.self)
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."),
            UInt8(ascii: ":"), 0x80...0xFF:
            true
        default: false
        }
    }

    private mutating func value() throws(ServiceError) -> String {
        guard let quote = peek, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
            throw failure("the value of an attribute needs quotation marks")
        }
        advance()
        let start = offset
        var text: [UInt8] = []
        while let byte = peek, byte != quote {
            guard offset - start <= Limits.length else {
                throw failure("a value is longer than \(Limits.length) bytes")
            }
            switch byte {
            case UInt8(ascii: "<"): throw failure("'<' stands in a value", remedy: "write &lt;")
            case UInt8(ascii: "&"): text += String(try entity()).utf8
            default:
                text.append(byte)
                advance()
            }
        }
        guard peek != nil else { throw failure("the value of an attribute does not end") }
        advance()
        return String(decoding: text, as: UTF8.self)
    }

    private mutating func entity() throws(ServiceError) -> Unicode.Scalar {
        let named: [(StaticString, Unicode.Scalar)] = [
            ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&quot;", "\""), ("&apos;", "'"),
        ]
        for (text, scalar) in named where isNext(text) {
            advance(text.utf8CodeUnitCount)
            return scalar
        }
        guard isNext("&#"), let end = bytes[offset...].prefix(12).firstIndex(of: UInt8(ascii: ";")) else {
            throw failure("this entity is not read", remedy: "only &lt; &gt; &amp; &quot; &apos; and numbers are")
        }
        let digits = String(decoding: bytes[(offset + 2)..<end], as: UTF8.self)
        let code = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
        guard let code, code > 0, let scalar = Unicode.Scalar(code) else {
            throw failure("this number is no character")
        }
        advance(end - offset + 1)
        return scalar
    }
}
