import LanguageServices
import Platform
import Synchronization

/// The template folders, one per language, read on first use.
final class TemplateFolders: Sendable {
    private let root: String?
    private let read = Mutex<[LanguageTag: SentenceWriter]>([:])
    private let stamp = Mutex<String?>(nil)

    /// - Parameter root: The folder that contains the folders `<language>/sentences`; `nil` if there is none.
    init(root: String?) { self.root = root }

    /// A short hash of the sizes and modification times of all files, computed on first use.
    var fingerprint: String {
        stamp.withLock { stamp in
            if let stamp { return stamp }
            let files = languages().map { FileStamp.of(path($0.text), depth: 3) }.joined(separator: "\n")
            let found = String(StableHash.of(files), radix: 16)
            stamp = found
            return found
        }
    }

    /// The languages for which there are templates.
    func languages() -> [LanguageTag] {
        guard let root else { return [] }
        return ((try? Folder.names(in: root)) ?? []).compactMap { name in
            guard let tag = LanguageTag(name), Folder.exists(path(name)) else { return nil }
            return tag
        }
    }

    private func path(_ language: String) -> String { "\(root ?? "")/\(language)/sentences" }

    /// The writer for a language.
    ///
    /// - Parameter language: The language; `nil` for English, or for the first language if there are no English
    ///   templates.
    /// - Throws: `ServiceError.Code.unsupported` if there are no templates for the language,
    ///   `ServiceError.Code.configuration` if they are invalid, `ServiceError.Code.io` if they cannot be read.
    func writer(for language: LanguageTag?) throws(ServiceError) -> SentenceWriter {
        let tags = languages()
        guard let folder = Self.best(language, of: tags), let root else {
            let known = tags.map(\.text).joined(separator: ", ")
            throw ServiceError(
                .unsupported,
                language.map { "no sentence templates found for '\($0)'" } ?? "no sentence templates found",
                remedy: known.isEmpty
                    ? "install Parlance's folder 'Dictionaries', or set the option 'folder'"
                    : "use one of: \(known); or add a provider of kind 'http-sentences' after this one"
            )
        }
        // Spelling varies by region: *travelled*, *traveled*.
        let wanted = language.map { $0.language == folder.language ? $0 : folder } ?? folder
        return try read.withLock { (read) throws(ServiceError) in
            if let writer = read[wanted] { return writer }
            let contents = try DataFolder(path: "\(root)/\(folder.text)/sentences", language: wanted, isWhole: false)
            if let problem = contents.problems.first(where: { !$0.isWarning }) {
                throw problem.error
            }
            guard let writer = SentenceWriter(contents.data) else {
                throw ServiceError(
                    .unsupported,
                    "there are no grammar rules for writing sentences in '\(wanted)'",
                    remedy: "use one of \(SentenceGrammars.languages.joined(separator: ", "))"
                )
            }
            // Limit the cache, because requests may name any number of regions.
            if read.count >= 8 { read.removeAll() }
            read[wanted] = writer
            return writer
        }
    }

    private static func best(_ language: LanguageTag?, of tags: [LanguageTag]) -> LanguageTag? {
        guard let language else { return tags.first { $0.language == "en" } ?? tags.first }
        return tags.first { $0 == language } ?? tags.first { $0.language == language.language }
    }
}

/// The templates for single words, read on first use.
final class WordTemplates: Sendable {
    private let read = Mutex<[Int: [Template]]>([:])

    /// The templates of a group.
    ///
    /// - Parameters:
    ///   - number: The number of the group.
    ///   - data: The data that contains the group.
    /// - Throws: `ServiceError.Code.configuration` if a template is invalid.
    func templates(
        of number: Int,
        in data: SentenceData,
        grammar: any SentenceGrammar
    ) throws(ServiceError) -> [Template] {
        let group = data.groups[number]
        guard group.word != nil, group.templates.isEmpty else { return group.templates }
        if let known = read.withLock({ $0[number] }) { return known }
        var reader = TemplateReader(grammar: grammar, setNames: data.setNames, sets: data.sets)
        let templates = reader.templates(of: group)
        if let problem = reader.problems.first {
            throw data.problem(problem.location, column: problem.column, problem.message).error
        }
        read.withLock { $0[number] = templates }
        return templates
    }
}
