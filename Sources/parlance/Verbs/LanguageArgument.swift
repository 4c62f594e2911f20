import ArgumentParsing
import LanguageServices

extension ParsedArguments {
    /// The language tag that an option names.
    ///
    /// - Throws: `UsageError` when it is not well formed.
    func languageTag(_ option: Option<String>) throws -> LanguageTag? {
        try value(of: option, expecting: "a language tag such as en-GB", LanguageTag.init)
    }
}
