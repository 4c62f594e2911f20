import LanguageServices
import LanguageServicesTesting
import Platform
import PluginHost
import TestSupport
import Testing

@Suite("Plug-in trials", .timeLimit(.minutes(10)))
struct TrialTests {
    @Test("the template passes all checks, and each suite is reported as it finishes")
    func template() async throws {
        let folder = try TemporaryFolder()
        let places = PluginLocations(
            registry: nil,
            folders: [],
            caches: folder.file("caches"),
            logs: folder.file("logs"),
            search: ProgramSearch.systemPath,
            hostVersion: "0"
        )
        let plugin = try PluginFolder(naming: Repository.path("Plugins/template-python"))
        var reports: [ConformanceReport] = []
        let isPassed = try await PluginTrial(plugin, places).run { reports.append($0) }
        #expect(isPassed)
        #expect(reports.map(\.service) == plugin.manifest.services.map(\.service))
        #expect(reports.allSatisfy { $0.isPassed && !$0.verdicts.isEmpty })
    }
}
