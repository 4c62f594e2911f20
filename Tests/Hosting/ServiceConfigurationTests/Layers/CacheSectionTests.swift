import JSON
import LanguageServices
import ServiceRegistry
import Testing

@testable import ServiceConfiguration

@Suite("Configuration section 'cache'")
struct CacheSectionTests {
    private func layer(_ section: String, isTrusted: Bool = true) -> ConfigurationLayer {
        ConfigurationLayer(
            source: .namedFile(path: "p.json"),
            bytes: Array(#"{ "version": 1, "cache": \#(section) }"#.utf8),
            path: "p.json",
            mayHoldSecrets: isTrusted
        )
    }

    private func problems(_ layer: ConfigurationLayer) -> [String] {
        let configuration = Configuration(layers: [layer])
        return configuration.problems.adding(ServiceRegistry().problems(in: configuration.registry)).map(\.description)
    }

    @Test("is read")
    func reading() throws {
        let layer = layer(
            """
            { "enabled": false, "private": true, "maxMegabytes": 3, "translationDays": 1, "sentencesDays": 2,
              "speechDays": 0 }
            """
        )
        #expect(problems(layer).isEmpty)
        let settings = try CacheSettings(Configuration(layers: [layer]).registry.cache)
        #expect(!settings.isEnabled && settings.isPrivate)
        #expect(settings.maximumSize == 3 << 20)
        #expect(settings.lifetimes.translation == .seconds(86_400))
        #expect(settings.lifetimes.sentences == .seconds(2 * 86_400))
        #expect(settings.lifetimes.speech == .zero)
        let usual = try CacheSettings(Configuration(layers: [self.layer("{}")]).registry.cache)
        #expect(usual == (try CacheSettings()))
        #expect(usual.isEnabled && !usual.isPrivate && usual.maximumSize == 256 << 20)
    }

    @Test("has a key for every option, and each key has an effect")
    func everyOption() throws {
        let values: [String: OptionValue.Content] = [
            "enabled": .boolean(false), "private": .boolean(true), "maxMegabytes": .number(1),
            "translationDays": .number(1),
            "sentencesDays": .number(1), "speechDays": .number(1),
        ]
        #expect(Set(values.keys) == Set(CacheOptions.descriptions.map(\.name)))
        for (name, value) in values {
            #expect(try CacheSettings(OptionValues([name: OptionValue(value)])) != CacheSettings())
        }
    }

    @Test(
        "reports each invalid value",
        arguments: [
            ("1", "p.json:1:26: 'cache' must be an object: { \"enabled\": true }, not"),
            (#"{ "enable": true }"#, "p.json:1:28: cache has no key 'enable'; did you mean 'enabled'?"),
            (#"{ "enabled": 1 }"#, "p.json:1:39: "), (#"{ "maxMegabytes": 0 }"#, "p.json:1:44: "),
            (#"{ "maxMegabytes": 1e300 }"#, "p.json:1:44: "), (#"{ "speechDays": -1 }"#, "p.json:1:42: "),
            (#"{ "speechDays": 1.5 }"#, "p.json:1:42: "), (#"{ "private": null }"#, "p.json:1:39: "),
            (#"{ "folder": "/tmp" }"#, "p.json:1:28: cache has no key 'folder'"),
        ]
    )
    func mistakes(_ section: String, _ complaint: String) {
        let problems = problems(layer(section))
        #expect(problems.count == 1)
        #expect(problems.first?.hasPrefix(complaint) == true, "\(problems)")
    }

    @Test("can only reduce caching in a file in the current folder")
    func untrusted() {
        for section in [#"{ "enabled": false }"#, #"{ "private": true }"#, "{}"] {
            #expect(problems(layer(section, isTrusted: false)).isEmpty)
        }
        for section in [
            #"{ "enabled": true }"#, #"{ "private": false }"#, #"{ "maxMegabytes": 1 }"#, #"{ "speechDays": 36500 }"#,
        ] {
            let layer = layer(section, isTrusted: false)
            #expect(problems(layer).count == 1)
            // Nothing is cached on the disk until the file is corrected.
            #expect(layer.contents.cache.values.mapValues(\.content) == ["private": .boolean(true)])
        }
    }

    @Test("can be set by environment variables, which override individual keys")
    func environment() throws {
        let (contents, problems) = ConfigurationEnvironment.read([
            "PARLANCE_CACHE_ENABLED": " false ", "PARLANCE_CACHE_MAXMEGABYTES": "12", "PARLANCE_CACHE_SPEECHDAYS": "",
            "PARLANCE_CACHE_ENABLE": "1",
        ])
        #expect(problems.map(\.description).count == 1)
        #expect(problems.first?.message.contains("did you mean 'PARLANCE_CACHE_ENABLED'?") == true)
        let layers = [
            layer(#"{ "enabled": true, "private": true, "maxMegabytes": 1 }"#),
            ConfigurationLayer(source: .environment, contents: contents),
        ]
        let settings = try CacheSettings(Configuration(layers: layers).registry.cache)
        #expect(!settings.isEnabled && settings.isPrivate && settings.maximumSize == 12 << 20)
        let wrong = ConfigurationEnvironment.read(["PARLANCE_CACHE_ENABLED": "maybe"]).contents
        #expect(ServiceRegistry().problems(in: wrong).count == 1)
    }

    @Test("is listed with its origins")
    func listing() {
        let registry = Configuration(layers: [layer(#"{ "maxMegabytes": 3, "private": true }"#)]).registry
        let settings = ConfigurationListing.settings(registry, kinds: []).map { "\($0.name)=\($0.value) \($0.origin)" }
        #expect(settings == ["cache.maxMegabytes=3 p.json:1:44", "cache.private=true p.json:1:58"])
        let document = JSONWriter.string(ConfigurationListing.document(registry, kinds: []))
        #expect(document == #"{"version":1,"cache":{"maxMegabytes":3,"private":true}}"#)
    }
}
