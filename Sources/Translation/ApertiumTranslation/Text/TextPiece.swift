import LanguageServices

/// A piece of a text to translate.
enum TextPiece: Hashable {
    /// Text between sentences that is left unchanged: a line break, a tag that begins a paragraph, a sound.
    case fixed(String)
    /// A unit of translation.
    case segment(Segment)
}

/// Words, and the fixed text between them.
struct Segment: Hashable {
    /// A part of a segment.
    enum Part: Hashable {
        case words(String)
        /// Markup, a formula, an address.
        case mask(String)
    }

    var parts: [Part]

    /// The text of the segment.
    var text: String {
        parts.map { part in
            switch part {
            case .words(let text), .mask(let text): text
            }
        }.joined()
    }

    /// The only word of the segment; `nil` if it contains anything else.
    var singleWord: String? {
        guard parts.count == 1, case .words(let text) = parts[0], text.utf8.count <= 200 else { return nil }
        let isWord = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass != .notReordered
                || "-'’".unicodeScalars.contains(scalar)
        }
        return isWord ? text : nil
    }

    /// The segment in Apertium's stream format, with a number in brackets for each mask.
    var stream: String {
        var result = ""
        var number = 0
        for part in parts {
            switch part {
            case .words(let text): result += StreamFormat.escaped(text)
            case .mask:
                result += "[m\(number)]"
                number += 1
            }
        }
        return result
    }

    /// Restores the masks in a translation.
    ///
    /// - Returns: `nil` if a mask is missing, repeated, or out of order.
    func restored(_ pieces: [StreamFormat.Piece]) -> [Part]? {
        var masks = parts.compactMap { part in
            if case .mask(let text) = part { text } else { nil }
        }[...]
        var number = 0
        var result: [Part] = []
        for piece in pieces {
            switch piece {
            case .text(let text): result.append(.words(text))
            case .blank(let name):
                guard name == "m\(number)", let mask = masks.popFirst() else { return nil }
                number += 1
                result.append(.mask(mask))
            }
        }
        return masks.isEmpty ? result : nil
    }
}

/// Assembles a translated text.
enum TextAssembly {
    /// The translation of a text from the translations of its segments.
    ///
    /// - Throws: The error of a failed segment; `ServiceError.Code.notFound` if no word is known.
    static func translation(
        of text: String,
        _ pieces: [TextPiece],
        _ outcomes: [Segment: Result<ModeTranslator.Outcome, ServiceError>],
        provider: ProviderID
    ) throws(ServiceError) -> Translation {
        if BlankText.isBlank(text) {
            throw ServiceError(.invalidRequest, "the text is empty", remedy: "provide a text to translate")
        }
        var result = ""
        var translated: [ModeTranslator.Outcome] = []
        for piece in pieces {
            switch piece {
            case .fixed(let text): result += text
            case .segment(let segment):
                guard let outcome = outcomes[segment] else {
                    throw ServiceError(.protocolViolation, "a part of the text was not translated")
                }
                let known = try outcome.get()
                result += Segment(parts: known.parts).text
                translated.append(known)
            }
        }
        let unknown = translated.flatMap(\.unknown)
        if translated.contains(where: { $0.words > 0 }), translated.reduce(0, { $0 + $1.words }) <= unknown.count {
            throw ServiceError(.notFound, "Apertium does not know any word in the text")
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
        if !unformed.isEmpty { notes.append("left in the base form: \(list(unformed))") }
        return notes
    }

    /// A list of words without duplicates, limited in length.
    private static func list(_ words: [String]) -> String {
        var seen: Set<String> = []
        let different = words.filter { seen.insert($0).inserted }
        let shown = different.prefix(12).joined(separator: ", ")
        return different.count > 12 ? "\(shown) and \(different.count - 12) more" : shown
    }
}
