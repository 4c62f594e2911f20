import JSON
package import LanguageServices

/// What a tool was called with, checked against its parameters.
package struct ToolArguments: Sendable {
    private let members: [String: JSONNode]

    /// Checks the arguments of a call. An argument that is `null` counts as one that is not there.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` naming the first that is wrong.
    init(_ node: JSONNode?, for tool: ModelContextTool) throws(ServiceError) {
        let given = (node?.members ?? []).filter { !$0.value.isNull }
        if let node, node.members == nil, !node.isNull {
            throw ServiceError(.invalidRequest, "the arguments of '\(tool.name)' must be an object")
        }
        let names = tool.parameters.map(\.name)
        for member in given {
            guard let parameter = tool.parameters.first(where: { $0.name == member.key }) else {
                throw ServiceError(
                    .invalidRequest,
                    "'\(tool.name)' takes no '\(member.key.prefix(40))'\(ClosestMatch.hint(for: member.key, in: names))",
                    remedy: names.isEmpty ? "call it without arguments" : "it takes \(names.joined(separator: ", "))"
                )
            }
            if let problem = parameter.problem(with: member.value) {
                throw ServiceError(.invalidRequest, "'\(member.key)' of '\(tool.name)' \(problem)")
            }
        }
        for parameter in tool.parameters
        where parameter.isRequired && !given.contains(where: { $0.key == parameter.name }) {
            throw ServiceError(
                .invalidRequest,
                "'\(tool.name)' needs '\(parameter.name)'",
                remedy: parameter.summary
            )
        }
        members = Dictionary(given.map { ($0.key, $0.value) }) { first, _ in first }
    }

    /// A text.
    package func text(_ name: String) -> String? { members[name]?.string }

    /// A list of texts; empty when it is not there.
    package func texts(_ name: String) -> [String] { members[name]?.elements?.compactMap(\.string) ?? [] }

    /// A number.
    package func number(_ name: String) -> Double? { members[name]?.number?.double }

    /// A whole number.
    package func integer(_ name: String) -> Int? { members[name]?.number?.int }

    /// Whether something was asked for.
    package func flag(_ name: String) -> Bool { members[name]?.bool ?? false }

    /// A language tag.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a text that is none.
    package func languageTag(_ name: String) throws(ServiceError) -> LanguageTag? {
        guard let text = text(name) else { return nil }
        guard let tag = LanguageTag(text) else {
            throw ServiceError(
                .invalidRequest,
                "'\(text.prefix(40))' is no language tag",
                remedy: "use a tag such as en-GB or es"
            )
        }
        return tag
    }
}
