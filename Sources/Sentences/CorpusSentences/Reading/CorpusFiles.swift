import LanguageServices
import Platform

/// Where sentences are found.
protocol SentenceSource: Sendable {
    /// What changes when the source does: paths, sizes and times.
    var stamp: String { get }

    /// Reads all sentences in their order.
    ///
    /// - Parameter body: Told of each.
    /// - Returns: What there is to say of it when it has been read.
    /// - Throws: `ServiceError` when it cannot be read, and what `body` throws.
    func read(_ body: (FoundSentence) throws -> Void) throws -> SourceReport
}

/// What there is to say of a source that has been read.
struct SourceReport: Sendable, Hashable {
    /// What the user should know, a line each.
    var notices: [String] = []

    /// The licences of its sentences, by how their places begin, where the source tells.
    var licences: [String: String] = [:]
}

/// A sentence as it was found in a source, before anybody has judged it.
struct FoundSentence: Sendable {
    /// The sentence, on one line.
    var text: String

    /// The sentence in the other language, when the source has it.
    var translation: String?

    /// Where in the source it stands: `line 120`, `#1276 (CK)`.
    var place: String

    /// What it is an example of, when the source says so.
    var sense: ShownSense?

    /// Whether it was cut out of running text, where much is no sentence; in a list of sentences everything is meant as one.
    var isCutOut = false
}

/// What a sentence is an example of.
struct ShownSense: Sendable {
    /// What kind of word it shows.
    var partOfSpeech: PartOfSpeech

    /// What the word means here.
    var gloss: String

    /// The words that have this meaning, as they are written, and which of their meanings it is, counted from 1 in the order
    /// in which they are used.
    var members: [(word: String, number: Int)]
}

/// Files of the user's: running text, or tables of sentences.
struct CorpusFiles: SentenceSource {
    /// The files, in the order in which they are read.
    let paths: [String]
    let language: LanguageTag
    /// The format of all of them; `nil` tells it by their content.
    let format: CorpusFormat?
    /// Which of two texts of a line is the sentence, 0 or 1.
    let column: Int
    /// What the files are called together; `nil` names each by its own name.
    let name: String?

    var stamp: String { paths.map { FileStamp.of($0) }.joined(separator: "\n") }

    func read(_ body: (FoundSentence) throws -> Void) throws -> SourceReport {
        var report = SourceReport()
        for path in paths {
            let text = try CorpusText(path: path)
            let sample = try text.sample(1 << 17)
            let format = format ?? FormatDetection.format(of: sample)
            if text.isLatin {
                report.notices.append("\(SystemFailure.quoted(path)) is not in UTF-8, and was read as Windows-1252")
            }
            let isTatoeba = format == .tatoeba || format == .tatoebaPairs || Self.namesTatoeba(sample)
            let source = source(path, isTatoeba: isTatoeba)
            if isTatoeba { report.licences["\(source), "] = Self.tatoebaLicence }
            var found = 0
            func take(_ sentence: FoundSentence) throws {
                var sentence = sentence
                sentence.place = "\(source), \(sentence.place)"
                if sentence.place.utf8.count > 300 { sentence.place = sentence.place.utf8Prefix(300) }
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
                report.notices.append("in \(SystemFailure.quoted(path)) there is no sentence of '\(language)'")
            }
        }
        return report
    }

    /// Under which all sentences of Tatoeba stand, unless their authors have said something else.
    static let tatoebaLicence = "CC BY 2.0 FR"

    /// Whether the lines say behind sentence and translation that they are from Tatoeba.
    private static func namesTatoeba(_ sample: [CorpusText.Line]) -> Bool {
        guard let first = sample.first else { return false }
        return first.text.split(separator: "\t").count == 3 && first.text.contains("tatoeba.org")
    }

    /// What the sentences of a file say they are from.
    private func source(_ path: String, isTatoeba: Bool) -> String {
        if let name { return name }
        if isTatoeba { return "Tatoeba" }
        let file = path.split(separator: "/").last.map(String.init) ?? path
        return String(SystemFailure.quoted(file).dropFirst().dropLast())
    }
}

/// How sentences are written in a file.
///
/// A line that begins with a number and a tab is known by what follows; the exports of Tatoeba and those of the
/// Leipzig Corpora Collection are so. See the guide on corpora for an example of each.
public enum CorpusFormat: String, Sendable, Hashable, CaseIterable {
    /// Running text: books, articles, subtitles without times.
    case text
    /// Tatoeba's sentences: `number ⇥ language ⇥ sentence`, and the author's name in the detailed export.
    case tatoeba
    /// Tatoeba's pairs: `number ⇥ sentence ⇥ number ⇥ translation`.
    case tatoebaPairs = "tatoeba-pairs"
    /// Pairs: `sentence ⇥ translation`, and who is to be named behind them, as manythings.org has it.
    case pairs
    /// Sentences with numbers: `number ⇥ sentence`.
    case numbered
}

/// Tells the format of a file by its first lines.
enum FormatDetection {
    /// The format in which most of the lines are.
    static func format(of lines: [CorpusText.Line]) -> CorpusFormat {
        var counts: [CorpusFormat: Int] = [:]
        var total = 0
        for line in lines where !line.text.isEmpty {
            total += 1
            if let format = format(of: line.text) { counts[format, default: 0] += 1 }
        }
        // Running text may have a table in it.
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

    /// An ISO 639-3 code, or what Tatoeba has where it knows none.
    private static func isLanguage(_ cell: Substring) -> Bool {
        cell == "\\N" || (2...4).contains(cell.utf8.count) && cell.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }
}
