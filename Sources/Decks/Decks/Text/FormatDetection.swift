import LanguageServices

/// Finds out in which format a file is.
enum FormatDetection {
    /// - Throws: `ServiceError` for a file that cannot be read, is empty, or is something else that is known.
    static func format(of file: DeckFile) throws(ServiceError) -> DeckFormat {
        let name = file.path.lowercased()
        let named = DeckFormat.named(by: name)
        if file.start.starts(with: Array("PK\u{3}\u{4}".utf8)) || file.start.starts(with: Array("PK\u{5}\u{6}".utf8)) {
            if [".xlsx", ".ods", ".numbers", ".docx", ".odt"].contains(where: { name.hasSuffix($0) }) {
                throw ServiceError(
                    .unsupported,
                    "'\(file.shownName)' is a document of an office program",
                    remedy: "save its table as CSV"
                )
            }
            return named == .colpkg ? .colpkg : .apkg
        }
        try refuseOthers(file)
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
                "\(file.shownName): the file has nothing but white space in it",
                remedy: "name another file"
            )
        default:
            // What says that it is JSON gets the error of a reader of JSON.
            if let named, named == .json || named == .jsonLines { return named }
            return sample.separator(name: name) == Separator.tab.byte ? .tsv : .csv
        }
    }

    /// Whether a name says that the file is a table, so that a bracket at its start belongs to a word.
    private static func isTable(_ name: String) -> Bool {
        [".csv", ".tsv", ".tab"].contains { name.hasSuffix($0) }
    }

    private static func refuseOthers(_ file: DeckFile) throws(ServiceError) {
        let known: [(start: [UInt8], what: String, remedy: String)] = [
            ([0x1F, 0x8B], "is compressed with gzip", "unpack it first: gunzip"),
            ([0x28, 0xB5, 0x2F, 0xFD], "is compressed with zstd", "unpack it first: zstd -d"),
            (Array("BZh".utf8), "is compressed with bzip2", "unpack it first: bunzip2"),
            ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0], "is compressed with xz", "unpack it first: unxz"),
            (Array("SQLite format 3".utf8), "is a bare database", "export the deck from Anki as .apkg"),
            (Array("%PDF-".utf8), "is a PDF document", "save the words as CSV"),
            ([0xD0, 0xCF, 0x11, 0xE0], "is an old spreadsheet", "save it as CSV"),
        ]
        for (start, what, remedy) in known where file.start.starts(with: start) {
            throw ServiceError(.unsupported, "'\(file.shownName)' \(what)", remedy: remedy)
        }
    }
}

/// Finds out whether the fields of a deck that does not say so are HTML: there is a tag in them that cards have, or a
/// reference to a character that HTML needs.
///
/// A sign alone is no tag: *x < y > z* and *<unclear>* are plain text.
enum HTMLDetection {
    /// Goes by the first rows of a table.
    static func looksLikeHTML(_ rows: [[String]]) -> Bool { rows.contains { $0.contains(where: looksLikeHTML) } }

    /// Goes by one field.
    static func looksLikeHTML(_ field: String) -> Bool {
        var field = field
        return field.withUTF8 { bytes in
            bytes.indices.contains { place in
                switch bytes[place] {
                case UInt8(ascii: "<"): isTag(bytes[(place + 1)...])
                case UInt8(ascii: "&"): references.contains { bytes[(place + 1)...].starts(with: $0.utf8) }
                default: false
                }
            }
        }
    }

    /// What is said of a deck that is taken for HTML because of what stands in it.
    static func notices(_ options: DeckOpening.Options, looksLikeHTML: Bool) -> [String] {
        guard options.hasMarkup == nil, looksLikeHTML else { return [] }
        return ["the fields are taken for HTML, since there is markup in them; '--markup plain' says otherwise"]
    }

    /// Whether what stands behind a `<` goes on as a tag.
    private static func isTag(_ rest: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        let inner = rest.first == UInt8(ascii: "/") ? rest.dropFirst() : rest
        let name = inner.prefix { FieldSplitter.isLetterOrDigit($0) }
        guard name.count <= longestName, elements.contains(String(decoding: name, as: UTF8.self).lowercased()) else {
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
    private static let longestName = 10
    private static let references = ["nbsp;", "amp;", "lt;", "gt;", "quot;"]
}
