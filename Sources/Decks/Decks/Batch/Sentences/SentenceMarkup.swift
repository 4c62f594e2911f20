import Language
import LanguageServices

/// Formats a sentence for a field.
struct SentenceMarkup {
    let isHTML: Bool
    let style: FieldSentences.Style

    /// Formats a sentence and marks its word.
    ///
    /// - Throws: `ServiceError.Code.protocolViolation` when the sentence contains markup,
    ///   `ServiceError.Code.invalidRequest` when the word would close its cloze.
    func write(_ sentence: ExampleSentence) throws(ServiceError) -> String {
        let plain = try write(plain: sentence.text, by: sentence.provider)
        switch style {
        case .plain: return plain
        case .bold:
            guard isHTML else { return plain }
            return sentence.parts.map { part in
                let text = escaped(part.text)
                return part.isWord ? "<b>\(text)</b>" : text
            }.joined()
        case .cloze:
            guard let cloze = sentence.cloze(writing: escaped) else {
                throw ServiceError(
                    .invalidRequest,
                    "the word contains '::' or '}}', which would end the cloze",
                    remedy: "write the sentence by hand, or without '--cloze'"
                )
            }
            // The text before the word must not form markup together with the word's markup.
            let deletions = FieldMarkup(cloze, isHTML: isHTML).pieces.count { $0 == .markup("{{c1::") }
            guard deletions > 0, deletions == sentence.parts.count(where: \.isWord) else {
                throw ServiceError(
                    .protocolViolation,
                    "the word cannot be hidden in the sentence '\(sentence.text.prefix(40))'",
                    provider: sentence.provider,
                    remedy: "write the sentence by hand, or without '--cloze'"
                )
            }
            return cloze
        }
    }

    /// A text without any markup.
    func write(plain text: String, by provider: ProviderID? = nil) throws(ServiceError) -> String {
        let written = escaped(text)
        for piece in FieldMarkup(written, isHTML: isHTML).pieces {
            guard case .markup(let raw) = piece else { continue }
            throw ServiceError(
                .protocolViolation,
                "the sentence contains the markup '\(raw.prefix(40))'",
                provider: provider,
                remedy: "write it by hand, or use another provider"
            )
        }
        return written
    }

    /// A text on one line, escaped for a field.
    private func escaped(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: line.append(" ")
            default: line.append(scalar)
            }
        }
        return isHTML ? CharacterReference.escaped(String(line)) : String(line)
    }
}
