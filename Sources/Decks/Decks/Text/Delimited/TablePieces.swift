import LanguageServices
import Platform

/// A reading position in a table.
struct TablePosition: Sendable {
    /// The line, from 1.
    var line = 1
    /// The index of the next note, from 0.
    var number = 0
    /// Whether no row has been found yet, so that comments may be header lines.
    var isTop = true
    /// Whether the next row is the header row.
    var isHeader: Bool
}

/// Consecutive rows of a table, including everything between them, processed by one thread.
struct TablePiece: Sendable {
    var position: TablePosition
    var bytes: [UInt8] = []
}

/// The result for the rows of a chunk, up to the first error.
struct TablePieceResult<Value: Sendable>: Sendable {
    var value: Value
    /// The output that replaces the rows, in UTF-8.
    var bytes: [UInt8] = []
    /// The number of changed rows.
    var changed = 0
    var failure: (any Error)?
}

/// Splits a table into chunks of whole rows.
struct TablePieces {
    private var scanner: RowScanner
    private var position: TablePosition
    private var failure: ServiceError?
    private var isAtEnd = false

    /// The minimum size of a chunk in bytes: large enough to justify a thread, but small enough to limit memory use.
    private static let size = 1 << 14
    /// A chunk that exceeds this size because of a long row is processed alone, to limit memory use.
    private static let largeSize = 1 << 20

    init(_ table: DelimitedTable) throws(ServiceError) {
        scanner = try table.scanner()
        position = TablePosition(isHeader: table.hasHeader)
    }

    /// The next chunk; `nil` at the end.
    ///
    /// - Throws: The error for a row, after all preceding rows have been returned.
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
            // A chunk that has no row yet begins at the scanner's line.
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

    /// Processes all chunks on several threads.
    ///
    /// - Parameters:
    ///   - empty: The initial value of a result.
    ///   - work: Processes a chunk.
    ///   - take: Called with the results in table order; returns `false` to stop.
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
