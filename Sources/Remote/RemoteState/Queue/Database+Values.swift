import Database
import LanguageServices

/// A value of a statement.
enum SQLValue {
    case integer(Int64)
    case text(String)
    case null

    init(_ text: String?) { self = text.map { .text($0) } ?? .null }
}

extension Database {
    /// A statement with its values.
    func statement(_ sql: String, _ values: [SQLValue]) throws(ServiceError) -> Statement {
        let statement = try prepare(sql)
        var place: Int32 = 1
        for value in values {
            switch value {
            case .integer(let number): try statement.bind(place, integer: number)
            case .text(let text): try statement.bind(place, text: text)
            case .null: try statement.bindNull(place)
            }
            place += 1
        }
        return statement
    }

    /// Runs a statement with values, and says how many rows it changed.
    @discardableResult
    func run(_ sql: String, _ values: [SQLValue]) throws(ServiceError) -> Int {
        try statement(sql, values).run()
        return changes
    }
}
