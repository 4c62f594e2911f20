import LanguageServices
import Platform

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
