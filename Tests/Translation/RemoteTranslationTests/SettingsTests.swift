import HTTPTransport
import LanguageServices
import Platform
import RemoteService
import TestSupport
import Testing

@testable import RemoteTranslation

/// The settings that a configuration accepts, and the cost of creating a provider.
struct SettingsTests {
    private func make(_ values: [String: OptionValue.Content]) async throws -> any ServiceProvider {
        let options = OptionValues(values.mapValues { OptionValue($0) }, owner: "provider 'x'")
        #expect(OptionDescription.problems(with: options, against: RemoteTranslation.kind.options) == [])
        return try await RemoteTranslation.kind.make(ProviderContext(id: "x", options: options))
    }

    private func problem(_ values: [String: OptionValue.Content]) async -> ServiceError? {
        do {
            _ = try await make(values)
            return nil
        } catch {
            return ServiceError(error)
        }
    }

    private static let key = OptionValue.Content.secret(Secret("k", source: "test"))

    @Test func everyDialectCanBeCreated() async throws {
        for dialect in RemoteTranslationDialect.allCases {
            var values: [String: OptionValue.Content] = ["dialect": .string(dialect.rawValue), "key": Self.key]
            if dialect == .libretranslate { values["url"] = .string("http://127.0.0.1:5000/") }
            if dialect == .openai { values["model"] = .string("m") }
            let provider = try await make(values)
            #expect(provider.descriptor.kind == "http-translation")
            #expect(provider.descriptor.locality == .network)
            #expect(provider.descriptor.version.contains(dialect.rawValue))
        }
    }

    @Test(arguments: [
        (["dialect": "libretranslate"], "'url'"), (["dialect": "deepl"], "'key'"), (["dialect": "openai"], "'key'"),
        (["dialect": "openai", "url": "http://h"], "'model'"),
        (["dialect": "deepl", "url": "http://h", "model": "m"], "'model'"),
        (["dialect": "libretranslate", "url": "ftp://h"], "'url'"),
        (["dialect": "libretranslate", "url": "http://"], "'url'"),
        (["dialect": "libretranslate", "url": "http://u:p@h"], "'url'"),
        (["dialect": "libretranslate", "url": "http://h?key=1"], "'url'"),
        (["dialect": "libretranslate", "url": "http://h/ x"], "'url'"),
        (["dialect": "libretranslate", "url": ""], "'url'"),
        (["dialect": "openai", "url": "http://h", "model": "m", "promptFile": "p"], "'promptFile'"),
        (["dialect": "openai", "url": "http://h", "model": "m", "promptFile": "/etc/hostname"], "prompt"),
        (["dialect": "openai", "url": "http://h", "model": "m", "promptFile": "/nonexistent"], "nonexistent"),
        (["dialect": "openai", "url": "http://h", "model": "m", "languages": "english please"], "'languages'"),
    ])
    func wrongSettingsAreNamed(_ texts: [String: String], _ word: String) async throws {
        let error = try #require(await problem(texts.mapValues { .string($0) }))
        #expect(error.provider == "x" || error.code == .io)
        #expect(error.message.contains(word), "\(error)")
        #expect(error.remedy != nil)
        #expect(!error.description.contains("u:p"))
    }

    @Test func promptsAreReadFromFiles() async throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/prompt.txt"
        try AtomicFile.write(Array("Parlance prompt 1\r\nSay it in {target}.\n".utf8), to: path)
        let values: [String: OptionValue.Content] = [
            "dialect": .string("openai"), "url": .string("http://h"), "model": .string("m"),
            "promptFile": .string(path),
        ]
        let provider = try await make(values)
        let usual = try await make(values.filter { $0.key != "promptFile" })
        #expect(provider.descriptor.version != usual.descriptor.version)
    }

    /// A different server, model or prompt gives different answers, so a cache must distinguish between them.
    @Test func theVersionReflectsEverythingThatAffectsAnswers() throws {
        var versions: Set<String> = []
        for url in ["http://a", "http://b", "http://a/path"] {
            for model in ["m", "n"] {
                for prompt in [nil, "Parlance prompt 1\nx"] {
                    var settings = RemoteTranslationSettings(dialect: .openai, url: url, model: model)
                    settings.prompt = prompt
                    versions.insert(try RemoteTranslation(settings: settings).descriptor.version)
                }
            }
        }
        #expect(versions.count == 12)
    }

    @Test func theAddressOfDeepLFollowsTheKey() {
        #expect(DeepLDialect.defaultAddress(for: Secret("abc:fx", source: "x")) == "https://api-free.deepl.com")
        #expect(DeepLDialect.defaultAddress(for: Secret("abc", source: "x")) == "https://api.deepl.com")
    }

    @Test(arguments: [
        ("http://H.example:5000/", "http://h.example:5000", "http://h.example:5000"),
        ("HTTPS://h/a/b//", "https://h/a/b", "https://h"),
        ("http://[::1]:80/x", "http://[::1]:80/x", "http://[::1]:80"),
    ])
    func addresses(_ text: String, _ base: String, _ place: String) throws {
        let address = try ServiceAddress(text)
        #expect(address.text == base)
        #expect(address.place == place)
    }

    @Test func requestsAfterShutdownFail() async throws {
        let provider = try RemoteTranslation(
            settings: RemoteTranslationSettings(dialect: .apertium, url: "http://127.0.0.1:1")
        )
        #expect(await provider.status() == .ready)
        await provider.shutdown()
        #expect(await provider.failure()?.code == .unavailable)
        #expect(await provider.status() != .ready)
    }
}
