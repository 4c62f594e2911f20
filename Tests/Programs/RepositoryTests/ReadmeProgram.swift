// guide: program
import Foundation
import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import StandardProviders

/// The services of the user's configuration.
func services(_ environment: [String: String] = ProcessInfo.processInfo.environment) async -> ServiceRegistry {
    let registry = ServiceRegistry()
    registry.registerStandardProviders(
        data: DataLocator(environment: environment, executable: DataLocator.executablePath())
    )
    let configuration = ConfigurationLocations(environment: environment).load()
    for problem in await registry.load(configuration.registry) { print(problem) }
    return registry
}

/// Speaks a text slowly in Irish English, and reports each word.
func say(
    _ text: String,
    with registry: ServiceRegistry,
    show: (String) -> Void,
    play: (AudioChunk) -> Void
) async throws {
    let request = SpeechRequest(text: text, language: LanguageTag("en-IE"), rate: 0.8, marks: [.word])
    for try await event in try await registry.speech().synthesize(request) {
        switch event {
        case .audio(let chunk): play(chunk)
        case .mark(let mark): show(mark.range(in: text).map { String(text[$0]) } ?? "")
        case .format, .report: break
        }
    }
}
// guide: end
