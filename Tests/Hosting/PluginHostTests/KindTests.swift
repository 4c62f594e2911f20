import JSON
import LanguageServices
import LanguageServicesTesting
import Platform
import PluginHost
import ServiceRegistry
import TestSupport
import Testing

/// Plug-ins that a registry creates from a configuration.
@Suite(.timeLimit(.minutes(10)))
struct KindTests {
    private let folder: TemporaryFolder
    private let places: PluginLocations

    init() throws {
        folder = try TemporaryFolder()
        places = PluginLocations(
            registry: folder.file("plugins.json"),
            folders: [],
            caches: folder.file("caches"),
            logs: folder.file("logs"),
            search: "/usr/local/bin:/usr/bin:/bin",
            hostVersion: "1"
        )
    }

    /// Copies the good plug-in into its own folder and adds it.
    private func add(_ more: String = "") throws -> String {
        let plugin = folder.file("good")
        if !Folder.exists(plugin) { _ = try folder.folder("good") }
        for (name, source) in [
            ("good.py", "\(PluginFixture.folder)/good.py"),
            ("parlance_plugin.py", "\(PluginFixture.package)/Plugins/parlance_plugin.py"),
        ] {
            try AtomicFile.write(try WholeFile.read(source, limit: 1 << 20), to: "\(plugin)/\(name)")
            chmod("\(plugin)/\(name)", 0o644)
        }
        try AtomicFile.write(
            Array(
                """
                {"schema":1,"id":"good","version":"3","protocol":[1],"command":["python3","-B","good.py"],\(more)
                 "services":[{"service":"translation","textsPerRequest":50},{"service":"speech"}]}
                """.utf8
            ),
            to: "\(plugin)/plugin.json"
        )
        chmod("\(plugin)/plugin.json", 0o644)
        let found = try PluginFolder(plugin)
        try PluginRegistry(places).add(PluginEntry(found, program: try found.program(path: places.search)))
        return plugin
    }

    private func load(_ options: [String: OptionValue.Content], kind: String = "plugin-translation") async
        -> (ServiceRegistry, [ServiceError])
    {
        let registry = ServiceRegistry()
        for kind in PluginKinds.all(places) + ExecKinds.all(search: places.search) { registry.register(kind) }
        var configuration = RegistryConfiguration()
        configuration.providers = [
            ProviderDefinition(
                id: "mine",
                kind: kind,
                options: OptionValues(options.mapValues { OptionValue($0, origin: "here:1:1") })
            )
        ]
        let service: Service = kind.hasSuffix("speech") ? .speech : .translation
        configuration.services = [service: ServiceSettings(use: ["mine"])]
        let result = await registry.loadAll(configuration)
        return (registry, result.problems)
    }

