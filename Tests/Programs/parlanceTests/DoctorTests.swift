import Foundation
import LanguageServices
import Platform
import ServiceConfiguration
import StandardProviders
import TestSupport
import Testing

@testable import parlance

@Suite("parlance doctor, on translation")
struct DoctorTests {
    private let folder: TemporaryFolder
    private let data: DataLocator

    init() throws {
        folder = try TemporaryFolder()
        data = DataLocator(
            environment: ["XDG_DATA_HOME": folder.file("data"), "XDG_CACHE_HOME": folder.file("cache")],
            executable: DataLocator.executablePath()
        )
    }

    /// The findings by name, on a system without Apertium.
    private func findings(
        _ configuration: String
    ) async throws -> (ending: ExitReport.Ending, findings: [String: [String: Any]]) {
        let file = folder.file("parlance.json")
        try Data(configuration.utf8).write(to: URL(fileURLWithPath: file))
        let apertium = try #require(StandardProviders.kinds(data: data).first { $0.name == "apertium" })
        let modes = folder.file("no-modes")
        let without = ProviderKind(
            name: "apertium",
            service: .translation,
            summary: apertium.summary,
            options: apertium.options,
            make: { context in
                var context = context
                context.options.values["modes"] = OptionValue(.string(modes))
                return try await apertium.make(context)
            }
        )
        let program = InProcess(environment: ["PARLANCE_CONFIG": file], data: data, kinds: [without])
        let outcome = await program.run(["doctor", "--json"])
        let lines = try outcome.json().map { (try #require($0["name"] as? String), $0) }
        return (outcome.ending, Dictionary(lines) { first, _ in first })
    }

    @Test("a missing Apertium is not an error unless it is configured")
    func builtIn() async throws {
        let (ending, findings) = try await findings(#"{ "version": 1 }"#)
        #expect(ending == .exited(0))
        let apertium = try #require(findings["translation: apertium"])
        #expect(apertium["state"] as? String == "ok")
        #expect((apertium["detail"] as? String)?.hasPrefix("optional: Apertium is not installed") == true)
        #expect((apertium["remedy"] as? String)?.contains("apertium-eng-spa") == true)
        #expect(findings["translation: dictionary"]?["detail"] as? String == "ready, 16 directions")
        #expect((findings["imported dictionaries"]?["detail"] as? String)?.hasPrefix("none; ") == true)
        #expect(
            findings["a translated word"]?["detail"] as? String == "water is 'Wasser' in de, by dictionary"
        )
    }

    @Test("a configured Apertium is reported as missing, and is a failure if no other provider translates")
    func configured() async throws {
        let chain = try await findings(
            #"{ "version": 1, "translation": { "use": ["apertium", "dictionary"], "to": "ja" } }"#
        )
        #expect(chain.ending == .exited(0))
        #expect(chain.findings["translation: apertium"]?["state"] as? String == "warning")
        #expect(chain.findings["a translated word"]?["detail"] as? String == "water is '水' in ja, by dictionary")
        let alone = try await findings(#"{ "version": 1, "translation": { "use": ["apertium"] } }"#)
        #expect(alone.ending == .exited(69))
        #expect(alone.findings["translation: apertium"]?["state"] as? String == "missing")
        #expect(alone.findings["a translated word"]?["state"] as? String == "warning")
    }

    @Test("remote services are not contacted")
    func remote() async throws {
        // Nothing listens at this address, so any request fails.
        let service =
            #""service": { "kind": "http-translation", "dialect": "libretranslate", "url": "http://127.0.0.1:1" }"#
        let alone = try await findings(
            #"{ "version": 1, "translation": { "use": ["service"] }, "providers": { \#(service) } }"#
        )
        #expect(alone.ending == .exited(0))
        #expect(alone.findings["translation: service"]?["detail"] as? String == "ready, not contacted")
        #expect(alone.findings["translation: service"]?["state"] as? String == "ok")
        let word = try #require(alone.findings["a translated word"])
        #expect((word["detail"] as? String)?.hasPrefix("not tried, because it would contact a remote service") == true)
        let chain = try await findings(
            #"{ "version": 1, "translation": { "use": ["service", "dictionary"], "to": "es" }, "providers": { \#(service) } }"#
        )
        #expect(chain.findings["a translated word"]?["detail"] as? String == "water is 'agua' in es, by dictionary")
    }

    @Test("an imported dictionary that cannot be opened is reported by name")
    func damaged() async throws {
        let library = try #require(data.dictionaryLibrary)
        try FileManager.default.createDirectory(atPath: library, withIntermediateDirectories: true)
        try Data("no index".utf8).write(to: URL(fileURLWithPath: library + "/mine.pdi"))
        let (_, findings) = try await findings(#"{ "version": 1 }"#)
        let imported = try #require(findings["imported dictionaries"])
        #expect(imported["state"] as? String == "warning")
        #expect((imported["detail"] as? String)?.contains("mine") == true)
        #expect(findings["a translated word"]?["state"] as? String == "ok")
    }
}
