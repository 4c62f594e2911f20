import Decks
import JSON
import LanguageServices

/// What an item of a filter tells beside its text.
enum FilterContext {
    /// Reads the members that hold it; `nil` when none does.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a member that holds something else.
    static func read(_ item: JSONLine, _ members: FilterMembers) throws(ServiceError) -> TranslationContext? {
        var context = TranslationContext()
        if let name = members.context { context.previousMessages = try messages(item, name) }
        if let name = members.level { context.level = try level(item, name) }
        return context == TranslationContext() ? nil : context
    }

    /// The text of a member; `nil` when it is not there, blank, or nobody has named it.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a member that holds something else.
    static func text(_ item: JSONLine, _ name: String?) throws(ServiceError) -> String? {
        guard let name else { return nil }
        switch try item.content(of: name) {
        case nil, .null: return nil
        case .text(let text): return BlankText.isBlank(text) ? nil : text
        case .other(let json):
            throw ServiceError(
                .invalidRequest,
                "the member '\(name)' is no string but \(shown(json))",
                remedy: "write it in quotation marks"
            )
        }
    }

    private static func messages(_ item: JSONLine, _ name: String) throws(ServiceError) -> [String] {
        switch try item.content(of: name) {
        case nil, .null: return []
        case .text(let text): return [text]
        case .other(let json):
            let elements = (try? JSONDocument.parse(Array(json.utf8), source: name))?.elements
            let texts = elements?.compactMap(\.string)
            guard let texts, texts.count == elements?.count else {
                throw ServiceError(
                    .invalidRequest,
                    "the member '\(name)' is no text and no list of texts but \(shown(json))",
                    remedy: "write what was said before as a text, or as a list of texts"
                )
            }
            return texts
        }
    }

    private static func level(_ item: JSONLine, _ name: String) throws(ServiceError) -> LearnerLevel? {
        let found: String
        switch try item.content(of: name) {
        case nil, .null: return nil
        case .text(let text):
            if let level = LearnerLevel(rawValue: text) { return level }
            found = "'\(text)'"
        case .other(let json): found = json
        }
        throw ServiceError(
            .invalidRequest,
            "the member '\(name)' is no level but \(shown(found))",
            remedy: "write one of \(LearnerLevel.allCases.map(\.rawValue).joined(separator: ", "))"
        )
    }

    /// The beginning of a value, for a message.
    static func shown(_ json: String) -> String { json.count > 40 ? json.prefix(40) + "…" : json }
}
