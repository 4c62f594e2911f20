/// Letters made of lines, so that a picture can be written on without a font from elsewhere.
///
/// The lines of a glyph go from point to point on a grid: four columns wide, capitals from row 0 to the baseline at row 6, small
/// letters from row 2, descenders to row 8. A text holds a point as two digits, column and row, and a space lifts the pen.
enum StrokeFont {
    /// The lines of a character; those of a box for one that there is no glyph for.
    static func strokes(of character: Character) -> [[(x: Double, y: Double)]] {
        (glyphs[character] ?? "00 40 46 06 00").split(separator: "|").map { stroke in
            stroke.split(separator: " ").compactMap { point in
                let digits = point.utf8.map { Double($0) - 48 }
                return digits.count == 2 ? (digits[0], digits[1]) : nil
            }
        }
    }

    /// How wide a text is, in units of the grid.
    static func width(of text: String) -> Double {
        max(0, text.reduce(0) { $0 + advance(of: $1) } - gap)
    }

    /// How far the pen goes for a character, and where its glyph begins on the grid.
    static func advance(of character: Character) -> Double {
        let (left, right) = extent(of: character)
        return right - left + gap
    }

    /// The columns that a glyph takes.
    static func extent(of character: Character) -> (left: Double, right: Double) {
        let columns = strokes(of: character).flatMap { $0.map(\.x) }
        guard let left = columns.min(), let right = columns.max() else { return (0, 1.5) }
        return (left, right)
    }

    /// How high capitals are, in units of the grid.
    static let capitalHeight = 6.0

    private static let gap = 1.6

    private static let glyphs: [Character: String] = [
        " ": "",
        "0": "10 30 41 45 36 16 05 01 10", "1": "11 20 26|16 36", "2": "01 10 30 41 42 06 46",
        "3": "01 10 30 41 42 33 13|33 44 45 36 16 05", "4": "36 30 04 44", "5": "40 00 03 33 44 45 36 16 05",
        "6": "41 30 10 01 05 16 36 45 44 33 13 04", "7": "00 40 16",
        "8": "10 30 41 42 33 13 02 01 10|13 04 05 16 36 45 44 33", "9": "42 33 13 02 01 10 30 41 45 36 16 05",
        ".": "26 26", ",": "26 17", "-": "13 33", "–": "03 43", "+": "03 43|21 25", "/": "06 40", ":": "23 23|26 26",
        "·": "23 23", "_": "06 46", "'": "20 21", "(": "20 11 15 26", ")": "10 21 25 16", "×": "12 45|42 15",
        "%": "06 40|00 10 11 01 00|35 45 46 36 35", "=": "02 42|04 44", "#": "10 16|30 36|02 42|04 44",
        "a": "12 32 43 46|44 14 05 16 36 45", "b": "00 06|03 12 32 43 45 36 16 05", "c": "43 32 12 03 05 16 36 45",
        "d": "40 46|43 32 12 03 05 16 36 45", "e": "04 44 43 32 12 03 05 16 36 45", "f": "40 30 21 26|12 32",
        "g": "42 47 38 18|43 32 12 03 05 16 36 45", "h": "00 06|03 12 32 43 46", "i": "22 26|20 20",
        "j": "22 27 18|20 20",
        "k": "00 06|42 04|14 46", "l": "20 26", "m": "02 06|03 12 23 26|23 32 43 46", "n": "02 06|03 12 32 43 46",
        "o": "12 32 43 45 36 16 05 03 12", "p": "02 08|03 12 32 43 45 36 16 05", "q": "42 48|43 32 12 03 05 16 36 45",
        "r": "02 06|03 12 32", "s": "43 32 12 03 14 34 45 36 16 05", "t": "20 25 36|12 32", "u": "02 05 16 36 45|42 46",
        "v": "02 26 42", "w": "02 16 23 36 42", "x": "02 46|42 06", "y": "02 05 16 36 45|42 47 38 18",
        "z": "02 42 06 46",
        "A": "06 20 46|14 34", "B": "06 00 30 41 42 33 03|33 44 45 36 06", "C": "41 30 10 01 05 16 36 45",
        "D": "00 06 26 44 42 20 00", "E": "40 00 06 46|03 33", "F": "40 00 06|03 33",
        "G": "41 30 10 01 05 16 36 45 43 23",
        "H": "00 06|40 46|03 43", "I": "10 30|20 26|16 36", "J": "40 45 36 16 05", "K": "00 06|40 04|13 46",
        "L": "00 06 46", "M": "06 00 23 40 46", "N": "06 00 46 40", "O": "10 30 41 45 36 16 05 01 10",
        "P": "06 00 30 41 42 33 03", "Q": "10 30 41 45 36 16 05 01 10|34 46", "R": "06 00 30 41 42 33 03|23 46",
        "S": "41 30 10 01 02 13 33 44 45 36 16 05", "T": "00 40|20 26", "U": "00 05 16 36 45 40", "V": "00 26 40",
        "W": "00 16 22 36 40", "X": "00 46|40 06", "Y": "00 23 40|23 26", "Z": "00 40 06 46",
    ]
}
