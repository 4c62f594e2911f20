import JSON
import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

/// How layers are merged.
struct ConfigurationTests {
    private func layer(
        _ origin: String?,
        _ services: [Service: ServiceSettings] = [:],
        _ providers: [ProviderDefinition] = [],
        problems: [ServiceError] = []
    ) -> ConfigurationLayer {
        ConfigurationLayer(
            source: .namedFile(path: origin ?? "none"),
            contents: RegistryConfiguration(providers: providers, services: services),
            problems: problems
        )
    }

    private func options(_ values: [String: OptionValue.Content]) -> OptionValues {
        OptionValues(values.mapValues { OptionValue($0) })
    }

    @Test func noLayersSayNothing() {
        let configuration = Configuration(layers: [])
        #expect(configuration.registry == RegistryConfiguration())
        #expect(configuration.problems == [])
        #expect(configuration.layers.isEmpty)
    }

    @Test func whatIsBuiltInSpeaksAmericanEnglishAndTranslatesOffline() {
        let configuration = Configuration(layers: [.builtIn])
        #expect(Set(configuration.registry.services.keys) == [.speech, .translation, .sentences, .feedback])
        #expect(configuration.registry.services[.translation]?.use == ["dictionary", "apertium", "gloss"])
        #expect(configuration.registry.services[.sentences]?.use == ["templates"])
        #expect(configuration.registry.services[.translation]?.options.values.isEmpty == true)
        #expect(configuration.registry.services[.speech]?.use == ["espeak"])
        #expect(
            configuration.registry.services[.speech]?.options.values.mapValues(\.content) == [
                "accent": .string("en-US")
            ]
        )
        #expect(configuration.registry.providers == [])
    }

    @Test func aProviderIsReplacedAsAWholeAndKeepsItsPlace() {
        let configuration = Configuration(layers: [
            layer(
                "low",
                [:],
                [
                    ProviderDefinition(
                        id: "a",
                        kind: "x",
                        options: options(["o": .number(1), "p": .number(2)]),
                        origin: "low"
                    ),
                    ProviderDefinition(id: "b", kind: "x", origin: "low"),
                ]
            ),
            layer(
                "high",
                [:],
                [
                    ProviderDefinition(id: "c", kind: "z", origin: "high"),
                    ProviderDefinition(id: "a", kind: "y", options: options(["o": .number(3)]), origin: "high"),
                ]
            ),
        ])
        #expect(configuration.registry.providers.map(\.id) == ["a", "b", "c"])
        #expect(configuration.registry.providers.map(\.kind) == ["y", "x", "z"])
        #expect(configuration.registry.providers.first?.options.values.mapValues(\.content) == ["o": .number(3)])
        #expect(configuration.registry.providers.map(\.origin) == ["high", "low", "high"])
    }

    @Test func rolesAreMergedSettingBySetting() {
        let configuration = Configuration(layers: [
            layer(
                "low",
                [
                    .speech: ServiceSettings(roles: [
                        "slow": RoleSettings(
                            use: ["a"],
                            useOrigin: "low",
                            options: options(["rate": .number(0.5), "accent": .string("en")])
                        ),
                        "low": RoleSettings(options: options(["rate": .number(1)])),
                    ])
                ]
            ),
            layer(
                "high",
                [
                    .speech: ServiceSettings(roles: [
                        "slow": RoleSettings(options: options(["rate": .number(0.7)])),
                        "high": RoleSettings(use: ["b"], useOrigin: "high"),
                    ])
                ]
            ),
        ])
        let roles = configuration.registry.services[.speech]?.roles ?? [:]
        #expect(Set(roles.keys) == ["slow", "low", "high"])
        #expect(roles["slow"]?.use == ["a"])
        #expect(roles["slow"]?.useOrigin == "low")
        #expect(roles["slow"]?.options.values.mapValues(\.content) == ["rate": .number(0.7), "accent": .string("en")])
        #expect(roles["low"]?.use == nil)
        #expect(roles["high"]?.use == ["b"])
        #expect(roles["high"]?.useOrigin == "high")
    }

    @Test func anEmptyUseOfAHigherLayerTurnsAServiceOff() {
        let configuration = Configuration(layers: [
            .builtIn, layer("high", [.speech: ServiceSettings(use: [], useOrigin: "high")]),
        ])
        #expect(configuration.registry.services[.speech]?.use == [])
        #expect(configuration.registry.services[.speech]?.useOrigin == "high")
    }

    @Test func aUseWithoutAnOriginCounts() {
        // A program that creates a layer in code need not state the origin of each setting.
        let configuration = Configuration(layers: [
            .builtIn,
            layer(
                nil,
                [
                    .speech: ServiceSettings(
                        use: ["own"],
                        roles: ["r": RoleSettings(use: ["other"]), "s": RoleSettings(use: [])]
                    )
                ]
            ),
            layer(nil, [.speech: ServiceSettings(options: options(["rate": .number(1)]))]),
        ])
        let speech = configuration.registry.services[.speech]
        #expect(speech?.use == ["own"])
        #expect(speech?.useOrigin == nil)
        #expect(speech?.roles["r"]?.use == ["other"])
        #expect(speech?.roles["s"]?.use == [])
        let names = ConfigurationListing.settings(configuration.registry, kinds: []).map(\.name)
        #expect(
            names == [
                "speech.use", "speech.accent", "speech.rate", "speech.roles.r.use", "speech.roles.s.use",
                "translation.use", "sentences.use", "feedback.use",
            ]
        )
        #expect(
            JSONWriter.string(ConfigurationListing.document(configuration.registry, kinds: []))
                == #"{"version":1,"speech":{"use":["own"],"accent":"en-US","rate":1,"roles":{"r":{"use":["other"]},"#
                + #""s":{"use":[]}}},"translation":{"use":["dictionary","apertium","gloss"]},"sentences":{"use":["templates"]},"#
                + #""feedback":{"use":["patterns"]}}"#
        )
    }

    @Test func problemsStandInTheOrderOfTheLayers() {
        let configuration = Configuration(layers: [
            layer("a", problems: [ServiceError(.configuration, "1"), ServiceError(.configuration, "2")]), layer("b"),
            layer("c", problems: [ServiceError(.configuration, "3")]),
        ])
        #expect(configuration.problems.map(\.message) == ["1", "2", "3"])
        #expect(configuration.layers.map(\.problems.count) == [2, 0, 1])
    }
}
