import ArgumentParsing
import LanguageServices
import ServiceRegistry
import ServiceConfiguration

extension Program {
    /// Who gives the sentences that a command line asks for, and who translates them where that was asked for.
    ///
    /// - Parameter looksAtMembers: Whether it is wanted who is in the chain, and how they are; of a provider on a network
    ///   that may take a request.
    func sentences(_ arguments: ParsedArguments, looksAtMembers: Bool = false) async throws -> SentenceServices {
        let role = try arguments.role()
        let registry = try await registry(for: .sentences, arguments, role)
        let settings = try sentenceSettings(arguments, role)
        let language = try arguments.languageTag(Options.sentenceLanguage) ?? settings.languageTag("language")
        let isLearning = ["quiz", "lesson"].contains(arguments.path.last)
        let target = try arguments.languageTag(isLearning ? Options.meaningLanguage : Options.sentenceTo)
        return SentenceServices(
            provider: try registry.sentences(role),
            first: registry.providersInUse(for: .sentences, role: role).first,
            members: looksAtMembers ? try await members(of: registry, .sentences, arguments, role) : [],
            translation: try target.map { target in
                SentenceTranslation(by: try registry.translation(), from: language, to: target)
            },
            language: language,
            target: try target ?? settings.languageTag("to")
        )
    }

    /// What the configuration says of sentences where a request leaves it open.
    private func sentenceSettings(_ arguments: ParsedArguments, _ role: Role) throws -> OptionValues {
        guard let settings = try configuration(arguments).registry.services[.sentences] else { return OptionValues() }
        var options = settings.options
        if let own = settings.roles[role]?.options { options.values.merge(own.values) { _, new in new } }
        return options
    }
}

/// Who is asked for sentences, and in which languages.
struct SentenceServices: Sendable {
    /// Who gives the sentences.
    var provider: any SentenceProvider

    /// Who is asked first.
    var first: ProviderID?

    /// Who is in the chain, in order, when that was wanted.
    var members: [AskedProvider]

    /// What translates sentences that come without a translation; `nil` unless the command line asks for one.
    var translation: SentenceTranslation?

    /// The language of the words; `nil` leaves it to the provider.
    var language: LanguageTag?

    /// The language into which the sentences are translated; `nil` when they are not.
    var target: LanguageTag?
}
