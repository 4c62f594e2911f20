/// A second, independent reader of delimited text that checks the first. It is a state machine over characters that
/// keeps the value and the raw text of every cell.
enum PlainTableReader {
    struct Cell: Equatable {
        var raw: [UInt8] = []
        var value: [UInt8] = []
    }

    private enum State { case start, plain, quoted, closing }

    static func rows(_ text: [UInt8], separator: UInt8, hasQuotes: Bool) -> [[Cell]] {
        var rows: [[Cell]] = []
        var row: [Cell] = []
        var cell = Cell()
        var state = State.start
        var isReturn = false
        func endRow() {
            row.append(cell)
            if row.count > 1 || !row[0].raw.isEmpty { rows.append(row) }
            (row, cell, state) = ([], Cell(), .start)
        }
        for byte in text {
            defer { isReturn = byte == 13 && state != .quoted }
            if byte == 10, isReturn, row.isEmpty, cell.raw.isEmpty { continue }
            if state == .quoted {
                cell.raw.append(byte)
                if byte == 34 { state = .closing } else { cell.value.append(byte) }
            } else if byte == separator {
                row.append(cell)
                (cell, state) = (Cell(), .start)
            } else if byte == 10 || byte == 13 {
                endRow()
            } else {
                cell.raw.append(byte)
                switch state {
                case .start where byte == 34 && hasQuotes: state = .quoted
                case .closing where byte == 34:
                    state = .quoted
                    cell.value.append(byte)
                default:
                    state = .plain
                    cell.value.append(byte)
                }
            }
        }
        if !row.isEmpty || !cell.raw.isEmpty { endRow() }
        return rows
    }
}
