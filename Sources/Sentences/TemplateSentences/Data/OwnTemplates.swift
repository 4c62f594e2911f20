import LanguageServices
import Synchronization

/// The templates of single words, each read when its word is first asked for.
final class OwnTemplates: Sendable {
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
            let file = data.files.indices.contains(problem.place.file) ? data.files[problem.place.file] : ""
            throw DataProblem(file: file, line: problem.place.line, column: problem.column, problem.message).error
        }
        read.withLock { $0[number] = templates }
        return templates
    }
}
