import DictionaryTranslation
import LanguageServices
import ServiceRegistry
import ServiceConfiguration

/// What `parlance doctor` looks at of translation.
extension DoctorVerb {
    /// The dictionaries that were imported; who does without any has the starter dictionaries.
    func dictionaries() -> DoctorFinding {
        let name = "imported dictionaries"
        let hint = "'parlance dictionary available' lists what can be imported"
        guard let folder = program.data.dictionaryLibrary else {
            return DoctorFinding(
                name: name,
                state: .ok,
                detail: "none: there is no folder for them",
                remedy: "set HOME"
            )
        }
        do {
            let all = try DictionaryLibrary(folder: folder).list()
            for one in all {
                guard case .failure(let error) = one.info else { continue }
                return DoctorFinding(name: name, state: .warning, detail: error.message, remedy: error.remedy)
            }
            return DoctorFinding(
                name: name,
                state: .ok,
                detail: all.isEmpty ? "none; \(hint)" : "\(all.count) in \(folder)"
            )
        } catch {
            let error = ServiceError(error)
            return DoctorFinding(name: name, state: .warning, detail: error.message, remedy: error.remedy)
        }
    }

    /// The directions in which a provider translates, where they are few enough to be told. A service on a network is not
    /// asked for them.
    func directions(of provider: any ServiceProvider) async -> String? {
        guard provider.descriptor.locality != .network, let provider = provider as? any TranslationProvider,
            let pairs = try? await provider.languagePairs(),
            !pairs.isEmpty
        else { return nil }
        guard pairs.count <= 6 else { return "\(pairs.count) directions" }
        return pairs.map { "\($0.source) → \($0.target)" }.joined(separator: ", ")
    }

    /// Translates a word as the configuration says, which shows more than any look at files.
    func translation(_ registry: ServiceRegistry, _ settings: ServiceSettings?) async -> DoctorFinding {
        let name = "a translated word"
        let word = "water"
        if let finding = keepLocal(.translation, in: registry, name: name, verb: "parlance translate \(word)") {
            return finding
        }
        do {
            let provider = try registry.translation()
            let pairs = try await provider.languagePairs().filter {
                $0.source.language == "en" && $0.target.language != "en"
            }
            let wanted = try settings?.options.languageTag("to")
            guard let pair = pairs.first(where: { $0.target.language == wanted?.language }) ?? pairs.first else {
                return DoctorFinding(name: name, state: .ok, detail: "not tried: nothing here translates from English")
            }
            let request = TranslationRequest(texts: [word], source: pair.source, target: pair.target)
            guard let translation = try await provider.translate(request).results.first?.get() else {
                throw ServiceError(.protocolViolation, "no answer came to '\(word)'")
            }
            return DoctorFinding(
                name: name,
                state: .ok,
                detail: "\(word) is '\(translation.text)' in \(pair.target), by \(translation.provider)"
            )
        } catch {
            let error = ServiceError(error)
            return DoctorFinding(name: name, state: .warning, detail: error.message, remedy: error.remedy)
        }
    }
}
