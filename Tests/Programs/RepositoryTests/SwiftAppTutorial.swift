// guide: imports
import Audio
import Foundation
import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import StandardProviders
// guide: end

// guide: trainer
/// Looks up, explains and speaks the words of a learner.
struct Trainer {
    let registry = ServiceRegistry()

    /// Sets up the services of the user's configuration.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) async {
        let data = DataLocator(environment: environment, executable: DataLocator.executablePath())
        registry.registerStandardProviders(data: data)
        let configuration = ConfigurationLocations(environment: environment).load()
        for problem in await registry.load(configuration.registry) { print(problem) }
    }
}
// guide: end

// guide: translate
extension Trainer {
    /// The usual Spanish translation of each English word, or `nil` where there is none.
    func translations(of words: [String]) async throws -> [String?] {
        let request = TranslationRequest(texts: words, source: LanguageTag("en"), target: LanguageTag("es"))
        let response = try await registry.translation().translate(request)
        return response.results.map { try? $0.get().text }
    }
}
// guide: end

// guide: sentence
extension Trainer {
    /// An easy sentence with the word, in which the word is replaced by a gap.
    func gap(for word: String) async throws -> String? {
        let request = SentenceRequest(word: word, language: LanguageTag("en"), level: .a2)
        let response = try await registry.sentences().sentences(for: request)
        return response.sentences.first.map { sentence in
            sentence.parts.map { $0.isWord ? "____" : $0.text }.joined()
        }
    }
}
// guide: end

// guide: speak
extension Trainer {
    /// Speaks a text into a sound file, and returns the duration.
    func save(_ text: String, to path: String) async throws -> Duration {
        let request = SpeechRequest(text: text, language: LanguageTag("en-GB"))
        let recording = try await registry.speech().synthesize(request).collect()
        var file = try SoundFile(path: path, format: recording.format)
        try file.append(recording.samples)
        try file.finish()
        return recording.duration
    }
}
// guide: end
