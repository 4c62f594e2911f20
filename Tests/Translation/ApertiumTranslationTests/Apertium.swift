import LanguageServices

@testable import ApertiumTranslation

/// What is installed of Apertium.
enum Apertium {
    /// Whether English and Spanish can be translated here.
    static let isInstalled: Bool = {
        let modes = (try? ModeFolder(path: ModeFolder.usual).modes()) ?? []
        return ["eng-spa", "spa-eng"].allSatisfy { name in modes.contains { $0.name == name } }
    }()

    static func request(_ texts: [String], from source: String = "en", to target: String = "es") -> TranslationRequest {
        TranslationRequest(texts: texts, source: LanguageTag(source), target: LanguageTag(target))
    }
}

extension ApertiumTranslation {
    /// The translations of texts; of a failure its code.
    func texts(_ texts: [String], from source: String = "en", to target: String = "es") async throws -> [String] {
        try await translate(Apertium.request(texts, from: source, to: target)).results.map { result in
            switch result {
            case .success(let translation): translation.text
            case .failure(let error): "<\(error.code)>"
            }
        }
    }
}
