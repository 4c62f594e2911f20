import ArgumentParsing
import LanguageServices
import ServiceClient
import ServiceRegistry
import ServiceConfiguration

extension Program {
    /// Who gives the sentences that a command line asks for, and who translates them where that was asked for.
    func sentences(_ arguments: ParsedArguments) async throws -> SentenceServices {
        try await sentenceChain(arguments).services
    }

    /// The same, with a look at who is in the chain, and how they are; of a provider on a network that may take a request.
    func sentenceServices(
        _ arguments: ParsedArguments
    ) async throws -> (services: SentenceServices, members: [AskedProvider]) {
        let (services, registry, role) = try await sentenceChain(arguments)
        return (services, try await members(of: registry, .sentences, arguments, role))
    }

    private func sentenceChain(
        _ arguments: ParsedArguments
    ) async throws -> (services: SentenceServices, registry: ServiceRegistry, role: Role) {
        let role = try arguments.role()
        let registry = try await registry(for: .sentences, arguments, role)
        let isLearning = ["quiz", "lesson"].contains(arguments.path.last)
        let services = try SentenceServices(
            registry,
            try configuration(arguments).registry,
            role: role,
            language: try arguments.languageTag(Options.sentenceLanguage),
            target: try arguments.languageTag(isLearning ? Options.meaningLanguage : Options.sentenceTo)
        )
        return (services, registry, role)
    }
}
