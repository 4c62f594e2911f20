import JSON
import LanguageServices
import Platform
import PluginHost
import ServiceRegistry
import TestSupport
import Testing

/// Texts that look like options, shell code or frames reach a plug-in unchanged, and nothing else reaches it.
@Suite(.timeLimit(.minutes(10)))
struct BreakingOutTests {
    private let cache: TemporaryFolder

    init() throws { cache = try TemporaryFolder() }

    static let texts = [
        "$(touch /tmp/parlance-broken)", "`touch /tmp/parlance-broken`", "; touch /tmp/parlance-broken", "--help",
        "-o/x",
        "'; exit 1; '", "a\nb", "a\r\nb\r", "\u{0}", "a\u{0}b", #"{"id":1,"result":{}}"#,
        "\n{\"id\":1,\"result\":{}}\n{\"method\":\"shutdown\"}\n", #"\"}\n{"#, #"","method":"shutdown","x":""#,
        "\u{2028}\u{2029}\u{85}", "\u{FEFF}x", "🦊\u{301}\u{202E}", "{source}", "%s%n", "\u{1B}[2J",
    ]

    private static let huge = String(repeating: "x", count: 10 << 20)

    /// The parameters of each request that the plug-in received.
    private func asked() throws -> [JSONNode] {
        guard let bytes = contents(cache.file("asked.jsonl")) else { return [] }
        return try bytes.split(separator: 0x0A).map { try JSONDocument.parse(Array($0), source: "asked.jsonl") }
    }

    /// Sends each text, then one of 10 MiB, then a harmless one. A single process handles all of them and receives the
    /// texts unchanged.
    private func attack(
        _ service: Service,
        member: String,
        _ texts: [String] = Self.texts,
        ask: @Sendable (PluginContext, String) async throws -> Void
    ) async throws {
        let pool = try PluginFixture.pool("echo", service: service, cache: cache.path)
        let context = PluginFixture.context(pool, service)
        try await ask(context, "book")
        let leader = try #require(await pool.identifiers.first)
        var refused: [String] = []
        for text in texts {
            do {
                try await ask(context, text)
            } catch let error as ServiceError {
                // Some texts are not valid words or events. The host or the plug-in may report that.
                #expect(
                    [.notFound, .invalidRequest, .unsupported].contains(error.code),
                    "\(text.debugDescription): \(error)"
                )
                refused.append(text)
            }
        }
        #expect(refused.count < texts.count)
        await #expect { try await ask(context, Self.huge) } throws: {
            ($0 as? ServiceError)?.code == .limitExceeded || ($0 as? ServiceError)?.code == .invalidRequest
        }
        try await ask(context, "book")
        #expect(await pool.identifiers == [leader])
        await pool.shutdown()
        #expect(await eventually { !groupExists(leader) })
        let seen = try asked().map { $0[member]?.string ?? $0[member]?.elements?.first?.string }
        #expect(seen.allSatisfy { $0.map { texts.contains($0) || $0 == "book" } ?? false }, "\(seen)")
        for text in texts where !refused.contains(text) { #expect(seen.contains(text), "\(text.debugDescription)") }
        #expect(contents("/tmp/parlance-broken") == nil)
    }

    @Test func translation() async throws {
        try await attack(.translation, member: "texts") { context, text in
            let request = TranslationRequest(texts: [text], source: LanguageTag("en"), target: LanguageTag("es"))
            let answer = try await PluginTranslation(context).translate(request)
            #expect(try answer.results.map { try $0.get().text } == [text])
        }
    }

    @Test func speech() async throws {
        try await attack(.speech, member: "text") { context, text in
            let spoken = try await PluginSpeech(context).synthesize(SpeechRequest(text: text)).collect()
            #expect(spoken.samples == text.utf8.map { Int16($0) })
        }
    }

    @Test func sentences() async throws {
        try await attack(.sentences, member: "word") { context, text in
            let request = SentenceRequest(word: text, language: LanguageTag("en"), count: 1)
            _ = try await PluginSentences(context).sentences(for: request)
        }
    }

    @Test func whatIsSaidBesideAWord() async throws {
        try await attack(.sentences, member: "topic") { context, text in
            var request = SentenceRequest(word: "book", language: LanguageTag("en"), count: 1)
            request.topic = text
            _ = try await PluginSentences(context).sentences(for: request)
        }
    }

    @Test func feedback() async throws {
        try await attack(.feedback, member: "event") { context, text in
            _ = try await PluginFeedback(context).play(FeedbackRequest(event: text))
        }
    }
}

/// The same for commands, which receive texts only on standard input.
@Suite(.timeLimit(.minutes(10)))
struct CommandBreakingOutTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func registry(_ kind: String, _ service: Service, _ options: [String: OptionValue.Content]) async
        -> ServiceRegistry
    {
        let registry = ServiceRegistry()
        for kind in ExecKinds.all(search: "/usr/local/bin:/usr/bin:/bin") { registry.register(kind) }
        var configuration = RegistryConfiguration()
        configuration.providers = [
            ProviderDefinition(
                id: "mine",
                kind: kind,
                options: OptionValues(options.mapValues { OptionValue($0, origin: "here:1:1") })
            )
        ]
        configuration.services = [service: ServiceSettings(use: ["mine"])]
        let problems = await registry.loadAll(configuration).problems
        #expect(problems == [])
        return registry
    }

    @Test func translation() async throws {
        let options: [String: OptionValue.Content] = [
            "command": .strings(["cat", "--", "-"]), "from": .string("en"), "to": .string("es"),
        ]
        let provider = try await registry("exec-translation", .translation, options).translation()
        let texts = BreakingOutTests.texts + [String(repeating: "x\n", count: 5 << 20)]
        let answer = try await provider.translate(
            TranslationRequest(texts: texts, source: LanguageTag("en"), target: LanguageTag("es"))
        )
        #expect(try answer.results.map { try $0.get().text } == texts)
        #expect(contents("/tmp/parlance-broken") == nil)
    }

    @Test func speech() async throws {
        let (asked, sound) = (folder.file("asked"), folder.file("sound.wav"))
        // Eight samples at 8,000 Hz.
        var wav = Array("RIFF".utf8) + [52, 0, 0, 0] + Array("WAVEfmt ".utf8)
        wav += [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
        wav += Array("data".utf8) + [16, 0, 0, 0] + [UInt8](repeating: 1, count: 16)
        try AtomicFile.write(wav, to: sound)
        let options: [String: OptionValue.Content] = [
            "command": .strings(["sh", "-c", #"cat >"$1"; cat "$2""#, "sh", asked, sound]), "languages": .string("en"),
        ]
        let provider = try await registry("exec-speech", .speech, options).speech()
        for text in BreakingOutTests.texts {
            let request = SpeechRequest(text: text, language: LanguageTag("en"))
            guard (try? request.validate()) != nil else { continue }
            #expect(try await provider.synthesize(request).collect().samples.count == 8)
            #expect(contents(asked) == Array(text.utf8), "\(text.debugDescription)")
        }
        let huge = SpeechRequest(text: String(repeating: "x", count: 10 << 20), language: LanguageTag("en"))
        await #expect { try await provider.synthesize(huge).collect() } throws: {
            ($0 as? ServiceError)?.code == .limitExceeded
        }
        #expect(contents("/tmp/parlance-broken") == nil)
    }
}
