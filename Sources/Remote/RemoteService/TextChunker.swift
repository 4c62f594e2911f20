import Language
import LanguageServices

/// Cuts texts into what is sent and the white space between.
///
/// A text is cut only where it must be: at its ends, at line ends where a service wants lines one by one, and where it is
/// too large, behind sentences, else behind words, else anywhere.
package struct TextChunker: Sendable {
    /// A piece of a text; all pieces together are the text.
    package enum Piece: Sendable, Hashable {
        /// White space, which stays as it is.
        case space(String)
        /// Something to be sent.
        case text(String, isCutBySize: Bool = false)

        package var isCutBySize: Bool {
            if case .text(_, true) = self { true } else { false }
        }
    }

    /// How large a piece may be.
    package let limit: Int

    /// How large a text is.
    package let size: @Sendable (String) -> Int

    /// Whether lines are pieces of their own.
    package let cutsLines: Bool

    /// The language of the texts, for the ends of their sentences.
    package let language: String?

    /// Creates a cutter.
    package init(limit: Int, size: @escaping @Sendable (String) -> Int, cutsLines: Bool, language: String?) {
        self.limit = limit
        self.size = size
        self.cutsLines = cutsLines
        self.language = language
    }

    /// The pieces of a text.
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

    /// Parts that keep the limit as far as that is possible, each as large as it may be.
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
            for place in scalars.indices.dropFirst()
            where scalars[place - 1].properties.isWhitespace && !scalars[place].properties.isWhitespace {
                units.append(Self.text(scalars[start..<place]))
                start = place
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

/// The white space around a text, which services add to and take from as they like.
package enum SurroundingWhitespace {
    /// A text in three: the space before it, itself, the space behind it.
    package static func cut(_ text: String) -> (before: String, core: String, behind: String) {
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
            let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
        else { return (text, "", "") }
        let end = scalars.index(after: last)
        return (String(scalars[..<first]), String(scalars[first..<end]), String(scalars[end...]))
    }

    /// A text without the white space around it.
    package static func trimmed(_ text: String) -> String { cut(text).core }
}

/// Takes from a text what no service can do anything with.
package enum SendableText {
    /// A text without control characters; tabs and line ends stay.
    package static func cleaned(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isControl) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars where !isControl(scalar) { scalars.append(scalar) }
        return String(scalars)
    }

    /// Whether a scalar is taken out.
    package static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 9, 10, 13: false
        case 0..<32, 127..<160: true
        default: false
        }
    }
}
