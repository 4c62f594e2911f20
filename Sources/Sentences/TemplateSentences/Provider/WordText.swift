/// A word as somebody asks for it, made fit for a sentence.
struct WordText {
    /// The word, with plain apostrophes and single spaces, without what surrounds it.
    let text: String

    /// The longest word that is put into a sentence, in Unicode scalars.
    private static let longest = 60

    /// - Returns: `nil` when the text cannot stand in a sentence of a language in Latin letters: it holds control
    ///   characters, markup or another script, or no letter and no digit.
    init?(_ request: String) {
        var scalars: [Unicode.Scalar] = []
        for scalar in request.unicodeScalars {
            switch scalar {
            case "\u{2019}", "\u{2018}", "\u{2BC}": scalars.append("'")
            case "\u{2010}", "\u{2011}": scalars.append("-")
            case " ", "\u{A0}", "\t", "\u{202F}":
                if scalars.last != " " { scalars.append(" ") }
            default: scalars.append(scalar)
            }
        }
        while scalars.first.map(Self.isOuter) ?? false { scalars.removeFirst() }
        while scalars.last.map(Self.isOuter) ?? false { scalars.removeLast() }
        guard !scalars.isEmpty, scalars.count <= Self.longest else { return nil }
        guard scalars.allSatisfy(Self.mayStand), scalars.contains(where: Self.isSpoken) else { return nil }
        // A mark stands on a letter, and no letter bears a heap of them.
        var marks = 2
        for scalar in scalars {
            marks = Self.isMark(scalar) ? marks + 1 : 0
            if marks > 2 { return nil }
        }
        var view = String.UnicodeScalarView()
        for scalar in scalars { view.append(scalar) }
        text = String(view)
    }

    private static func isOuter(_ scalar: Unicode.Scalar) -> Bool {
        " .,;:!?¡¿…\"“”«»()[]".unicodeScalars.contains(scalar)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.value >= 0x300 && scalar.value <= 0x36F
    }

    private static func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
        isLatin(scalar) || scalar.value >= 48 && scalar.value <= 57
    }

    /// Letters of the Latin script, as far as European languages and Vietnamese use them.
    private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x41...0x5A, 0x61...0x7A, 0xC0...0xD6, 0xD8...0xF6, 0xF8...0x24F, 0x1E00...0x1EFF: true
        default: false
        }
    }

    private static func mayStand(_ scalar: Unicode.Scalar) -> Bool {
        isSpoken(scalar) || isMark(scalar) || " '-.,/&+%°€$£".unicodeScalars.contains(scalar)
    }
}
