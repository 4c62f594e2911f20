import Language
import LanguageServices

/// Splits texts into the parts to send and the white space between them.
///
/// A text is split only where necessary. White space at both ends is split off. If the service requires separate lines,
/// the text is split at line endings. A text that is too large is split after sentences if possible, otherwise after
/// words, and otherwise anywhere.
package struct TextChunker: Sendable {
    /// A part of a text; the parts concatenate to the text.
    package enum Piece: Sendable, Hashable {
        /// White space, which is kept unchanged.
        case space(String)
        /// Text to send.
        case text(String, isCutBySize: Bool = false)

        package var isCutBySize: Bool {
            if case .text(_, true) = self { true } else { false }
        }
    }

    /// The maximum size of a part.
    package let limit: Int

    /// Measures the size of a text.
    package let size: @Sendable (String) -> Int

    /// Whether lines are sent separately.
    package let cutsLines: Bool

    /// The language of the texts, for sentence segmentation.
    package let language: String?

    /// Creates a chunker.
    package init(limit: Int, size: @escaping @Sendable (String) -> Int, cutsLines: Bool, language: String?) {
        self.limit = limit
        self.size = size
        self.cutsLines = cutsLines
        self.language = language
    }

    /// The parts of a text.
    package func pieces(of text: String) -> [Piece] {
        var pieces: [Piece] = []
        for line in cutsLines ? Self.lines(text) : [text] { add(line, to: &pieces) }
        return pieces
    }

    private func add(_ text: String, isPart: Bool = false, to pieces: inout [Piece]) {
        let (before, core, behind) = SurroundingWhitespace.cut(text)
        Self.addSpace(before, to: &pieces)
        if BlankText.isBlank(core) {
            Self.addSpace(core, to: &pieces)
        } else if isPart || size(core) <= limit {
            pieces.append(.text(core, isCutBySize: isPart))
        } else {
            for part in parts(of: core, by: Self.Level.allCases[...]) { add(part, isPart: true, to: &pieces) }
        }
        Self.addSpace(behind, to: &pieces)
    }

    private static func addSpace(_ space: String, to pieces: inout [Piece]) {
        guard !space.isEmpty else { return }
        if case .space(let last)? = pieces.last {
            pieces[pieces.count - 1] = .space(last + space)
        } else {
            pieces.append(.space(space))
        }
    }

    private static func lines(_ text: String) -> [String] {
        var lines: [String] = []
        var line = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            line.append(scalar)
            guard scalar.properties.generalCategory == .lineSeparator || (10...13).contains(scalar.value) else {
                continue
            }
            lines.append(String(line))
            line = String.UnicodeScalarView()
        }
        if !line.isEmpty { lines.append(String(line)) }
        return lines
    }

    // MARK: By size

    private enum Level: CaseIterable {
        case sentences, words, characters, scalars
    }

    /// The largest possible parts, within the limit if possible.
    private func parts(of text: String, by levels: ArraySlice<Level>) -> [String] {
        guard let level = levels.first else { return [text] }
        var result: [String] = []
        var open = ""
        var openSize = 0
        for unit in units(of: text, level) {
            let unitSize = size(unit)
            if openSize > 0, openSize + unitSize > limit {
                result.append(open)
                open = ""
                openSize = 0
            }
            if unitSize > limit {
                result += parts(of: unit, by: levels.dropFirst())
            } else {
                open += unit
                openSize += unitSize
            }
        }
        if !open.isEmpty { result.append(open) }
        return result
    }

    private func units(of text: String, _ level: Level) -> [String] {
        switch level {
        case .sentences:
            let scalars = Array(text.unicodeScalars)
            return TextSegmenter(language: language).sentences(in: scalars).map { Self.text(scalars[$0]) }
        case .words:
            let scalars = Array(text.unicodeScalars)
            var units: [String] = []
            var start = 0
            for index in scalars.indices.dropFirst()
            where scalars[index - 1].properties.isWhitespace && !scalars[index].properties.isWhitespace {
                units.append(Self.text(scalars[start..<index]))
                start = index
            }
            units.append(Self.text(scalars[start...]))
            return units
        case .characters: return text.map { String($0) }
        case .scalars: return text.unicodeScalars.map { String($0) }
        }
    }

    private static func text(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}

/// The white space around a text, which services may change.
package enum SurroundingWhitespace {
    /// Splits a text into leading white space, core, and trailing white space.
    package static func cut(_ text: String) -> (before: String, core: String, behind: String) {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return (text, "", "") }
        let end = scalars.index(after: last)
        return (String(scalars[..<first]), String(scalars[first..<end]), String(scalars[end...]))
    }

    /// A text without surrounding white space.
    package static func trimmed(_ text: String) -> String { cut(text).core }
}

/// Removes characters that no service can process.
package enum SendableText {
    /// A text without control characters except tabs and line endings.
    package static func cleaned(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isControl(scalar) { scalars.append(scalar) }
        return String(scalars)
    }

    /// Whether a scalar is removed.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 9, 10, 13: false
        case 0..<32, 127..<160: true
        default: false
        }
    }
}
