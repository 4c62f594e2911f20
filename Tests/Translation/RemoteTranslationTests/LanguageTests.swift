import JSON
import LanguageServices
import LanguageServicesTesting
import TestSupport
import Testing

@testable import RemoteTranslation

/// Language codes in both directions.
@Suite(.enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct LanguageTests {
    private let server: ServiceServer

    init() throws { server = try ServiceServer() }

    private func pair(_ source: String, _ target: String) throws -> LanguagePair {
        LanguagePair(source: try #require(LanguageTag(source)), target: try #require(LanguageTag(target)))
    }

    @Test func everyServiceListsItsPairs() async throws {
        let wanted: [(RemoteTranslationDialect, [(String, String)])] = [
            (.libretranslate, [("en", "pt-BR"), ("zh-Hans", "en")]), (.deepl, [("en", "zh-Hans"), ("de", "en-US")]),
            (.google, [("en", "zh-Hant"), ("he", "en")]), (.microsoft, [("en", "pt-BR"), ("en", "pt-PT")]),
            (.apertium, [("en", "es"), ("es", "en-US")]), (.openai, [("en", "ja"), ("fil", "vi")]),
        ]
        for (dialect, pairs) in wanted {
            let provider = try server.provider(dialect)
            let found = try await provider.languagePairs()
            #expect(Set(found).count == found.count)
            for (source, target) in pairs {
                #expect(found.contains(try pair(source, target)), "\(dialect) \(source) \(target)")
            }
            #expect(
                !found.contains { $0.source.language == $0.target.language && $0.source.script == $0.target.script },
                "\(dialect)"
            )
        }
    }

    @Test func listsAreRequestedOnceADay() async throws {
        let clock = TestClock()
        let provider = try server.provider(.libretranslate, clock: clock.serviceClock)
        for _ in 0..<3 { _ = try await provider.languagePairs() }
        #expect(try await server.log(.libretranslate).count == 1)
        clock.advance(by: .seconds(86_401))
        _ = try await provider.languagePairs()
        #expect(try await server.log(.libretranslate).count == 2)
    }

    @Test(arguments: [
        (RemoteTranslationDialect.libretranslate, "zh-CN", "zh-Hans"), (.libretranslate, "zh-Hans", "zh-Hans"),
        (.libretranslate, "pt-BR", "pt-BR"), (.google, "zh-HK", "zh-TW"), (.google, "nb", "no"),
        (.google, "pt-AO", "pt-PT"),
        (.microsoft, "fr-CA", "fr-ca"), (.microsoft, "fr-BE", "fr"), (.microsoft, "zh-SG", "zh-Hans"),
        (.microsoft, "sr-Latn", "sr-Latn"), (.google, "es-MX", "es"), (.microsoft, "de-AT", "de"),
    ])
    func tagsMapToServiceCodes(_ dialect: RemoteTranslationDialect, _ tag: String, _ code: String) async throws {
        _ = try? await server.provider(dialect).results(["One"], to: tag)
        let last = try #require(try await server.log(dialect).last)
        let found: String? =
            dialect == .microsoft
            ? last.target.firstMatch(of: /&to=([^&]*)/).map { String($0.1) } : try last.json["target"]?.string
        #expect(found == code)
    }

    @Test func unlistedLanguagesAreUnsupported() async throws {
        let error = await (try server.provider(.libretranslate)).failure(to: "zh-TW")
        #expect(error?.code == .unsupported)
        #expect(try await server.log(.libretranslate).map(\.target) == ["/languages"])
    }

    @Test func apertiumSelectsTheVariant() async throws {
        let provider = try server.provider(.apertium)
        _ = try await provider.results(["hola"], from: "es", to: "en-US")
        _ = try await provider.results(["hola"], from: "es-MX", to: "en-GB")
        let asked = try await server.log(.apertium)
        #expect(asked.map { $0.body.prefix(24) } == ["", "langpair=spa%7Ceng_US&fo", "langpair=spa%7Ceng&forma"])
    }

    @Test func apertiumDoesNotDetectLanguages() async throws {
        let request = TranslationRequest(texts: ["x"], target: LanguageTag("es"))
        let error = await #expect(throws: ServiceError.self) {
            _ = try await server.provider(.apertium).translate(request)
        }
        #expect(error?.code == .unsupported)
    }

    @Test func modelLanguagesCanBeConfigured() async throws {
        let provider = try server.provider(.openai) { $0.languages = ["qaa", "en"].compactMap { LanguageTag($0) } }
        #expect(try await provider.words(["One"], to: "qaa") == ["[B] One"])
        #expect(await provider.failure(to: "es")?.code == .unsupported)
        #expect(try await provider.languagePairs().count == 2)
    }

    @Test func requestsWithoutATargetAreInvalid() async throws {
        for dialect in RemoteTranslationDialect.allCases {
            let error = await #expect(throws: ServiceError.self) {
                _ = try await server.provider(dialect).translate(TranslationRequest(texts: ["x"]))
            }
            #expect(error?.code == .invalidRequest)
        }
    }
}
