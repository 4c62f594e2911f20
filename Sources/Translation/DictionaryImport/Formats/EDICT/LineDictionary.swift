import DictionaryTranslation
import LanguageServices

/// How the lines of a format with one entry per line are written: EDICT and CC-CEDICT.
protocol LineFormat {
    static var format: DictionaryFormat { get }
    /// Whether a line is a comment or a heading, and no entry.
    static func isComment(_ line: ByteText) -> Bool
    /// Takes a line apart; `nil` for one that is no entry.
    static func entry(_ line: ByteText) -> TranslationEntry?
    /// What the first lines say of the dictionary in a file, and the character encoding of the file, `nil` for UTF-8.
    static func heading(_ path: String) throws -> (DictionaryDescription.Findings, encoding: String?)
}

/// A dictionary with one entry per line, and comments in between.
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
                report.skip("line \(reader.number) is no entry")
            }
        }
        report.skip(LineReader.isOverlong, count: reader.overlong)
        progress(1)
        return report
    }
}

extension ByteText {
    /// Calls a closure with each part between slashes, from a place on; empty ones are left out.
    func forEachGloss(from start: Int, _ body: (ByteText) -> Void) {
        var place = start
        while place < end {
            let close = firstPlace(of: UInt8(ascii: "/"), from: place) ?? end
            let gloss = part(from: place, to: close).trimmed
            place = close + 1
            if !gloss.isEmpty { body(gloss) }
        }
    }
}
