package import JSON
package import LanguageServices

/// The object members that a filter reads and sets.
package struct FilterMembers: Sendable {
    /// The member with the text.
    package var text = "text"

    /// The member with the preceding messages. With `nil`, the default, none are read, since the contents of items are
    /// sent only on request.
    package var context: String?

    /// The member with the reader's language level; `nil` for none.
    package var level: String?

    /// The member with the part of speech; `nil` for none.
    package var partOfSpeech: String?

    /// The member with the sense; `nil` for none.
    package var sense: String?

    /// The member for the answer.
    package var answer: String

    /// The member for details of the answer; `nil` for none.
    package var details: String?

    /// The member for an item's error.
    package var error = "error"

    /// Creates the members of a filter that reads only texts.
    package init(answer: String) { self.answer = answer }

    /// Checks that no member is set twice, or both read and set.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` if one is.
    package func validate() throws(ServiceError) {
        var names: Set<String> = []
        for name in [answer, error, details].compactMap({ $0 }) where !names.insert(name).inserted {
            throw ServiceError(.invalidRequest, "the member '\(name)' has two purposes; choose another name")
        }
        guard text != error, text != details else {
            throw ServiceError(
                .invalidRequest,
                "the member '\(text)' contains the input text and cannot also hold the error or the details"
            )
        }
        for name in [context, level, partOfSpeech, sense].compactMap({ $0 }) where names.contains(name) {
            throw ServiceError(.invalidRequest, "the member '\(name)' cannot be both read and set; choose another name")
        }
    }

    /// Sets the answer in an item. An error left by an earlier run of the same filter is removed.
    func line(_ line: JSONLine, _ answer: FilterAnswer) -> [UInt8] {
        var changes: [(String, JSONLine.Change)] = [(self.answer, answer.value)]
        if let details { changes.append((details, .json(JSONWriter.bytes(.object(answer.details))))) }
        if isOwnError(in: line) { changes.append((error, .remove)) }
        return line.setting(changes)
    }

    /// Sets the error in an item.
    func line(_ line: JSONLine, _ failure: ServiceError) -> [UInt8] {
        line.setting([(error, .json(JSONWriter.bytes(.object(errorMembers(failure)))))])
    }

    /// The replacement for a line that is not an item; it contains the line as a string, so nothing is lost.
    ///
    /// - Parameters:
    ///   - number: The number of the line, from 1.
    ///   - input: The line, if known; bytes that are not UTF-8 become U+FFFD.
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
        // A later run uses it to distinguish its own errors from those of another filter in the pipeline.
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

/// The result that a filter sets in an item.
package struct FilterAnswer: Sendable {
    /// The value for the answer member.
    package var value: JSONLine.Change

    /// The values for the details member.
    package var details: [(String, JSONValue)]

    /// Creates an answer.
    package init(value: JSONLine.Change, details: [(String, JSONValue)]) {
        self.value = value
        self.details = details
    }
}

/// The translation context in an item of a filter.
enum FilterContext {
    /// Reads the context members; `nil` if there are none.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a member of the wrong type.
    static func read(_ item: JSONLine, _ members: FilterMembers) throws(ServiceError) -> TranslationContext? {
        var context = TranslationContext()
        if let name = members.context { context.previousMessages = try messages(item, name) }
        if let name = members.level { context.level = try level(item, name) }
        return context == TranslationContext() ? nil : context
    }

    /// The text of a member; `nil` if it is missing, blank or not configured.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` for a member of the wrong type.
    static func text(_ item: JSONLine, _ name: String?) throws(ServiceError) -> String? {
        guard let name else { return nil }
        switch try item.content(of: name) {
        case nil, .null: return nil
        case .text(let text): return BlankText.isBlank(text) ? nil : text
        case .other(let json):
            throw ServiceError(
                .invalidRequest,
                "the member '\(name)' must be a string, not \(abbreviated(json))",
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
                    "the member '\(name)' must be a string or an array of strings, not \(abbreviated(json))",
                    remedy: "write the preceding messages as a string or an array of strings"
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
            "the member '\(name)' must be a level, not \(abbreviated(found))",
            remedy: "use one of \(LearnerLevel.allCases.map(\.rawValue).joined(separator: ", "))"
        )
    }

    /// The beginning of a value, for messages.
    static func abbreviated(_ json: String) -> String { json.count > 40 ? json.prefix(40) + "…" : json }
}
