package import LanguageServices
import Platform

/// Takes from a text what a language model would not read as text.
///
/// Servers take control tokens for what they are wherever they stand: a flashcard that holds the token for the end of a message
/// ends the message, and can go on in another's name.
package enum ChatText {
    /// A text without control tokens, control characters and characters that cannot be seen.
    package static func cleaned(_ text: String) -> String {
        var result = withoutInvisible(text)
        // What is left when a token is taken out of another one may be a token again.
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

    /// Zero-width spaces, marks of direction, tags. Joiners stay: emoji, and words of Persian and Indian languages, need them.
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

    /// Without `<|…|>`, which are tokens of most models.
    private static func withoutBars(_ text: String, _ start: String, _ end: String) -> String {
        guard text.contains(start) else { return text }
        var result = ""
        var rest = text[...]
        while let opening = rest.firstRange(of: start) {
            result += rest[..<opening.lowerBound]
            rest = rest[opening.upperBound...]
            // A token is short and without spaces; the two signs alone are not left either.
            if let closing = rest.prefix(48).firstRange(of: end),
                !rest[..<closing.lowerBound].contains(where: \.isWhitespace)
            {
                rest = rest[closing.upperBound...]
            }
        }
        return result + rest
    }

    /// Whether an answer holds a control token, which no translation does.
    package static func holdsToken(_ text: String) -> Bool { withoutTokens(text) != text }
}

/// A prompt of the user's own.
package enum CustomPrompt {
    /// The prompt without its first line, which says that it is one.
    ///
    /// - Parameters:
    ///   - text: What stands in the file.
    ///   - form: The first line that it must have, so that no other file is sent by mistake.
    /// - Throws: `ServiceError.Code.configuration` when it has not, or is empty.
    package static func body(of text: String, form: String) throws(ServiceError) -> String {
        let lines = text.split(maxSplits: 1, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        guard let first = lines.first, SurroundingWhitespace.trimmed(String(first)) == form,
            let body = lines.dropFirst().first, !BlankText.isBlank(body)
        else {
            throw ServiceError(
                .configuration,
                "the prompt does not begin with the line '\(form)', or is empty",
                remedy: "write that line first and the prompt below it"
            )
        }
        return SurroundingWhitespace.trimmed(String(body))
    }

    /// A prompt with values in the places of their names.
    ///
    /// - Parameters:
    ///   - template: The prompt with names in braces, such as `{level}`.
    ///   - values: The names and their values.
    ///   - form: How the answer must look; it comes last where the prompt does not say `{form}`.
    package static func filled(_ template: String, _ values: [(name: String, value: String)], form: String) -> String {
        var text = template.contains("{form}") ? template : template + "\n\n{form}"
        for (name, value) in values + [("{form}", form)] { text = text.replacing(name, with: value) }
        return text.split(separator: "\n", omittingEmptySubsequences: true).joined(separator: "\n")
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
