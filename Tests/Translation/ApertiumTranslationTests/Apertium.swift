import LanguageServices
import Platform

@testable import ApertiumTranslation

/// The Apertium installation.
enum Apertium {
    /// Whether the English–Spanish pair is installed.
    static let isInstalled: Bool = {
        let modes = (try? ModeFolder(path: ModeFolder.debianPath).modes()) ?? []
        return ["eng-spa", "spa-eng"].allSatisfy { name in modes.contains { $0.name == name } }
    }()

    static func request(_ texts: [String], from source: String = "en", to target: String = "es") -> TranslationRequest {
        TranslationRequest(texts: texts, source: LanguageTag(source), target: LanguageTag(target))
    }
}

extension ApertiumTranslation {
    /// The translations of texts; error codes for failures.
    func texts(_ texts: [String], from source: String = "en", to target: String = "es") async throws -> [String] {
        try await translate(Apertium.request(texts, from: source, to: target)).results.map { result in
            switch result {
            case .success(let translation): translation.text
            case .failure(let error): "<\(error.code)>"
            }
        }
    }
}

/// The duration and the seed of fuzzing: `PARLANCE_FUZZ_SECONDS`, `PARLANCE_FUZZ_SEED`.
enum Fuzzing {
    static var seed: UInt64 { variable("PARLANCE_FUZZ_SEED").flatMap { UInt64($0) } ?? 1 }

    /// Calls `body` 3,000 times, or repeatedly for the configured duration.
    static func run(_ body: () throws -> Void) rethrows {
        guard let seconds = variable("PARLANCE_FUZZ_SECONDS").flatMap({ Int($0) }) else {
            for _ in 0..<3000 { try body() }
            return
        }
        let clock = ContinuousClock()
        let end = clock.now + .seconds(seconds)
        while clock.now < end { try body() }
    }

    private static func variable(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }
}
