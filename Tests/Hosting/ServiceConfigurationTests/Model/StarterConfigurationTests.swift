import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

struct StarterConfigurationTests {
    @Test func itSaysWhatIsBuiltInExceptForItsRoles() throws {
        let reading = FileReading(StarterConfiguration.text)
        #expect(reading.messages == [])
        let builtIn = ConfigurationLayer.builtIn.contents
        #expect(Set(reading.contents.services.keys) == Set(builtIn.services.keys))
        for (service, settings) in builtIn.services {
            let starter = try #require(reading.contents.services[service])
            #expect(starter.use == settings.use)
            var options = starter.options.values.mapValues(\.content)
            // 1 is also the default for a request.
            if service == .speech { #expect(options.removeValue(forKey: "rate") == .number(1)) }
            #expect(options == settings.options.values.mapValues(\.content))
            #expect(settings.roles.isEmpty)
            #expect(starter.roles.isEmpty == (service != .speech))
        }
        // A kind's name in 'use' refers to the provider that has this name and no options.
        #expect(
            reading.contents.providers.map(\.id) == [
                "espeak", "dictionary", "apertium", "gloss", "templates", "patterns",
            ]
        )
        #expect(reading.contents.providers.allSatisfy { $0.kind == $0.id.rawValue })
        #expect(reading.contents.providers.allSatisfy { $0.options.values.isEmpty })
    }

    @Test func itMayLieInAProject() {
        #expect(FileReading(StarterConfiguration.text, mayHoldSecrets: false).messages == [])
        #expect(StarterConfiguration.text.hasSuffix("}\n"))
    }
}
