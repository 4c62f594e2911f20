/// A piece of a text that is to be translated.
enum TextPiece: Hashable {
    /// What stays as it is and stands between sentences: a line break, a tag that begins a paragraph, a sound.
    case fixed(String)
    /// What is translated as one.
    case segment(Segment)
}

/// Words, and what stays as it is in their midst.
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

    /// The one word of which it consists; `nil` when there are more, or other things.
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

    /// Puts the masks back into a translation.
    ///
    /// - Returns: `nil` when a mask is missing, stands twice, or stands in another order.
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
