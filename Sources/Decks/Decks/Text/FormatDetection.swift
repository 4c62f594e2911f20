import LanguageServices

/// Detects the format of a file.
enum FormatDetection {
    /// - Throws: `ServiceError` for a file that cannot be read, is empty, or has another known format.
    static func format(of file: DeckFile) throws(ServiceError) -> DeckFormat {
        let name = file.path.lowercased()
        let named = DeckFormat.named(by: name)
        if file.start.starts(with: Array("PK\u{3}\u{4}".utf8)) || file.start.starts(with: Array("PK\u{5}\u{6}".utf8)) {
            if [".xlsx", ".ods", ".numbers", ".docx", ".odt"].contains(where: { name.hasSuffix($0) }) {
                throw ServiceError(
                    .unsupported,
                    "'\(file.displayName)' is an office document",
                    remedy: "save its table as CSV"
                )
            }
            return named == .colpkg ? .colpkg : .apkg
        }
        try rejectOtherFormats(file)
        let sample = try DelimitedSample(file)
        if AnkiTextHeader.begins(sample.bytes) { return .ankiText }
        switch sample.bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }) {
        case UInt8(ascii: "[") where !isTable(name): return .json
        case UInt8(ascii: "{") where !isTable(name):
            if named == .jsonLines { return .jsonLines }
            return JSONDeck.isSingleObject(sample.bytes, file) ? .json : .jsonLines
        case nil:
            throw ServiceError(
                .invalidRequest,
                "\(file.displayName): the file contains only white space",
                remedy: "use another file"
            )
        default:
            // A file declared as JSON gets the error from the JSON reader.
            if let named, named == .json || named == .jsonLines { return named }
            return sample.separator(name: name) == Separator.tab.byte ? .tsv : .csv
        }
    }

    /// Whether the extension indicates a table, so that an initial bracket is part of a word.
    private static func isTable(_ name: String) -> Bool {
        [".csv", ".tsv", ".tab"].contains { name.hasSuffix($0) }
    }

    private static func rejectOtherFormats(_ file: DeckFile) throws(ServiceError) {
        let known: [(start: [UInt8], what: String, remedy: String)] = [
            ([0x1F, 0x8B], "is compressed with gzip", "unpack it first: gunzip"),
            ([0x28, 0xB5, 0x2F, 0xFD], "is compressed with zstd", "unpack it first: zstd -d"),
            (Array("BZh".utf8), "is compressed with bzip2", "unpack it first: bunzip2"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "is compressed with xz", "unpack it first: unxz"),
            (Array("SQLite format 3".utf8), "is an SQLite database", "export the deck from Anki as .apkg"),
            (Array("%PDF-".utf8), "is a PDF document", "save the words as CSV"),
            ([0xD0, 0xCF, 0x11, 0xE0], "is an old spreadsheet", "save it as CSV"),
        ]
        for (start, what, remedy) in known where file.start.starts(with: start) {
            throw ServiceError(.unsupported, "'\(file.displayName)' \(what)", remedy: remedy)
        }
    }
}

/// Detects whether the fields in a deck contain HTML: a tag used in cards, or a character reference that HTML requires.
/// A bare `<` is not a tag: *x < y > z* and *<unclear>* are plain text.
enum HTMLDetection {
    /// Decides from the first rows of a table.
    static func looksLikeHTML(_ rows: [[String]]) -> Bool { rows.contains { $0.contains(where: looksLikeHTML) } }

    /// Decides from one field.
    static func looksLikeHTML(_ field: String) -> Bool {
        var field = field
        return field.withUTF8 { bytes in
            bytes.indices.contains { index in
                switch bytes[index] {
                case UInt8(ascii: "<"): isTag(bytes[(index + 1)...])
                case UInt8(ascii: "&"): references.contains { bytes[(index + 1)...].starts(with: $0.utf8) }
                default: false
                }
            }
        }
    }

    /// The notice about a deck detected as HTML.
    static func notices(_ options: DeckOpening.Options, looksLikeHTML: Bool) -> [String] {
        guard options.hasMarkup == nil, looksLikeHTML else { return [] }
        return ["the fields are read as HTML because they contain markup; use '--markup plain' to disable this"]
    }

    /// Whether the text after a `<` is a tag.
    private static func isTag(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let inner = rest.first == UInt8(ascii: "/") ? rest.dropFirst() : rest
        let name = inner.prefix { FieldSplitter.isLetterOrDigit($0) }
        guard name.count <= maximumNameLength, elements.contains(String(decoding: name, as: UTF8.self).lowercased())
        else {
            return false
        }
        let behind = inner.dropFirst(name.count)
        guard let next = behind.first, next <= 0x20 || next == UInt8(ascii: ">") || next == UInt8(ascii: "/") else {
            return false
        }
        return behind.contains(UInt8(ascii: ">"))
    }

    private static let elements: Set<String> = [
        "a", "audio", "b", "big", "blockquote", "br", "center", "code", "div", "em", "font", "h1", "h2", "h3", "h4",
        "hr",
        "i", "img", "li", "ol", "p", "pre", "rt", "ruby", "s", "small", "span", "strong", "sub", "sup", "table",
        "tbody",
        "td", "th", "tr", "u", "ul",
    ]
    private static let maximumNameLength = 10
    private static let references = ["nbsp;", "amp;", "lt;", "gt;", "quot;"]
}
