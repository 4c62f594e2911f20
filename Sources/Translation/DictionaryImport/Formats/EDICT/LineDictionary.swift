import DictionaryTranslation
import LanguageServices

/// A format with one entry per line: EDICT and CC-CEDICT.
protocol LineFormat {
    static var format: DictionaryFormat { get }
    /// Whether a line is a comment or a heading instead of an entry.
    static func isComment(_ line: ByteText) -> Bool
    /// Parses a line; `nil` if it is not an entry.
    static func entry(_ line: ByteText) -> TranslationEntry?
    /// The description in the first lines of a file, and its character encoding (`nil` for UTF-8).
    static func heading(_ path: String) throws -> (DictionaryDescription.Findings, encoding: String?)
}

/// A dictionary with one entry per line and optional comments.
struct LineDictionary<Format: LineFormat>: DictionarySource {
    let info: DictionaryInfo
    private let path: String
    private let encoding: String?

    init(path: String, options: DictionaryOptions) throws(ServiceError) {
        self.path = path
        do {
            let (findings, encoding) = try Format.heading(path)
            info = try DictionaryDescription.info(findings, format: Format.format, options)
            self.encoding = encoding
        } catch {
            throw ServiceError(error)
        }
    }

    func read(
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void
    ) throws -> DictionaryReadReport {
        var report = DictionaryReadReport()
        let total = Double(max(1, FileSize.of(path)))
        var reader = LineReader(try ByteStream(path: path), encoding: encoding)
        while true {
            let line = try reader.withLine { line -> (isEntry: Bool, value: TranslationEntry?) in
                let text = line.trimmed
                if text.isEmpty || Format.isComment(text) { return (false, nil) }
                return (true, Format.entry(text))
            }
            guard let line else { break }
            if reader.number & 0xFFF == 0 { progress(min(1, Double(reader.position) / total)) }
            guard line.isEntry else { continue }
            if let value = line.value {
                try report.take(value, entry)
            } else {
                report.skip("line \(reader.number) is not a valid entry")
            }
        }
        report.skip(LineReader.isOverlong, count: reader.overlong)
        progress(1)
        return report
    }
}

extension ByteText {
    /// Calls a closure with each part between slashes, starting at an index; empty parts are omitted.
    func forEachGloss(from start: Int, _ body: (ByteText) -> Void) {
        var position = start
        while position < end {
            let close = firstIndex(of: UInt8(ascii: "/"), from: position) ?? end
            let gloss = part(from: position, to: close).trimmed
            position = close + 1
            if !gloss.isEmpty { body(gloss) }
        }
    }
}
