package import LanguageServices
import Platform

/// A prompt of the user's own.
package enum OwnPrompt {
    /// The prompt without its first line, which says that it is one.
    ///
    /// - Parameters:
    ///   - text: What stands in the file.
    ///   - form: The first line that it must have, so that no other file is sent by mistake.
    /// - Throws: `ServiceError.Code.configuration` when it has not, or is empty.
    package static func body(of text: String, form: String) throws(ServiceError) -> String {
        let lines = text.split(maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard let first = lines.first, OuterSpace.trimmed(String(first)) == form,
            let body = lines.dropFirst().first, !BlankText.isBlank(body)
        else {
            throw ServiceError(
                .configuration,
                "the prompt does not begin with the line '\(form)', or is empty",
                remedy: "write that line first and the prompt below it"
            )
        }
        return OuterSpace.trimmed(String(body))
    }

    /// Reads the file that the option `promptFile` of a provider names.
    package static func read(_ path: String, for provider: ProviderID) throws(ServiceError) -> String {
        guard path.hasPrefix("/") else {
            throw ServiceError(
                .configuration,
                "'promptFile' of provider '\(provider)' is not an absolute path: '\(path)'",
                provider: provider,
                remedy: "write the whole path, from the root"
            )
        }
        let bytes = try WholeFile.read(path, limit: 64 << 10)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ServiceError(.configuration, "the prompt in '\(path)' is not UTF-8", provider: provider)
        }
        return text
    }
}
