import Audio
import FrontEndServer
import JSON
import LanguageServices
import ServiceClient
import ServiceRegistry
import ServiceConfiguration

/// The services of a registry as tools for a language model.
struct ServedTools: Sendable {
    let registry: ServiceRegistry
    let player: AudioPlayer

    init(_ program: Program, _ registry: ServiceRegistry) {
        self.registry = registry
        player = program.player
    }

    /// The tools for which somebody serves, and what tells who that is.
    var all: [ModelContextTool] {
        var tools: [ModelContextTool] = []
        if isServed(.speech) { tools += [speak, pronounce, listVoices] }
        if isServed(.translation) { tools.append(translate) }
        if isServed(.sentences) { tools.append(exampleSentences) }
        if isServed(.feedback) { tools.append(playFeedback) }
        return tools + [listProviders]
    }

    // MARK: What tools have in common

    /// The longest text that is spoken: a minute or so, which as text in JSON has some three megabytes.
    static let longestSpeech = 1000

    static let longestWord = SentenceRequest.longestWord

    private func isServed(_ service: Service) -> Bool { !registry.providersInUse(for: service).isEmpty }

    /// Whether somebody who serves sends texts over the network.
    func reachesOut(_ service: Service) -> Bool {
        let inUse = registry.providersInUse(for: service)
        return registry.providers(of: service).contains {
            inUse.contains($0.descriptor.id) && $0.descriptor.locality == .network
        }
    }

    private var listProviders: ModelContextTool {
        ModelContextTool(
            "list_providers",
            title: "List providers",
            "Who provides the services, in which order they are asked, whether they are ready, and whether texts leave the "
                + "machine for them.",
            parameters: [],
            isOpenWorld: false
        ) { [registry] _ in
            ToolAnswer(["providers": await ProviderListing.all(registry)])
        }
    }

    private var playFeedback: ModelContextTool {
        ModelContextTool(
            "play_feedback",
            title: "Play feedback",
            "Lets the learner feel, see or hear that something happened: success, error, warning, correct, incorrect.",
            parameters: [
                ToolParameter("event", .text(atMost: 100), "What happened", isRequired: true),
                ToolParameter("strength", .number(0...1), "A factor for how strong it is"),
            ],
            isReadOnly: false,
            isOpenWorld: false
        ) { [registry] arguments in
            let request = FeedbackRequest(event: arguments.text("event") ?? "", strength: arguments.number("strength"))
            let handle = try await registry.feedback().play(request)
            return ToolAnswer(["report": ReportJSON.value(handle.report)])
        }
    }
}
