import ArgumentParsing
import Decks
import JSON
import LanguageServices
import ServiceConfiguration

/// Which members of the objects a filter reads, and which it sets.
struct FilterMembers: Sendable {
    /// Holds the text.
    let text: String

    /// Holds what was said before the text; `nil` when nothing does, since what lies in an item is not sent unasked.
    let context: String?

    /// Holds the level of the reader; `nil` when nothing does.
    let level: String?

    /// Hold what kind of word it is and which meaning is wanted; `nil` when nothing does.
    let partOfSpeech: String?
    let sense: String?

    /// Gets the answer.
    let answer: String

    /// Gets all else that is known of the answer, when that is wanted.
    let details: String?

    /// Gets what kept an item from being answered.
    let error: String

    /// - Parameters:
    ///   - answer: Where the answer goes when the command line does not say it.
    ///   - reading: What may stand beside the text.
    /// - Throws: `UsageError` when two of them would have the same name.
    init(_ arguments: ParsedArguments, answer usual: String, reading: LineFilter.Reading) throws {
        text = try arguments[Options.textMember] ?? "text"
        context = reading == .context ? try arguments[Options.contextMember] : nil
        level = reading == .text ? nil : try arguments[Options.levelMember]
        partOfSpeech = reading == .wishes ? try arguments[Options.partOfSpeechMember] : nil
        sense = reading == .wishes ? try arguments[Options.senseMember] : nil
        answer = try arguments[Options.answerMember] ?? usual
        error = try arguments[Options.errorMember] ?? "error"
        details = try arguments[Options.details] ? "details" : nil
        var names: Set<String> = []
        for name in [answer, error, details].compactMap({ $0 }) where !names.insert(name).inserted {
            throw arguments.usageError("the member '\(name)' cannot be set to two things; name another")
        }
        guard text != error, text != details else {
            throw arguments.usageError("the member '\(text)' holds the text, and cannot be set to something else")
        }
        for name in [context, level, partOfSpeech, sense].compactMap({ $0 }) where names.contains(name) {
            throw arguments.usageError("the member '\(name)' cannot be read and set; name another")
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
