import LanguageServices

/// The beginning of delimiter-separated text, for detecting its dialect.
struct DelimitedSample {
    /// The text, without a byte order mark.
    let bytes: [UInt8]

    /// Whether the sample is the whole file.
    let isWhole: Bool

    /// Whether the file begins with a byte order mark.
    let hasMark: Bool

    private let file: DeckFile

    /// The size of the sample in bytes.
    private static let size = 1 << 18

    /// Reads the beginning of a file.
    ///
    /// - Throws: `ServiceError` when it cannot be read, is empty, or is not text.
    init(_ file: DeckFile) throws(ServiceError) {
        let window = TextWindow(try file.open())
        var hasMore = true
        while hasMore, window.count < Self.size { hasMore = try window.more() }
        let count = min(window.count, Self.size)
        let text = window.bytes(0..<count)
        hasMark = text.starts(with: [0xEF, 0xBB, 0xBF])
        bytes = Array(text.dropFirst(hasMark ? 3 : 0))
        isWhole = !hasMore && count == window.count
        self.file = file
        guard !bytes.isEmpty else {
            throw ServiceError(.invalidRequest, "\(file.displayName): the file is empty", remedy: "use another file")
        }
        // This is UTF-16 without a byte order mark, or a binary file.
        guard bytes.count(where: { $0 == 0 }) * 10 <= bytes.count else {
            throw ServiceError(
                .invalidRequest,
                "\(file.displayName): the file is not UTF-8 text: it contains many NUL characters",
                remedy: "save it as UTF-8"
            )
        }
    }

    /// The rows of the sample, parsed with one dialect.
    struct Survey {
        /// The number of rows by their number of cells.
        var rowsByCells: [Int: Int] = [:]
        var rows = 0
        /// The number of rows with text after a closing quotation mark.
        var raggedRows = 0
        /// Whether an unquoted cell has an odd number of quotation marks, as in a cell that was split in half.
        var hasHalves = false
        /// The number of cells that must be quoted.
        var cellsInNeed = 0
        /// Whether a quotation mark stays unclosed over a large part of the sample.
        var isUnclosed = false
        /// The number of cells in the first row.
        var firstCount = 0
        /// The texts of the first rows.
        var firstRows: [[String]] = []
        /// The line ends within cells.
        var cellLineEnds: Set<LineEnd> = []
        var hasMixedCell = false

        /// The most common number of cells; in a tie, the larger one.
        var commonCount: Int { rowsByCells.max { ($0.value, $0.key) < ($1.value, $1.key) }?.key ?? 0 }

        var cellLineEnd: LineEnd? { !hasMixedCell && cellLineEnds.count == 1 ? cellLineEnds.first : nil }

        fileprivate mutating func add(_ scanner: RowScanner) {
            let separator = scanner.dialect.separator
            rows += 1
            rowsByCells[scanner.cells.count, default: 0] += 1
            if rows == 1 { firstCount = scanner.cells.count }
            var isRagged = false
            for cell in scanner.cells where cell.isQuoted {
                isRagged = isRagged || cell.isRagged
                let raw = scanner.window.bytes(cell.start + 1..<max(cell.start + 1, cell.end - 1))
                if let end = LineEnd.common(in: raw) {
                    cellLineEnds.insert(end)
                } else if raw.contains(0x0A) || raw.contains(0x0D) {
                    hasMixedCell = true
                }
                if !cell.isRagged, cell.isComplex || raw.contains(where: { $0 == separator || $0 == 0x0A }) {
                    cellsInNeed += 1
                }
            }
            for cell in scanner.cells where !cell.isQuoted && !hasHalves {
                let raw = scanner.window.bytes(cell.start..<cell.end)
                hasHalves = raw.count { $0 == UInt8(ascii: "\"") } % 2 == 1
            }
            if isRagged { raggedRows += 1 }
            guard firstRows.count < 40 else { return }
            firstRows.append(scanner.cells.prefix(200).map { (try? scanner.text($0)) ?? "" })
        }
    }

    /// Parses the sample with a dialect.
    func survey(_ dialect: DelimitedDialect) -> Survey {
        var scanner = RowScanner(TextWindow(bytes), file: file, dialect: dialect)
        var survey = Survey()
        do throws(ServiceError) {
            while try scanner.next() {
                // The last row of a truncated sample is incomplete, and is ignored unless it is the only one.
                let isCut = !isWhole && scanner.end == scanner.window.count && survey.rows > 0
                if scanner.kind == .row, !isCut { survey.add(scanner) }
            }
        } catch {
            let rest = scanner.window.bytes(0..<scanner.window.count)
            survey.isUnclosed = isWhole || rest.count(where: { $0 == 0x0A || $0 == 0x0D }) >= 100
        }
        return survey
    }
}
