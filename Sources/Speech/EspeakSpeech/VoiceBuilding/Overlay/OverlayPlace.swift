import LanguageServices
import Platform

/// A folder in which overlays lie: ours alone, and with a path short enough for espeak-ng.
package struct OverlayPlace: Sendable, Hashable {
    /// The folder.
    package let path: String

    /// The folders to try, the best first: the user's cache, then what the system has for the session, then `/tmp`.
    ///
    /// - Parameter environment: Gives the value of an environment variable.
    package static func candidates(_ environment: (String) -> String?) -> [OverlayPlace] {
        func absolute(_ name: String) -> String? {
            environment(name).flatMap { $0.hasPrefix("/") && !$0.utf8.contains(0) ? $0 : nil }
        }
        let cache = absolute("XDG_CACHE_HOME") ?? absolute("HOME").map { "\($0)/.cache" }
        let paths = [
            cache.map { "\($0)/parlance/voices" },
            absolute("XDG_RUNTIME_DIR").map { "\($0)/parlance-voices" },
            "/tmp/parlance-voices-\(geteuid())",
        ]
        return paths.compactMap { $0 }.map(OverlayPlace.init)
    }

    /// The candidates of this process.
    package static var ofThisUser: [OverlayPlace] {
        candidates { name in getenv(name).map { String(cString: $0) } }
    }

    /// The place at a path.
    package init(path: String) { self.path = path }

    /// Makes the folder where it is missing, and makes sure that nobody else can put anything into it.
    ///
    /// - Throws: `ServiceError.Code.io` when the path is too long, cannot be made, is a link, or belongs to another user.
    func prepare() throws(ServiceError) {
        guard path.utf8.count <= Self.longestPath else {
            throw ServiceError(
                .io,
                "the path \(SystemFailure.quoted(path)) is too long for espeak-ng",
                remedy: "set XDG_CACHE_HOME to a folder with a shorter path"
            )
        }
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try Folder.make(String(path[..<slash])) }
        try PrivateFolder.make(path, remedy: "remove it, or set XDG_CACHE_HOME")
        guard access(path, W_OK | X_OK) == 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
    }

    /// espeak-ng cuts the path of its data at about 140 bytes; an overlay's own name takes 33 of them.
    private static let longestPath = 90
}
