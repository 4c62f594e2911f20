import LanguageServices
import RemoteSentences
import Testing

/// Valid configurations, and the cost of creating a provider from them.
struct SettingsTests {
    private func make(_ values: [String: OptionValue.Content]) async throws -> any ServiceProvider {
        let options = OptionValues(values.mapValues { OptionValue($0) }, owner: "provider 'x'")
        return try await RemoteSentences.kind.make(ProviderContext(id: "x", options: options))
    }

    @Test func everyDialectCanBeMade() async throws {
        for dialect in RemoteSentencesDialect.allCases {
            let values: [String: OptionValue.Content] = [
                "dialect": .string(dialect.rawValue), "key": .secret(Secret("k", source: "test")),
                "model": .string("m"), "temperature": .number(1), "maxTokens": .number(500), "stream": .boolean(false),
                "languages": .strings(["en", "tlh"]), "requestSeconds": .number(5),
            ]
            let options = OptionValues(values.mapValues { OptionValue($0) }, owner: "provider 'x'")
            #expect(OptionDescription.problems(with: options, against: RemoteSentences.kind.options) == [])
            let provider = try await make(values)
            #expect(provider.descriptor.kind == "http-sentences")
            #expect(provider.descriptor.locality == .network && provider.descriptor.service == .sentences)
            #expect(await provider.status() == .ready)
        }
    }

    @Test(arguments: [
        (["dialect": "openai", "model": "m"], "'key'"), (["dialect": "anthropic", "model": "m"], "'key'"),
        (["dialect": "ollama"], "'model'"), (["dialect": "ollama", "model": " "], "'model'"),
        (["dialect": "other", "model": "m"], "'dialect'"),
        (["dialect": "ollama", "model": "m", "url": "ftp://h"], "'url'"),
        (["dialect": "ollama", "model": "m", "promptFile": "p"], "'promptFile'"),
        (["dialect": "ollama", "model": "m", "promptFile": "/etc/hostname"], "Parlance sentence prompt 1"),
        (["dialect": "ollama", "model": "m", "promptFile": "/nonexistent"], "nonexistent"),
    ])
    func whatIsWrongIsSaid(_ texts: [String: String], _ word: String) async throws {
        do {
            _ = try await make(texts.mapValues { .string($0) })
            Issue.record("it was made")
        } catch {
            let error = ServiceError(error)
            #expect(error.message.contains(word), "\(error)")
        }
    }

    @Test func whatAnswersDifferentlyHasAnotherVersion() throws {
        func version(_ change: (inout RemoteSentencesSettings) -> Void) throws -> String {
            var settings = RemoteSentencesSettings(dialect: .ollama, model: "m")
            change(&settings)
            return try RemoteSentences(settings: settings).descriptor.version
        }
        let versions = [
            try version { _ in }, try version { $0.model = "n" }, try version { $0.url = "http://h" },
            try version { $0.prompt = "Parlance sentence prompt 1\nWrite." },
            try version { $0.prompt = "Parlance sentence prompt 1\nWrite more." },
            try version { ($0.dialect, $0.url) = (.openai, "http://127.0.0.1:11434") },
        ]
        #expect(Set(versions).count == versions.count)
        #expect(try version { $0.streams = false } == versions[0])
        #expect(versions[0].contains("prompt 1"))
    }

    @Test func numbersOutOfRangeAreRefused() throws {
        for change: (inout RemoteSentencesSettings) -> Void in [
            { $0.maxTokens = 0 }, { $0.maxTokens = .max }, { $0.temperature = -1 }, { $0.temperature = .nan },
        ] {
            var settings = RemoteSentencesSettings(dialect: .ollama, model: "m")
            change(&settings)
            #expect(throws: ServiceError.self) { try RemoteSentences(settings: settings) }
        }
    }
}
