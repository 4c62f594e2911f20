import CSQLite

/// Where a ``Database`` is, and what may be done with it.
package enum DatabasePlace: Sendable, Hashable {
    /// In memory, empty.
    case memory
    /// A file that is only read.
    case reading(String)
    /// A file that is there and may be changed.
    case writing(String)
    /// A file that may be changed, and is made where it is missing.
    case creating(String)

    var path: String {
        switch self {
        case .memory: ":memory:"
        case .reading(let path), .writing(let path), .creating(let path): Self.plain(path)
        }
    }

    var flags: Int32 {
        switch self {
        case .reading: SQLITE_OPEN_READONLY
        case .memory, .writing: SQLITE_OPEN_READWRITE
        case .creating: SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
        }
    }

    /// A path that SQLite takes for nothing else: an empty name and `:memory:` mean a database without a file, and `file:`
    /// may begin an address with options.
    private static func plain(_ path: String) -> String {
        path.hasPrefix("/") ? path : "./" + path
    }
}
