/// Restores the source's spacing and case in a translation.
enum SourceFormatting {
    /// Removes the spaces left by words without a translation.
    static func spaces(_ parts: [Segment.Part], like source: Segment) -> [Segment.Part] {
        let keepsDouble = source.text.contains("  ")
        var result: [Segment.Part] = []
        for part in parts {
            guard case .words(let text) = part, !keepsDouble else {
                result.append(part)
                continue
            }
            // A run of white space in the source remains a single run, even if it contains a mask.
            var followsSpace = false
            if case .words(let before)? = result.last { followsSpace = before.hasSuffix(" ") }
            result.append(.words(single(text, followsSpace: followsSpace)))
        }
        return trimmed(result)
    }

    private static func single(_ text: String, followsSpace: Bool) -> String {
        var result = ""
        var last: Character? = followsSpace ? " " : nil
        for character in text {
            if character == " ", last == " " { continue }
            result.append(character)
            last = character
        }
        return result
    }

    private static func trimmed(_ parts: [Segment.Part]) -> [Segment.Part] {
        var parts = parts
        if case .words(let text)? = parts.first { parts[0] = .words(String(text.drop { $0 == " " })) }
        if case .words(let text)? = parts.last {
            let count = text.reversed().prefix { $0 == " " }.count
            parts[parts.count - 1] = .words(String(text.dropLast(count)))
        }
        return parts
    }

    /// Changes the case of the first letter to match the source's first letter.
    ///
    /// - Parameter keepsCapital: Whether a word is always capitalised: a name, a German noun, *I*.
    static func letterCase(_ parts: [Segment.Part], like source: Segment, keepsCapital: (String) -> Bool) -> [Segment
        .Part]
    {
        guard let original = firstWord(source.parts)?.word, let first = firstWord(parts),
            let wanted = original.first, let given = first.word.first
        else { return parts }
        if wanted.isLowercase, given.isUppercase {
            // Several capital letters indicate an abbreviation.
            guard !first.word.dropFirst().contains(where: \.isUppercase), !keepsCapital(first.word) else {
                return parts
            }
            return replacing(first, in: parts) { $0.lowercased() }
        }
        if wanted.isUppercase, given.isLowercase { return replacing(first, in: parts) { $0.uppercased() } }
        return parts
    }

    private struct FirstWord {
        let part: Int
        let start: String.Index
        let word: String
    }

    private static func firstWord(_ parts: [Segment.Part]) -> FirstWord? {
        for (index, part) in parts.enumerated() {
            guard case .words(let text) = part, let start = text.firstIndex(where: \.isLetter) else { continue }
            return FirstWord(part: index, start: start, word: String(text[start...].prefix { $0.isLetter }))
        }
        return nil
    }

    private static func replacing(
        _ first: FirstWord,
        in parts: [Segment.Part],
        _ change: (String) -> String
    ) -> [Segment.Part] {
        guard case .words(let text) = parts[first.part] else { return parts }
        var parts = parts
        let end = text.index(after: first.start)
        parts[first.part] = .words(text[..<first.start] + change(String(text[first.start])) + text[end...])
        return parts
    }
}
