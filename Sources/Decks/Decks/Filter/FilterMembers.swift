package import JSON
package import LanguageServices

/// Which members of the objects a filter reads, and which it sets.
package struct FilterMembers: Sendable {
    /// Holds the text.
    package var text = "text"

    /// Holds what was said before the text; `nil` when nothing does, since what lies in an item is not sent unasked.
    package var context: String?

    /// Holds the level of the reader; `nil` when nothing does.
    package var level: String?

    /// Holds what kind of word it is; `nil` when nothing does.
    package var partOfSpeech: String?

    /// Holds which meaning is wanted; `nil` when nothing does.
    package var sense: String?

    /// Gets the answer.
    package var answer: String

    /// Gets all else that is known of the answer, when that is wanted.
    package var details: String?

    /// Gets what kept an item from being answered.
    package var error = "error"

    /// Creates the members of a filter that reads nothing but texts.
    package init(answer: String) { self.answer = answer }

    /// Makes sure that no member is set to two things, or read and set.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when one is.
    package func validate() throws(ServiceError) {
        var names: Set<String> = []
        for name in [answer, error, details].compactMap({ $0 }) where !names.insert(name).inserted {
            throw ServiceError(.invalidRequest, "the member '\(name)' cannot be set to two things; name another")
        }
        guard text != error, text != details else {
            throw ServiceError(
                .invalidRequest,
                "the member '\(text)' holds the text, and cannot be set to something else"
            )
        }
        for name in [context, level, partOfSpeech, sense].compactMap({ $0 }) where names.contains(name) {
            throw ServiceError(.invalidRequest, "the member '\(name)' cannot be read and set; name another")
        }
    }

    /// An item with its answer. An error that an earlier run of the same filter has left in it goes.
    func line(_ line: JSONLine, _ answer: FilterAnswer) -> [UInt8] {
        var changes: [(String, JSONLine.Change)] = [(self.answer, answer.value)]
        if let details { changes.append((details, .json(JSONWriter.bytes(.object(answer.details))))) }
        if isOwnError(in: line) { changes.append((error, .remove)) }
        return line.setting(changes)
    }

    /// An item with what kept it from being answered.
    func line(_ line: JSONLine, _ failure: ServiceError) -> [UInt8] {
        line.setting([(error, .json(JSONWriter.bytes(.object(errorMembers(failure)))))])
    }

    /// What stands for a line that is no item: it is in it as a text, so that nothing is lost.
    ///
    /// - Parameters:
    ///   - number: The number of the line, from 1.
    ///   - input: The line, where it is known; bytes that are not UTF-8 become U+FFFD.
    func line(number: Int, input: [UInt8]?, _ failure: ServiceError) -> [UInt8] {
        var members: [(String, JSONValue)] = [
            (error, .object(errorMembers(failure))), ("line", .integer(number)),
        ]
        if let input { members.append(("input", .string(String(decoding: input, as: UTF8.self)))) }
        return JSONWriter.bytes(.object(members))
    }

    private func errorMembers(_ failure: ServiceError) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [
            ("code", .string(failure.code.rawValue)), ("message", .string(failure.message)),
        ]
        if let remedy = failure.remedy { members.append(("remedy", .string(remedy))) }
        if let provider = failure.provider { members.append(("provider", .string(provider.rawValue))) }
        if let id = failure.queuedAs { members.append(("queued", .string(id))) }
        // By it a later run knows its own errors from those of another filter of the same pipe.
        members.append(("member", .string(answer)))
        return members
    }

    private func isOwnError(in line: JSONLine) -> Bool {
        guard case .other(let json)? = try? line.content(of: error),
            let object = try? JSONLine(Array(json.utf8), name: error, number: 1)
        else { return false }
        let own = [JSONLine.Content.text(answer)]
        return (try? object.content(of: "member")).map { own.contains($0) } ?? false
            && (try? object.content(of: "code")) != nil
    }
}

/// What is set in an item of a filter.
package struct FilterAnswer: Sendable {
    /// What the member for the answer gets.
    package var value: JSONLine.Change

    /// All else that is known.
    package var details: [(String, JSONValue)]

    /// Creates an answer.
    package init(value: JSONLine.Change, details: [(String, JSONValue)]) {
        self.value = value
        self.details = details
    }
}

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
