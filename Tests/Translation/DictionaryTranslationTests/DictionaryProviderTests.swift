import DictionaryImport
import DictionaryTestSupport
import DictionaryTranslation
import LanguageServices
import Platform
import TestSupport
import Testing

/// The dictionaries that a provider uses.
@Suite struct DictionaryProviderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// The missing dictionary is reported even if its name is part of the name of a damaged one, and therefore of the
    /// error.
    @Test func reportsMissingAndDamagedDictionaries() async throws {
        try add("small")
        try AtomicFile.write(Array("no index".utf8), to: "\(folder.path)/freedict-deu-eng.pdi")
        let provider = DictionaryTranslation(
            locations: DictionaryLocations(library: folder.path),
            names: ["small", "freedict-deu-eng", "deu"]
        )
        let report = try await provider.translate(request("house")).report
        #expect(report.notices.count == 2)
        #expect(report.notices.contains { $0.contains("freedict-deu-eng.pdi' is not a dictionary index") })
        #expect(report.notices.contains { $0.contains("there is no dictionary 'deu'") })
    }

    /// A damaged dictionary is reported as damaged, not as missing.
    @Test func reportsADamagedDictionary() async throws {
        try AtomicFile.write(Array("no index".utf8), to: "\(folder.path)/broken.pdi")
        let provider = DictionaryTranslation(locations: DictionaryLocations(library: folder.path), names: ["broken"])
        guard case .unavailable(let reason, _) = await provider.status() else {
            Issue.record("a provider without a dictionary is not reported as unavailable")
            return
        }
        #expect(reason.contains("broken.pdi' is not a dictionary index"))
    }

    /// An app that bundles a compiled index needs neither a folder nor an import.
    @Test(arguments: [DictionaryTranslation.Mode.dictionary, .gloss])
    func usesABundledIndex(_ mode: DictionaryTranslation.Mode) async throws {
        try add("shipped")
        let path = "\(folder.path)/shipped.pdi"
        let pair = LanguagePair(source: try Tags.en(), target: try Tags.de())
        let locations = DictionaryLocations(library: nil) {
            [
                StarterDictionary(
                    name: "shipped",
                    pair: pair,
                    path: path,
                    describing: { try DictionaryIndex(path: path).info },
                    opening: { try DictionaryIndex(path: path) }
                )
            ]
        }
        let provider = DictionaryTranslation(mode, locations: locations)
        #expect(provider.descriptor.kind == mode.rawValue)
        #expect(provider.descriptor.id == ProviderID(rawValue: mode.rawValue))
        #expect(try await provider.languagePairs() == [pair])
        let response = try await provider.translate(request("house"))
        #expect(try response.results.first?.get().text == "Haus")
    }

    private func add(_ name: String) throws {
        let entries = [TranslationEntry("house", .noun, ["Haus"])]
        try DictionaryLibrary(folder: folder.path).importDictionary(
            ListSource(name, from: try Tags.en(), to: try Tags.de(), entries)
        )
    }

    private func request(_ text: String) throws -> TranslationRequest {
        TranslationRequest(texts: [text], source: try Tags.en(), target: try Tags.de())
    }
}
