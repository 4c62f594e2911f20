import LanguageServices
import Platform
import Synchronization

/// The folders of templates, one for each language, each read when it is first needed.
final class TemplateFolders: Sendable {
    private let root: String?
    private let read = Mutex<[LanguageTag: SentenceWriter]>([:])
    private let stamp = Mutex<String?>(nil)

    /// - Parameter root: The folder that holds `<language>/sentences`; `nil` when there is none.
    init(root: String?) { self.root = root }

    /// A short name for the state of all files, by their sizes and times when it is first asked for.
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

    /// What writes the sentences of a language.
    ///
    /// - Parameter language: The language; `nil` is English when there is English, or else the first.
    /// - Throws: `ServiceError.Code.unsupported` when there are no templates for the language,
    ///   `ServiceError.Code.configuration` when they are wrong, `ServiceError.Code.io` when they cannot be read.
    func writer(for language: LanguageTag?) throws(ServiceError) -> SentenceWriter {
        let tags = languages()
        guard let folder = Self.best(language, of: tags), let root else {
            let known = tags.map(\.text).joined(separator: ", ")
            throw ServiceError(
                .unsupported,
                language.map { "there are no sentence templates for '\($0)'" } ?? "there are no sentence templates",
                remedy: known.isEmpty
                    ? "install the folder 'Dictionaries' of Parlance, or name one with the option 'folder'"
                    : "ask for one of: \(known); or put a provider of kind 'http-sentences' behind this one"
            )
        }
        // Spelling differs by region: *travelled*, *traveled*.
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
                    "there are no rules to write sentences in '\(wanted)'",
                    remedy: "ask for one of \(SentenceGrammars.languages.joined(separator: ", "))"
                )
            }
            // Tags of regions that nobody has are no reason to keep everything many times.
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

/// The templates of single words, each read when its word is first asked for.
final class WordTemplates: Sendable {
    private let read = Mutex<[Int: [Template]]>([:])

    /// The templates of a group.
    ///
    /// - Parameters:
    ///   - number: The number of the group.
    ///   - data: What it belongs to.
    /// - Throws: `ServiceError.Code.configuration` when one of them is wrong.
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
            throw data.problem(problem.place, column: problem.column, problem.message).error
        }
        read.withLock { $0[number] = templates }
        return templates
    }
}
