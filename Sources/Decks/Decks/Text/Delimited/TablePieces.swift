import LanguageServices
import Platform

/// Where in a table a reading of it is.
struct TablePosition: Sendable {
    /// The line, from 1.
    var line = 1
    /// The number of the next note, from 0.
    var number = 0
    /// No row was found yet, so that comments are still those at the top.
    var isTop = true
    /// The next row names the columns.
    var isHeader: Bool
}

/// Some rows of a table that stand together, with all that is between them, for a thread to work on by itself.
struct TablePiece: Sendable {
    var position: TablePosition
    var bytes: [UInt8] = []
}

/// What came of the rows of a piece, up to the first at which something went wrong.
struct TablePieceResult<Value: Sendable>: Sendable {
    var value: Value
    /// What is written in place of the rows, in UTF-8.
    var bytes: [UInt8] = []
    /// How many rows were changed.
    var changed = 0
    var failure: (any Error)?
}

/// Cuts a table into pieces of whole rows.
struct TablePieces {
    private var scanner: RowScanner
    private var position: TablePosition
    private var failure: ServiceError?
    private var isAtEnd = false

    /// So many bytes and the rest of a row are a piece: enough to be worth another thread, and little to hold in memory.
    private static let size = 1 << 14
    /// A piece with a row that makes it so large is worked on alone, so that memory holds few of them.
    private static let largeSize = 1 << 20

    init(_ table: DelimitedTable) throws(ServiceError) {
        scanner = try table.scanner()
        position = TablePosition(isHeader: table.hasHeader)
    }

    /// The next piece; `nil` at the end.
    ///
    /// - Throws: What is wrong with a row, when the rows before it were given.
    mutating func next() throws(ServiceError) -> TablePiece? {
        if let failure { throw failure }
        guard !isAtEnd else { return nil }
        var piece = TablePiece(position: position)
        piece.bytes.reserveCapacity(Self.size + Self.size / 4)
        while piece.bytes.count < Self.size {
            do throws(ServiceError) {
                guard try scanner.next(findsCells: false) else {
                    isAtEnd = true
                    break
                }
            } catch {
                failure = error
                break
            }
            // Where a piece has no row yet, its first line is that of what the scanner has found.
            if piece.bytes.isEmpty { piece.position.line = scanner.line }
            piece.bytes.append(contentsOf: scanner.window.bytes(0..<scanner.end))
            if scanner.kind == .row {
                if !position.isHeader { position.number += 1 }
                position.isHeader = false
                position.isTop = false
            }
        }
        if piece.bytes.isEmpty, let failure { throw failure }
        return piece.bytes.isEmpty ? nil : piece
    }

    /// Has all pieces worked on by several threads.
    ///
    /// - Parameters:
    ///   - empty: The value of a result before anything is done.
    ///   - work: What is done with a piece.
    ///   - take: Told of the results, in the order of the table; `false` ends the work.
    mutating func forEach<Value: Sendable>(
        into empty: Value,
        _ work: @escaping @Sendable (TablePiece, inout TablePieceResult<Value>) throws -> Void,
        _ take: (TablePieceResult<Value>) throws -> Bool
    ) throws {
        @Sendable func result(of piece: TablePiece) -> TablePieceResult<Value> {
            var result = TablePieceResult(value: empty)
            do { try work(piece, &result) } catch { result.failure = error }
            return result
        }
        var pieces = OrderedPieces<TablePieceResult<Value>>()
        func takeNext() throws -> Bool? {
            guard let result = try pieces.next() else { return nil }
            return try takeOne(result)
        }
        func takeOne(_ result: TablePieceResult<Value>) throws -> Bool {
            guard try take(result) else { return false }
            if let failure = result.failure { throw failure }
            return true
        }
        while true {
            var mistake: ServiceError?
            var piece: TablePiece?
            do throws(ServiceError) { piece = try next() } catch { mistake = error }
            guard let piece else {
                while let goesOn = try takeNext() { if !goesOn { return } }
                if let mistake { throw mistake }
                return
            }
            if piece.bytes.count >= Self.largeSize {
                while let goesOn = try takeNext() { if !goesOn { return } }
                if try !takeOne(result(of: piece)) { return }
                continue
            }
            while pieces.isFull { if let goesOn = try takeNext(), !goesOn { return } }
            pieces.add { result(of: piece) }
        }
    }
}
