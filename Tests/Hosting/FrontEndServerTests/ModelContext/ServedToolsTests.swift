import Audio
import JSON
import LanguageServices
import LanguageServicesTesting
import Platform
import ServiceRegistry
import Testing

@testable import FrontEndServer

@Suite("Services as tools for language models")
struct ServedToolsTests {
    private let registry = ServiceRegistry()

    private func serve(_ providers: any ServiceProvider...) throws {
        for provider in providers {
            try registry.register(provider)
            try registry.use([provider.descriptor.id], for: provider.descriptor.service)
        }
    }

    private func tools() async -> [ModelContextTool] {
        await ServedTools(registry, player: AudioPlayer(sinks: [])).all()
    }

    private func call(_ name: String, _ arguments: String) async throws -> ToolAnswer {
        let tool = try #require(await tools().first { $0.name == name })
        let node = try JSONDocument.parse(Array(arguments.utf8), source: "the call")
        return try await tool.call(ToolArguments(node, for: tool))
    }

    @Test("only services with a provider have a tool")
    func offered() async throws {
        #expect(await tools().map(\.name) == ["list_providers"])
        try serve(InMemorySpeech(), InMemorySentences())
        #expect(
            await tools().map(\.name) == ["speak", "pronounce", "list_voices", "example_sentences", "list_providers"]
        )
        #expect(await tools().allSatisfy { !$0.isOpenWorld })
        #expect(await tools().filter { !$0.isReadOnly }.map(\.name) == ["speak"])
    }

    @Test("speech is returned as a WAV file with its words and their times")
    func speech() async throws {
        try serve(InMemorySpeech())
        let answer = try await call("speak", #"{"text":"good morning","language":"en-GB"}"#)
        #expect(answer.wav?.starts(with: Array("RIFF".utf8)) == true)
        let text = JSONWriter.string(answer.value)
        #expect(text.contains(#""text":"good","start":0"#))
        #expect(text.contains(#""text":"morning""#))
    }

    @Test("a word without a pronunciation does not affect the others")
    func pronunciations() async throws {
        try serve(
            InMemorySpeech(failures: [ServiceError(.providerFailed, "it stumbled")])
        )
        let answer = try await call("pronounce", #"{"words":["one","two"]}"#)
        let text = JSONWriter.string(answer.value)
        #expect(text.contains(#"{"text":"one","error":{"code":"providerFailed","message":"it stumbled""#))
        #expect(text.contains(#"{"text":"two""#))
        #expect(throws: ServiceError.self) { try ServedTools.passing(CancellationError()) }
    }

    @Test("sentences are translated on request, and a failed translation is reported with them")
    func sentences() async throws {
        try serve(InMemorySentences(), InMemoryTranslation(entries: [:], failures: []))
        let plain = try await call("example_sentences", #"{"word":"water","language":"en","count":2}"#)
        #expect(!JSONWriter.string(plain.value).contains("notice"))
        let translated = try await call(
            "example_sentences",
            #"{"word":"water","language":"en","count":2,"translate_to":"es"}"#
        )
        #expect(JSONWriter.string(translated.value).contains(#""notices":["sentences are not translated: "#))
    }
}

@Suite("ByteReader", .timeLimit(.minutes(1)))
struct ByteReaderTests {
    private func pipes() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test("it reads the written bytes, then reports the end")
    func reading() throws {
        let (reading, writing) = try pipes()
        defer { close(reading) }
        let bytes: [UInt8] = [1, 2, 3]
        try #require(write(writing, bytes, bytes.count) == bytes.count)
        #expect(try ByteReader(descriptor: reading).next() == bytes)
        close(writing)
        #expect(try ByteReader(descriptor: reading).next() == nil)
    }

    @Test("cancelling its task ends the wait")
    func cancellation() async throws {
        let (reading, writing) = try pipes()
        let task = Task { try ByteReader(descriptor: reading).next() }
        task.cancel()
        let error = await #expect(throws: ServiceError.self) { try await task.value }
        #expect(error?.code == .cancelled)
        close(reading)
        close(writing)
    }

    @Test("a read failure is an error")
    func failure() throws {
        let folder = open("/", O_RDONLY)
        try #require(folder >= 0)
        defer { close(folder) }
        let error = #expect(throws: ServiceError.self) { try ByteReader(descriptor: folder).next() }
        #expect(error?.code == .io)
    }
}
