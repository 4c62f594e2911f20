import ArgumentParsing
import LanguageServices

extension ParsedArguments {
    /// The language tag that an option names.
    ///
    /// - Throws: `UsageError` when it is not well formed.
    func languageTag(_ option: Option<String>) throws -> LanguageTag? {
        try value(of: option, expecting: "a language tag such as en-GB", LanguageTag.init)
    }

    /// The language tags that an option names, with commas between them; empty without the option.
    ///
    /// - Throws: `UsageError` when one is not well formed.
    func languageTags(_ option: Option<String>) throws -> [LanguageTag] {
        try value(of: option, expecting: "language tags such as es,pt-BR") { text in
            let tags = text.split(separator: ",", omittingEmptySubsequences: false).map { LanguageTag(String($0)) }
            return tags.contains(nil) ? nil : tags.compactMap { $0 }
        } ?? []
    }
}
