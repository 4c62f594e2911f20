import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import Testing

struct ConfigurationEnvironmentTests {
    private func read(_ environment: [String: String]) -> (contents: RegistryConfiguration, complaints: [String]) {
        let (contents, problems) = ConfigurationEnvironment.read(environment)
        let found = SampleKinds.registry().problems(in: contents)
        return (contents, problems.adding(found).map(\.description))
    }

    @Test func everySettingHasItsVariable() {
        let (contents, complaints) = read([
            "PARLANCE_SPEECH_ACCENT": "en-GB", "PARLANCE_SPEECH_RATE": "0.5", "PARLANCE_SPEECH_USE": "speaker",
            "PARLANCE_TRANSLATION_FROM": "en", "PARLANCE_TRANSLATION_TO": "es_MX", "PARLANCE_SENTENCES_LANGUAGE": "de",
            "PARLANCE_FEEDBACK_STRENGTH": "1e-1",
        ])
        #expect(complaints == [])
        #expect(contents.providers == [])
        #expect(Set(contents.services.keys) == Set(Service.allCases))
        #expect(contents.services[.speech]?.use == ["speaker"])
        #expect(contents.services[.speech]?.useOrigin == "environment variable PARLANCE_SPEECH_USE")
        #expect(
            contents.services[.speech]?.options.values == [
                "accent": OptionValue(.string("en-GB"), origin: "environment variable PARLANCE_SPEECH_ACCENT"),
                "rate": OptionValue(.number(0.5), origin: "environment variable PARLANCE_SPEECH_RATE"),
            ]
        )
        #expect(contents.services[.translation]?.options.values["to"]?.content == .string("es_MX"))
        #expect(contents.services[.translation]?.useOrigin == nil)
        #expect(contents.services[.sentences]?.options.values["language"]?.content == .string("de"))
        #expect(contents.services[.feedback]?.options.values["strength"]?.content == .number(0.1))
    }

    @Test(arguments: Service.allCases)
    func everyOptionOfAServiceCanBeSet(service: Service) {
        for option in ServiceOptions.descriptions(of: service) {
            let variable = "PARLANCE_\(service.rawValue.uppercased())_\(option.name.uppercased())"
            let (contents, _) = read([variable: "1"])
            #expect(
                contents.services[service]?.options.values[option.name]?.origin == "environment variable \(variable)"
            )
        }
    }

    @Test(
        arguments: [
            ("speaker", ["speaker"]), ("a,b,a", ["a", "b", "a"]), (" a ,\tb\n", ["a", "b"]), ("a,,b,", ["a", "b"]),
            ("two words,c", ["two words", "c"]),
        ] as [(String, [ProviderID])]
    )
    func severalProvidersAreSeparatedByCommas(text: String, use: [ProviderID]) {
        let (contents, problems) = ConfigurationEnvironment.read(["PARLANCE_SPEECH_USE": text])
        #expect(problems == [])
        #expect(contents.services[.speech]?.use == use)
    }

    @Test(arguments: [",", " , ,"])
    func aListWithoutNamesIsTold(text: String) {
        let (contents, complaints) = read(["PARLANCE_SPEECH_USE": text])
        #expect(
            complaints == [
                "environment variable PARLANCE_SPEECH_USE: no provider named; "
                    + "set it to names, separated by commas, or unset it"
            ]
        )
        #expect(contents.providers.isEmpty && contents.services[.speech]?.options.values.isEmpty == true)
        #expect(contents.services[.speech]?.use == [])
    }

    @Test(arguments: ["", " ", "\t\n", "\u{A0}"])
    func anEmptyVariableIsLikeNone(text: String) {
        let (contents, complaints) = read([
            "PARLANCE_SPEECH_ACCENT": text, "PARLANCE_SPEECH_RATE": text, "PARLANCE_SPEECH_USE": text,
            "PARLANCE_FEEDBACK_STRENGTH": text, "PARLANCE_SPEECH_ACENT": text,
        ])
        #expect(complaints == [])
        #expect(contents == RegistryConfiguration())
    }

    @Test func spaceAroundAValueDoesNotCount() {
        let (contents, complaints) = read(["PARLANCE_SPEECH_ACCENT": " en-GB\n", "PARLANCE_SPEECH_RATE": "\t2 "])
        #expect(complaints == [])
        #expect(contents.services[.speech]?.options.values["accent"]?.content == .string("en-GB"))
        #expect(contents.services[.speech]?.options.values["rate"]?.content == .number(2))
    }

    @Test(arguments: [
        ("fast", "'fast'"), ("0,9", "'0,9'"), ("1 2", "'1 2'"), ("nan", "nan"), ("-nan", "nan"), ("inf", "inf"),
        ("1e999", "inf"), ("-1", "-1"), ("0", "0"), ("3.1", "3.1"), ("½", "'½'"), ("１", "'１'"),
    ])
    func aWrongNumberIsToldWithItsVariable(text: String, shown: String) {
        #expect(
            read(["PARLANCE_SPEECH_RATE": text]).complaints == [
                "environment variable PARLANCE_SPEECH_RATE: speech: 'rate' cannot be \(shown); "
                    + "set it to a number from 0.3 to 3"
            ]
        )
    }

    @Test func aWrongTagAndAnUnknownProviderAreTold() {
        #expect(
            read(["PARLANCE_SPEECH_ACCENT": "British", "PARLANCE_SPEECH_USE": "speeker"]).complaints == [
                "environment variable PARLANCE_SPEECH_USE: speech uses the unknown provider 'speeker'; "
                    + "did you mean 'speaker'?; define it under \"providers\", or use the name of a kind"
            ]
        )
        #expect(
            read(["PARLANCE_SPEECH_ACCENT": "en GB"]).complaints == [
                "environment variable PARLANCE_SPEECH_ACCENT: speech: 'accent' cannot be 'en GB'; "
                    + "set it to a language tag such as en-GB"
            ]
        )
    }

    @Test(arguments: [
        ("PARLANCE_SPEECH_ACENT", "; did you mean 'PARLANCE_SPEECH_ACCENT'?"),
        ("PARLANCE_SPEECH_accent", "; did you mean 'PARLANCE_SPEECH_ACCENT'?"),
        ("PARLANCE_SPEECH_RTAE", "; did you mean 'PARLANCE_SPEECH_RATE'?"),
        ("PARLANCE_SPEECH_XYZ", ""), ("PARLANCE_SPEECH_STRENGTH", ""), ("PARLANCE_SPEECH_", ""),
        ("PARLANCE_SPEECH_ROLES", ""),
    ])
    func anUnknownSettingHasAHint(variable: String, hint: String) {
        let (contents, complaints) = read([variable: "x"])
        #expect(
            complaints == [
                "environment variable \(variable): unknown setting\(hint); "
                    + "use one of PARLANCE_SPEECH_ACCENT, PARLANCE_SPEECH_NORMALIZE, PARLANCE_SPEECH_QUEUE, PARLANCE_SPEECH_RATE, PARLANCE_SPEECH_STRICT, PARLANCE_SPEECH_USE"
            ]
        )
        #expect(contents.providers.isEmpty && contents.services[.speech]?.options.values.isEmpty == true)
        #expect(contents.services[.speech]?.use == [])
    }

    @Test(arguments: [
        "PARLANCE_SPEECHX_Y", "PARLANCE_SPEECH", "PARLANCE_CONFIG", "PARLANCE_DATA", "XPARLANCE_SPEECH_RATE",
        "parlance_speech_rate", "PARLANCE__RATE", "PARLANCE_", "", "SPEECH_RATE",
    ])
    func otherNamesAreNoneOfOurs(variable: String) {
        let (contents, complaints) = read([variable: "x"])
        #expect(complaints == [])
        #expect(contents == RegistryConfiguration())
    }

    @Test func problemsStandInAStableOrder() {
        let environment = Dictionary(uniqueKeysWithValues: (0..<50).map { ("PARLANCE_SPEECH_X\($0)", "1") })
        let variables = ConfigurationEnvironment.read(environment).problems.map { $0.message.prefix { $0 != ":" } }
        #expect(variables.count == 50)
        #expect(variables == variables.sorted())
    }
}
