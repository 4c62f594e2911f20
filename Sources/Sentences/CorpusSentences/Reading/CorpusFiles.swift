import LanguageServices
import Platform

/// A source of sentences.
protocol SentenceSource: Sendable {
    /// A fingerprint of the source: paths, sizes and modification times.
    var stamp: String { get }

    /// Reads all sentences in order.
    ///
    /// - Parameter body: Called with each sentence.
    /// - Returns: The report on the source.
    /// - Throws: `ServiceError` if it cannot be read, or an error thrown by `body`.
    func read(_ body: (FoundSentence) throws -> Void) throws -> SourceReport
}

/// The report on a source that has been read.
struct SourceReport: Sendable, Hashable {
    /// Notices for the user, one line each.
    var notices: [String] = []

    /// The licences of its sentences, keyed by location prefix. Empty if the source does not state any.
    var licences: [String: String] = [:]
}

/// A sentence as found in a source, before scoring.
struct FoundSentence: Sendable {
    /// The sentence, on one line.
    var text: String

    /// The translation, if the source has one.
    var translation: String?

    /// The location in the source: `line 120`, `#1276 (CK)`.
    var location: String

    /// The sense that it illustrates, if the source specifies one.
    var sense: ShownSense?

    /// Whether it was extracted from running text, which also contains fragments. In a list, by contrast, every entry
    /// is intended as a sentence.
    var isCutOut = false
}

/// The sense that a sentence illustrates.
struct ShownSense: Sendable {
    /// The part of speech of the word.
    var partOfSpeech: PartOfSpeech

    /// The meaning of the word.
    var gloss: String

    /// The words with this meaning, as written, each paired with the number of this meaning among the word's meanings:
    /// 1 for the most frequent, and so on.
    var members: [(word: String, number: Int)]
}

/// The user's files: running text, or sentence tables.
struct CorpusFiles: SentenceSource {
    /// The files, in reading order.
    let paths: [String]
    let language: LanguageTag
    /// The format of all files; `nil` to detect it from their content.
    let format: CorpusFormat?
    /// Which of the two texts in a line is the sentence, 0 or 1.
    let column: Int
    /// The source name for all files; `nil` to use the name of each file.
    let name: String?

    var stamp: String { paths.map { FileStamp.of($0) }.joined(separator: "\n") }

    func read(_ body: (FoundSentence) throws -> Void) throws -> SourceReport {
        var report = SourceReport()
        for path in paths {
            let text = try CorpusText(path: path)
            let sample = try text.sample(1 << 17)
            let format = format ?? FormatDetection.format(of: sample)
            if text.isLatin {
                report.notices.append("\(SystemFailure.quoted(path)) is not in UTF-8; it was read as Windows-1252")
            }
            let isTatoeba = format == .tatoeba || format == .tatoebaPairs || Self.namesTatoeba(sample)
            let source = source(path, isTatoeba: isTatoeba)
            if isTatoeba { report.licences["\(source), "] = Self.tatoebaLicence }
            var found = 0
            func take(_ sentence: FoundSentence) throws {
                var sentence = sentence
                sentence.location = "\(source), \(sentence.location)"
                if sentence.location.utf8.count > 300 { sentence.location = sentence.location.utf8Prefix(300) }
                found += 1
                try body(sentence)
            }
            if format == .text {
                var running = RunningText(language: language, sample: sample)
                try text.lines { try running.add($0, take) }
                try running.end(take)
            } else {
                var table = SentenceTable(format: format, language: language, column: column)
                try text.lines { line in
                    if let sentence = table.sentence(of: line) { try take(sentence) }
                }
            }
            if found == 0 {
                report.notices.append("\(SystemFailure.quoted(path)) contains no sentences in '\(language)'")
            }
        }
        return report
    }

    /// The licence of all Tatoeba sentences, unless their authors chose another one.
    static let tatoebaLicence = "CC BY 2.0 FR"

    /// Whether the lines credit Tatoeba after the sentence and its translation.
    private static func namesTatoeba(_ sample: [CorpusText.Line]) -> Bool {
        guard let first = sample.first else { return false }
        return first.text.split(separator: "\t").count == 3 && first.text.contains("tatoeba.org")
    }

    /// The source name for a file's sentences.
    private func source(_ path: String, isTatoeba: Bool) -> String {
        if let name { return name }
        if isTatoeba { return "Tatoeba" }
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return String(SystemFailure.quoted(file).dropFirst().dropLast())
    }
}

/// The format of a file of sentences.
///
/// Exports from Tatoeba and from the Leipzig Corpora Collection both begin each line with a number and a tab; the
/// remaining columns distinguish them. The guide on corpora has an example of each format.
public enum CorpusFormat: String, Sendable, Hashable, CaseIterable {
    /// Running text: books, articles, subtitles without timestamps.
    case text
    /// Tatoeba's sentences: `number ⇥ language ⇥ sentence`, followed by the author's name in the detailed export.
    case tatoeba
    /// Tatoeba's sentence pairs: `number ⇥ sentence ⇥ number ⇥ translation`.
    case tatoebaPairs = "tatoeba-pairs"
    /// Pairs, as from manythings.org: `sentence ⇥ translation`, followed by an attribution.
    case pairs
    /// Numbered sentences: `number ⇥ sentence`.
    case numbered
}

/// Detects the format of a file from its first lines.
enum FormatDetection {
    /// The format of at least 80 % of the lines; running text if there is none.
    static func format(of lines: [CorpusText.Line]) -> CorpusFormat {
        var counts: [CorpusFormat: Int] = [:]
        var total = 0
        for line in lines where !line.text.isEmpty {
            total += 1
            if let format = format(of: line.text) { counts[format, default: 0] += 1 }
        }
        // Even running text may contain a table.
        guard let best = counts.max(by: { ($0.value, $1.key.rawValue) < ($1.value, $0.key.rawValue) }),
            best.value * 10 >= total * 8
        else { return .text }
        return best.key
    }

    private static func format(of line: String) -> CorpusFormat? {
        let cells = line.split(separator: "\t", maxSplits: 6, omittingEmptySubsequences: false)
        guard cells.count >= 2 else { return nil }
        guard isNumber(cells[0]) else {
            return cells.count <= 3 && !cells[0].isEmpty && !cells[1].isEmpty ? .pairs : nil
        }
        if cells.count >= 3, isLanguage(cells[1]) { return .tatoeba }
        if cells.count == 4, isNumber(cells[2]) { return .tatoebaPairs }
        return cells.count == 2 ? .numbered : nil
    }

    static func isNumber(_ cell: Substring) -> Bool {
        (1...15).contains(cell.utf8.count) && cell.utf8.allSatisfy { (0x30...0x39).contains($0) }
    }

    /// Whether a cell is an ISO 639-3 code, or Tatoeba's marker for an unknown language.
    private static func isLanguage(_ cell: Substring) -> Bool {
        cell == "\\N" || (2...4).contains(cell.utf8.count) && cell.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }
}
