import DictionaryImport
import DictionaryTranslation
import LanguageServices
import ServiceRegistry

// guide: registry
/// The usual translation of each English word in Spanish; `nil` for a word without one.
func spanish(_ words: [String], with registry: ServiceRegistry) async throws -> [String?] {
    let request = TranslationRequest(texts: words, source: LanguageTag("en"), target: LanguageTag("es"))
    let response = try await registry.translation().translate(request)
    return response.results.map { try? $0.get().text }
}
// guide: end

// guide: dictionary
/// A dictionary provider with the app's own table, whose compiled form is kept in a folder.
func ownDictionary(table: String, in folder: String) throws -> DictionaryTranslation {
    let library = DictionaryLibrary(folder: folder)
    if try library.list().isEmpty {
        try library.importDictionary(DictionaryOpening.open(path: table))
    }
    return DictionaryTranslation(locations: DictionaryLocations(library: folder))
}
// guide: end
