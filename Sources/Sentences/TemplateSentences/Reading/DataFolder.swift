package import LanguageServices
import Platform

/// Reads the folder with the sentences of a language.
package struct DataFolder {
    /// What was read.
    package private(set) var data: SentenceData
    /// What is wrong, in the order of the files.
    package private(set) var problems: [DataProblem]

    /// Reads all files of a folder, in the order of their names.
    ///
    /// - Parameters:
    ///   - path: The folder.
    ///   - language: Its language.
    ///   - isWhole: Whether the templates of single words are read and looked through as well, or left until they are
    ///     needed.
    /// - Throws: `ServiceError` when something cannot be read, or there are no rules for the language. What is wrong with
    ///   the contents is in ``problems``.
    package init(path: String, language: LanguageTag, isWhole: Bool = true) throws(ServiceError) {
        guard let grammar = SentenceGrammars.grammar(of: language) else {
            throw ServiceError(
                .unsupported,
                "there are no rules to write sentences in '\(language)'",
                remedy: "put the folder under one of \(SentenceGrammars.languages.joined(separator: ", "))"
            )
        }
        var reading = DataReading(language: language, grammar: grammar, isWhole: isWhole)
        let names = try Folder.names(in: path)
        for name in names where name.hasSuffix(".txt") || name.hasSuffix(".tsv") {
            let file = "\(path)/\(name)"
            let number = reading.data.files.count
            reading.data.files.append(file)
            let text = try TextFile(path: file, number: number)
            if let line = text.malformedLine {
                reading.report(DataPlace(file: number, line: line), "the line is not UTF-8")
            } else if name.hasSuffix(".tsv") {
                reading.readLexicon(text)
            } else {
                reading.keepTemplates(text)
            }
        }
        reading.readTemplates()
        reading.finish()
        data = reading.data
        problems = reading.problems
    }
}
