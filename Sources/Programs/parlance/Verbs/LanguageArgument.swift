import ArgumentParsing
import LanguageServices
import ServiceRegistry
import ServiceConfiguration

extension ParsedArguments {
    /// The language tag that an option names.
    ///
    /// - Throws: `UsageError` when it is not well formed.
    func languageTag(_ option: Option<String>) throws -> LanguageTag? {
        try value(of: option, expecting: "a language tag such as en-GB", LanguageTag.init)
    }

    /// The language tags that an option names, with commas between them, each once; empty without the option.
    ///
    /// - Throws: `UsageError` when one is not well formed.
    func languageTags(_ option: Option<String>) throws -> [LanguageTag] {
        try value(of: option, expecting: "language tags such as es,pt-BR") { text in
            let tags = text.split(separator: ",", omittingEmptySubsequences: false).map { LanguageTag(String($0)) }
            guard !tags.contains(nil) else { return nil }
            return tags.compactMap { $0 }.reduce(into: []) { list, tag in
                if !list.contains(tag) { list.append(tag) }
            }
        } ?? []
    }
}

extension Program {
    /// The languages to translate to: those of `--to`, or those that are configured where these are several.
    ///
    /// - Returns: Nothing when there is at most one that is configured, which a provider is given without being told.
    func targets(_ arguments: ParsedArguments) throws -> [LanguageTag] {
        let named = try arguments.languageTags(Options.to)
        guard named.isEmpty, let settings = try configuration(arguments).registry.services[.translation] else {
            return named
        }
        var options = settings.options
        if let role = try arguments[Options.role], let own = settings.roles[Role(rawValue: role)]?.options {
            options.values.merge(own.values) { _, new in new }
        }
        // What is wrong with them is said when the configuration is loaded.
        let configured = (try? options.languageTags("to")) ?? []
        return configured.count > 1 ? configured : []
    }
}
