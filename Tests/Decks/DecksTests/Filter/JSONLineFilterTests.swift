import JSON
import LanguageServices
import LanguageServicesTesting
import Platform
import Synchronization
import TestSupport
import Testing

@testable import Decks

@Suite("JSON Lines filters")
struct JSONLineFilterTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Filters lines; by default, the answer to a text is the text in capitals.
    private func filter(
        _ input: String,
        _ members: FilterMembers = FilterMembers(answer: "loud"),
        answering answer: ([TextItem]) async throws -> [Result<FilterAnswer, ServiceError>] = { texts in
            texts.map { .success(FilterAnswer(value: .text($0.text.uppercased()), details: [("n", 1)])) }
        }
    ) async throws -> (output: String, summary: JSONLineFilter.Summary) {
        try AtomicFile.write(Array(input.utf8), to: folder.file("in.jsonl"))
        let reader = try LineReader(path: folder.file("in.jsonl"), standardInput: -1, skipsLongLines: true)
        var output: [UInt8] = []
        let summary = try await JSONLineFilter(reader, members).run(answering: answer) { output += $0 }
        return (String(decoding: output, as: UTF8.self), summary)
    }

    @Test("each item is written back with its answer, and everything else is preserved")
    func items() async throws {
        let found = try await filter("{\"id\": 1.50e0, \"text\": \"tea\"}\r\n\n{\"text\":null}\n{\"text\":\"milk\"}")
        #expect(
            found.output
                == "{\"id\": 1.50e0, \"text\": \"tea\", \"loud\": \"TEA\"}\r\n\n{\"text\":null}\n"
                + "{\"text\":\"milk\",\"loud\":\"MILK\"}\n"
        )
        #expect(found.summary == JSONLineFilter.Summary(items: 4, failures: 0, queued: 0))
    }

    @Test("a failure is written to its item, and an invalid line still has an output line")
    func failures() async throws {
        let found = try await filter("tea\n{\"txt\":\"a\"}\n{\"text\":\"x\"}\n{\"text\":\"q\"}\n") { texts in
            texts.map { text in
                var error = ServiceError(.notFound, "no")
                if text.text == "q" { error.queuedAs = "7" }
                return .failure(error)
            }
        }
        let lines = found.output.split(separator: "\n")
        #expect(lines.count == 4)
        #expect(lines[0].hasPrefix(#"{"error":{"code":"invalidRequest""#) && lines[0].hasSuffix(#""input":"tea"}"#))
        #expect(lines[1].contains("no member 'text'"))
        #expect(lines[2] == #"{"text":"x","error":{"code":"notFound","message":"no","member":"loud"}}"#)
        #expect(lines[3].contains(#""queued":"7""#))
        #expect(found.summary == JSONLineFilter.Summary(items: 4, failures: 3, queued: 1))
    }

    @Test("a second run removes its own error and keeps the error of another filter")
    func ownErrors() async throws {
        let own = #"{"text":"a","error":{"code":"notFound","message":"no","member":"loud"}}"#
        let other = #"{"text":"a","error":{"code":"notFound","message":"no","member":"quiet"}}"#
        let found = try await filter(own + "\n" + other + "\n")
        let lines = found.output.split(separator: "\n")
        #expect(lines[0] == #"{"text":"a","loud":"A"}"#)
        #expect(lines[1].contains("quiet") && lines[1].contains(#""loud":"A""#))
    }

    @Test("if one text makes a request fail, only that text fails")
    func halved() async throws {
        let lines = (0..<9).map { "{\"text\":\"w\($0)\"}" }.joined(separator: "\n")
        let found = try await filter(lines) { texts in
            guard !texts.contains(where: { $0.text == "w5" }) else { throw ServiceError(.providerFailed, "crash") }
            return texts.map { .success(FilterAnswer(value: .text($0.text), details: [])) }
        }
        #expect(found.summary == JSONLineFilter.Summary(items: 9, failures: 1, queued: 0))
        #expect(found.output.split(separator: "\n")[5].contains("crash"))
    }

    @Test("an error that affects every text ends the run before anything is written")
    func ended() async throws {
        await #expect(throws: ServiceError.self) {
            _ = try await filter("{\"text\":\"a\"}\n") { _ in throw ServiceError(.unauthorized, "who?") }
        }
    }

    @Test("context members are read, and invalid ones are rejected")
    func context() async throws {
        var members = FilterMembers(answer: "loud")
        (members.context, members.level, members.partOfSpeech, members.sense) = ("before", "level", "pos", "sense")
        members.details = "details"
        let asked = Mutex<[TextItem]>([])
        let found = try await filter(
            """
            {"text":"bank","before":["hi","there"],"level":"A2","pos":"n.","sense":"money"}
            {"text":"bank","level":"Z9"}
            {"text":"bank","before":[1]}
            """,
            members
        ) { texts in
            asked.withLock { $0 += texts }
            return texts.map { _ in .success(FilterAnswer(value: .text("!"), details: [("n", 1)])) }
        }
        let first = try #require(asked.withLock { $0 }.first)
        #expect(first.context == TranslationContext(previousMessages: ["hi", "there"], level: .a2))
        #expect(first.partOfSpeech == .noun && first.sense == "money")
        #expect(found.output.contains(#""loud":"!","details":{"n":1}}"#))
        #expect(found.summary.failures == 2 && asked.withLock { $0.count } == 1)
    }

    @Test("a member that would be set twice, or both read and set, is rejected")
    func members() {
        var members = FilterMembers(answer: "error")
        #expect(throws: ServiceError.self) { try members.validate() }
        members = FilterMembers(answer: "x")
        members.error = "text"
        #expect(throws: ServiceError.self) { try members.validate() }
        members.error = "error"
        members.level = "x"
        #expect(throws: ServiceError.self) { try members.validate() }
        members.level = "level"
        #expect(throws: Never.self) { try members.validate() }
    }

    @Test("each distinct text is sent once, and texts that share a context are sent together")
    func asking() async throws {
        let provider = CountingTranslation()
        let request = TranslationRequest(texts: [], source: LanguageTag("en"), target: LanguageTag("es"))
        let asking = TranslationRunner(provider, request) { _ in }
        let answers = try await asking.answers(to: ["a", "b", "a"], in: LanguageTag("es"))
        #expect(answers.count == 3)
        #expect(provider.requests == [["a", "b"]])
        let context = TranslationContext(previousMessages: ["hi"])
        let texts = [
            TextItem(text: "c", context: context), TextItem(text: "d"), TextItem(text: "e", context: context),
        ]
        _ = try await asking.answers(toEach: texts, in: LanguageTag("es"))
        #expect(Set(provider.requests.dropFirst()) == [["c", "e"], ["d"]])
    }
}
