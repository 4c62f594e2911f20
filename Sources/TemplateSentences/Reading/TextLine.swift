/// A line of a file, and where it stands.
struct TextLine {
    var text: Substring
    var place: DataPlace

    /// The line's cells, with the place of each in it, in Unicode scalars from 1.
    var cells: [(text: Substring, column: Int)] {
        var result: [(text: Substring, column: Int)] = []
        var column = 1
        for cell in text.split(separator: "\t", omittingEmptySubsequences: false) {
            result.append((cell, column))
            column += cell.unicodeScalars.count + 1
        }
        return result
    }
}
