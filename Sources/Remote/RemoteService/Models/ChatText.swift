package import LanguageServices
import Platform

/// Removes language model control tokens from texts.
///
/// Servers interpret control tokens anywhere in a prompt: a flashcard with an end-of-message token would end the
/// message, and its remaining text could be read as another role's message.
package enum ChatText {
    /// A text without control tokens, control characters and invisible characters.
    package static func cleaned(_ text: String) -> String {
        var result = withoutInvisible(text)
        // Removing a token may join the text around it into another token.
        while true {
            let next = withoutTokens(result)
            if next == result { return result }
            result = next
        }
    }

    private static func withoutInvisible(_ text: String) -> String {
        var scalars = String.UnicodeScalarView()
        for scalar in SendableText.cleaned(text).unicodeScalars where !isInvisible(scalar) { scalars.append(scalar) }
        return String(scalars)
    }

    /// Zero-width spaces, bidirectional marks, tag characters. Joiners are kept, since emoji, Persian and Indic words
    /// need them.
    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200B, 0x200E, 0x200F, 0x202A...0x202E, 0x2060...0x206F, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }

    private static let tokens = [
        "[INST]", "[/INST]", "<<SYS>>", "<</SYS>>", "<s>", "</s>", "<start_of_turn>", "<end_of_turn>", "<bos>", "<eos>",
        "<unk>", "<pad>", "[TOOL_CALLS]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]",
    ]

    private static func withoutTokens(_ text: String) -> String {
        var result = text
        for token in tokens where result.contains(token) { result = result.replacing(token, with: "") }
        return withoutBars(withoutBars(result, "<|", "|>"), "<｜", "｜>")
    }

    /// Removes `<|…|>`, the token syntax of most models.
    private static func withoutBars(_ text: String, _ start: String, _ end: String) -> String {
        guard text.contains(start) else { return text }
        var result = ""
        var rest = text[...]
        while let opening = rest.firstRange(of: start) {
            result += rest[..<opening.lowerBound]
            rest = rest[opening.upperBound...]
            // A token is short and contains no spaces. Delimiters are removed even if there is no token between them.
            if let closing = rest.prefix(48).firstRange(of: end),
                !rest[..<closing.lowerBound].contains(where: \.isWhitespace)
            {
                rest = rest[closing.upperBound...]
            }
        }
        return result + rest
    }

    /// Whether an answer contains a control token, which no translation does.
    package static func holdsToken(_ text: String) -> Bool { withoutTokens(text) != text }
}

/// A custom prompt from a file.
package enum CustomPrompt {
    /// The prompt without its first line, which identifies the file format.
    ///
    /// - Parameters:
    ///   - text: The content of the file.
    ///   - form: The required first line, so that a wrong file is not sent by mistake.
    /// - Throws: `ServiceError.Code.configuration` if the line is missing or the prompt is empty.
    package static func body(of text: String, form: String) throws(ServiceError) -> String {
        let lines = text.split(maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard let first = lines.first, SurroundingWhitespace.trimmed(String(first)) == form,
            let body = lines.dropFirst().first, !BlankText.isBlank(body)
        else {
            throw ServiceError(
                .configuration,
                "the prompt does not start with the line '\(form)', or is empty",
                remedy: "start the file with that line, followed by the prompt"
            )
        }
        return SurroundingWhitespace.trimmed(String(body))
    }

    /// Replaces the placeholders of a prompt.
    ///
    /// - Parameters:
    ///   - template: The prompt with names in braces, such as `{level}`.
    ///   - values: The names and their values.
    ///   - form: The output format; it is appended if the prompt does not contain `{form}`.
    package static func filled(_ template: String, _ values: [(name: String, value: String)], form: String) -> String {
        var text = template.contains("{form}") ? template : template + "\n\n{form}"
        for (name, value) in values + [("{form}", form)] { text = text.replacing(name, with: value) }
        return text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
    }

    /// Reads the file named by a provider's option `promptFile`.
    package static func read(_ path: String, for provider: ProviderID) throws(ServiceError) -> String {
        guard path.hasPrefix("/") else {
            throw ServiceError(
                .configuration,
                "'promptFile' of provider '\(provider)' is not an absolute path: '\(path)'",
                provider: provider,
                remedy: "use an absolute path"
            )
        }
        let bytes = try WholeFile.read(path, limit: 64 << 10)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ServiceError(.configuration, "the prompt in '\(path)' is not UTF-8", provider: provider)
        }
        return text
    }
}
