import DictionaryImport
import DictionaryTranslation
import LanguageServices
import ServiceRegistry

// guide: registry
/// The usual translation of each English word in Spanish; `nil` for one that nobody knows.
func spanish(_ words: [String], with registry: ServiceRegistry) async throws -> [String?] {
    let request = TranslationRequest(texts: words, source: LanguageTag("en"), target: LanguageTag("es"))
    let response = try await registry.translation().translate(request)
    return response.results.map { try? $0.get().text }
}
// guide: end

// guide: dictionary
/// A dictionary provider with one table of the app's own, which is kept compiled in a folder.
func ownDictionary(table: String, in folder: String) throws -> DictionaryTranslation {
    let library = DictionaryLibrary(folder: folder)
    if try library.list().isEmpty {
        try library.importDictionary(DictionaryOpening.open(path: table))
    }
    return DictionaryTranslation(places: DictionaryLocations(library: folder))
}
// guide: end
