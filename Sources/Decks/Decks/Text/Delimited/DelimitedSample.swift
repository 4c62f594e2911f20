import LanguageServices

/// The beginning of a text of separated values, by which its dialect is found out.
struct DelimitedSample {
    /// The text, without a byte order mark.
    let bytes: [UInt8]

    /// Whether that is the whole file.
    let isWhole: Bool

    /// Whether a byte order mark stands before it.
    let hasMark: Bool

    private let file: DeckFile

    /// How much is looked at.
    private static let size = 1 << 18

    /// Reads the beginning of a file.
    ///
    /// - Throws: `ServiceError` when it cannot be read, has nothing in it, or is no text.
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
            throw ServiceError(.invalidRequest, "\(file.shownName): the file is empty", remedy: "name another file")
        }
        // UTF-16 without its mark, or no text at all.
        guard bytes.count(where: { $0 == 0 }) * 10 <= bytes.count else {
            throw ServiceError(
                .invalidRequest,
                "\(file.shownName): the file is no text in UTF-8: it is full of NUL characters",
                remedy: "save it as UTF-8"
            )
        }
    }

    /// The rows of the beginning, read in one way.
    struct Survey {
        /// How many rows have so many cells.
        var rowsByCells: [Int: Int] = [:]
        var rows = 0
        /// How many of the rows have something behind a closing quotation mark.
        var raggedRows = 0
        /// Whether a cell that is not in quotation marks has an odd number of them, as half of another cell has.
        var hasHalves = false
        /// How many cells are in quotation marks because they have to be.
        var cellsInNeed = 0
        /// A quotation mark is not closed, and far too much follows it.
        var isUnclosed = false
        /// How many cells the first row has.
        var firstCount = 0
        /// The texts of the first rows.
        var firstRows: [[String]] = []
        /// How lines end within cells.
        var cellLineEnds: Set<LineEnd> = []
        var hasMixedCell = false

        /// The most common number of cells; of two, the larger.
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
                if !cell.isRagged, cell.isIntricate || raw.contains(where: { $0 == separator || $0 == 0x0A }) {
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

    /// Reads the beginning in one way.
    func survey(_ dialect: DelimitedDialect) -> Survey {
        var scanner = RowScanner(TextWindow(bytes), file: file, dialect: dialect)
        var survey = Survey()
        do throws(ServiceError) {
            while try scanner.next() {
                // The last row of a part of a file is a part of a row, unless there is no other.
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
