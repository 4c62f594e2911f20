import LanguageServices

/// Puts a translated text together.
enum TextAssembly {
    /// The translation of a text from those of its segments.
    ///
    /// - Throws: What failed of its segments; `ServiceError.Code.notFound` when no word of it is known.
    static func translation(
        of text: String,
        _ pieces: [TextPiece],
        _ outcomes: [Segment: Result<ModeTranslator.Outcome, ServiceError>],
        provider: ProviderID
    ) throws(ServiceError) -> Translation {
        if BlankText.isBlank(text) {
            throw ServiceError(.invalidRequest, "the text is empty", remedy: "give a text to translate")
        }
        var result = ""
        var translated: [ModeTranslator.Outcome] = []
        for piece in pieces {
            switch piece {
            case .fixed(let text): result += text
            case .segment(let segment):
                guard let outcome = outcomes[segment] else {
                    throw ServiceError(.protocolViolation, "a part of the text was not answered")
                }
                let known = try outcome.get()
                result += Segment(parts: known.parts).text
                translated.append(known)
            }
        }
        let unknown = translated.flatMap(\.unknown)
        if translated.contains(where: { $0.words > 0 }), translated.reduce(0, { $0 + $1.words }) <= unknown.count {
            throw ServiceError(.notFound, "Apertium knows no word of the text")
        }
        var translation = Translation(text: result, provider: provider)
        if translated.count == 1, let only = translated.first, only.match != nil {
            translation.alternatives = only.alternatives
            translation.partOfSpeech = only.partOfSpeech
            translation.genders = only.genders
            translation.match = only.match
        }
        translation.notes = notes(unknown, translated.flatMap(\.unformed))
        return translation
    }

    private static func notes(_ unknown: [String], _ unformed: [String]) -> [String] {
        var notes: [String] = []
        if !unknown.isEmpty { notes.append("not translated: \(list(unknown))") }
        if !unformed.isEmpty { notes.append("given in the base form: \(list(unformed))") }
        return notes
    }

    /// Words, each once, not too many.
    private static func list(_ words: [String]) -> String {
        var seen: Set<String> = []
        let different = words.filter { seen.insert($0).inserted }
        let shown = different.prefix(12).joined(separator: ", ")
        return different.count > 12 ? "\(shown) and \(different.count - 12) more" : shown
    }
}