    @Test func aProviderOfAConfiguration() async throws {
        _ = try add()
        let secret = Secret("s3cret", source: "a test")
        let (registry, problems) = await load([
            "plugin": .string("good"),
            "options": .options(OptionValues(["model": OptionValue(.secret(secret))])),
        ])
        #expect(problems == [])
        let provider = try await registry.translation()
        let answer = try await provider.translate(
            TranslationRequest(texts: ["dog", "pid"], source: LanguageTag("en"), target: LanguageTag("es"))
        )
        #expect(try answer.results[0].get().text == "perro")
        #expect(try answer.results[1].get().alternatives == ["s3cret"])
        await registry.shutdown()
        // The log contains the plug-in's output, and no file contains the secret.
        let log = try WholeFile.read(folder.file("logs/good.log"), limit: 1 << 20)
        #expect(String(decoding: log, as: UTF8.self).contains("this goes to the log"))
        var status = stat()
        #expect(stat(folder.file("logs/good.log"), &status) == 0 && status.st_mode & 0o777 == 0o600)
        let list = try WholeFile.read(folder.file("plugins.json"), limit: 1 << 20)
        #expect(!String(decoding: log + list, as: UTF8.self).contains("s3cret"))
        await #expect {
            try await provider.translate(TranslationRequest(texts: ["a"], target: LanguageTag("es")))
        } throws: {
            ($0 as? ServiceError)?.code == .unavailable
        }
    }

    @Test func theDescriptorComesFromTheManifest() async throws {
        _ = try add()
        let (registry, _) = await load(["plugin": .string("good")])
        let descriptor = try #require(await registry.providers(of: .translation).first).descriptor
        #expect(descriptor.locality == .plugin && descriptor.version.hasPrefix("good 3 "))
        #expect(descriptor.requestLimits == RequestLimits(texts: 50, concurrency: 1))
        _ = try add("\"network\":true,")
        let (other, _) = await load(["plugin": .string("good")])
        let changed = try #require(await other.providers(of: .translation).first).descriptor
        #expect(changed.locality == .network && changed.version != descriptor.version)
    }

    /// A plug-in that others can change is not started either. The next provider is used, and the report gives the
    /// reason.
    @Test(arguments: [false, true])
    func whatChangesWhileTheHostRunsIsNotStarted(_ isOpen: Bool) async throws {
        let plugin = try add()
        let (registry, problems) = await load(["plugin": .string("good")])
        #expect(problems == [])
        if isOpen {
            #expect(chmod("\(plugin)/good.py", 0o666) == 0)
        } else {
            try AtomicFile.write(Array("print('evil')\n".utf8), to: "\(plugin)/good.py")
        }
        let provider = try #require(await registry.providers(of: .translation).first as? any TranslationProvider)
        let pair = LanguagePair(source: try #require(LanguageTag("en")), target: try #require(LanguageTag("es")))
        let other = InMemoryTranslation(id: "memory", entries: [pair: ["a": "un"]])
        let request = TranslationRequest(texts: ["a"], source: pair.source, target: pair.target)
        let answer = try await FallbackTranslation([provider, other]).translate(request)
        #expect(try answer.results[0].get().text == "un")
        #expect(answer.report.attempts.map(\.provider) == ["mine", "memory"])
        #expect(answer.report.attempts[0].code == .configuration)
        guard case .unavailable(let reason, _) = await provider.status() else {
            Issue.record("the plug-in is ready")
            return
        }
        #expect(reason.contains(isOpen ? "can be changed by other users" : "has changed since it was added"))
        #expect(contents(folder.file("logs/good.log")) == nil)
    }

    @Test func whatIsWrongIsSaid() async throws {
        let (_, missing) = await load(["plugin": .string("good")])
        #expect(
            missing.contains {
                $0.message.contains("plug-in 'good' has not been added") && $0.remedy?.contains("plugin add") == true
            }
        )
        _ = try add("\"secrets\":[\"key\"],")
        let (_, plain) = await load([
            "plugin": .string("good"), "options": .options(OptionValues(["key": OptionValue(.string("open"))])),
        ])
        #expect(plain.contains { $0.message.contains("in plain text") && !$0.description.contains("open") })
        let (_, none) = await load([:])
        #expect(none.contains { $0.message.contains("needs the option 'plugin'") })
        let (_, text) = await load(["plugin": .string("good"), "options": .string("x")])
        #expect(text.contains { $0.message.contains("'options' cannot be 'x'") })
    }

    // MARK: Commands

    private func command(_ words: [String], seconds: Double = 30) async throws -> any TranslationProvider {
        let (registry, problems) = await load(
            [
                "command": .strings(words), "from": .string("en"), "to": .string("es"),
                "requestSeconds": .number(seconds),
            ],
            kind: "exec-translation"
        )
        #expect(problems == [])
        return try await registry.translation()
    }

    private func answers(_ words: [String], _ texts: [String], seconds: Double = 30) async throws -> [Result<
        String, ServiceError
    >] {
        let request = TranslationRequest(texts: texts, source: LanguageTag("en"), target: LanguageTag("es"))
        return try await command(words, seconds: seconds).translate(request).results.map { $0.map(\.text) }
    }

    @Test func aCommandTranslates() async throws {
        let texts = ["a word", "$(touch /tmp/broken)", "--help", "line\nline", "é\u{301}", "'; exit 1; '", "x\n"]
        let found = try await answers(["tr", "a-z", "A-Z"], texts).map { try $0.get() }
        #expect(
            found == texts.map { String($0.map { $0.isASCII && $0.isLowercase ? Character($0.uppercased()) : $0 }) }
        )
    }

    @Test func placesForLanguagesAreWholeWords() async throws {
        let words = ["sh", "-c", "cat >/dev/null; echo \"$1 $2 $3\"", "sh", "{source}", "{target}", "x{source}"]
        #expect(try await answers(words, ["a"]) == [.success("en es x{source}")])
    }

    @Test func aCommandThatFails() async throws {
        let failed = try await answers(["sh", "-c", "echo 'no model' >&2; exit 3"], ["a"])
        #expect(failed.map { $0.error?.code } == [.providerFailed])
        #expect(failed[0].error?.message.contains("exit status 3: no model") == true)
        #expect(
            try await answers(["sh", "-c", "exec sleep 60"], ["a"], seconds: 0.5).map { $0.error?.code } == [.timedOut]
        )
        #expect(try await answers(["true"], ["a"]).map { $0.error?.code } == [.notFound])
        #expect(try await answers(["printf", "\\377"], ["a"]).map { $0.error?.code } == [.protocolViolation])
        // The command may exit without reading its input.
        let long = String(repeating: "x", count: 1 << 20)
        #expect(try await answers(["echo", "hi"], [long]) == [.success("hi")])
        // A grandchild that keeps the output open does not delay the answer.
        #expect(try await answers(["sh", "-c", "sleep 600 & echo hi"], ["a"]) == [.success("hi")])
        #expect(try await answers(["yes"], ["a"]).map { $0.error?.code } == [.limitExceeded])
        let killed = try await answers(["sh", "-c", "kill -KILL $$"], ["a"])
        #expect(killed[0].error?.message.contains("terminated by SIGKILL") == true && killed[0].error?.remedy == nil)
        await #expect { try await answers(["no-such-program-here"], ["a"]) } throws: {
            ($0 as? ServiceError)?.code == .configuration
        }
    }

    @Test(.enabled(if: ChildRequest.limitsMemory)) func aCommandThatTakesMemoryWithoutEnd() async throws {
        let hog = "taken = []\nfor _ in range(128): taken.append(b'x' * (8 << 20))"
        let (registry, problems) = await load(
            [
                "command": .strings(["python3", "-c", hog]), "from": .string("en"), "to": .string("es"),
                "memoryMiB": .number(128),
            ],
            kind: "exec-translation"
        )
        #expect(problems == [])
        let request = TranslationRequest(texts: ["a"], source: LanguageTag("en"), target: LanguageTag("es"))
        let error = try #require(try await registry.translation().translate(request).results[0].error)
        #expect(error.code == .providerFailed && error.remedy?.contains("128 MiB") == true, "\(error)")
        let (_, wrong) = await load(
            [
                "command": .strings(["cat"]), "from": .string("en"), "to": .string("es"), "memoryMiB": .number(1),
            ],
            kind: "exec-translation"
        )
        #expect(wrong.contains { $0.message.contains("memoryMiB") }, "\(wrong)")
    }

    @Test(arguments: [["true"], ["echo", "hello"]]) func aCommandThatMakesNoSoundIsNamed(_ command: [String])
        async throws
    {
        let (registry, problems) = await load(
            ["command": .strings(command), "languages": .string("en")],
            kind: "exec-speech"
        )
        #expect(problems == [])
        let speech = try await registry.speech()
        await #expect {
            try await speech.synthesize(SpeechRequest(text: "hello", language: LanguageTag("en"))).collect()
        } throws: {
            let error = $0 as? ServiceError
            return error?.code == .providerFailed && error?.message.hasPrefix("'\(command[0])' wrote ") == true
        }
    }

    @Test func aCommandSpeaks() async throws {
        let wav = folder.file("tone.wav")
        var bytes = Array("RIFF".utf8) + [0x64, 0, 0, 0] + Array("WAVEfmt ".utf8)
        bytes +=
            [16, 0, 0, 0, 1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0] + Array("data".utf8) + [
                64, 0, 0, 0,
            ]
        bytes += (0..<32).flatMap { [UInt8($0), 1] }
        try AtomicFile.write(bytes, to: wav)
        let (registry, problems) = await load(
            ["command": .strings(["cat", wav]), "languages": .string("en")],
            kind: "exec-speech"
        )
        #expect(problems == [])
        let speech = try await registry.speech()
        let heard = try await speech.synthesize(SpeechRequest(text: "hello", language: LanguageTag("en"))).collect()
        #expect(heard.format == AudioFormat(sampleRate: 8000, channels: 1))
        #expect(heard.samples == (0..<32).map { Int16(256 + $0) })
        await #expect {
            try await speech.synthesize(SpeechRequest(text: "a", language: LanguageTag("de"))).collect()
        } throws: {
            ($0 as? ServiceError)?.code == .unsupported
        }
    }
}

extension Result {
    /// The error, if the result is a failure.
    var error: Failure? {
        if case .failure(let error) = self { error } else { nil }
    }
}
