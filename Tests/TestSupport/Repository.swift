import Platform
import Testing

/// The source tree of the tests.
package enum Repository {
    /// The folder of `Package.swift`.
    package static let root: String = {
        var path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        repeat { path.removeLast() } while path.count > 1 && !exists(path.joined(separator: "/") + "/Package.swift")
        return path.joined(separator: "/")
    }()

    /// The absolute path of a file, by its path from the root.
    package static func path(_ path: String) -> String { "\(root)/\(path)" }

    /// The text of a file, by its path from the root.
    package static func text(_ path: String) throws -> String {
        let bytes = try WholeFile.read("\(root)/\(path)", limit: 1 << 22)
        return try #require(String(validating: bytes, as: UTF8.self), "\(path) is not UTF-8")
    }

    /// The paths of all files under a folder that end in `suffix`.
    package static func files(under folder: String, suffix: String) throws -> [String] {
        var found: [String] = []
        for name in try Folder.names(in: "\(root)/\(folder)") {
            let path = "\(folder)/\(name)"
            if Folder.exists("\(root)/\(path)") {
                found += try files(under: path, suffix: suffix)
            } else if name.hasSuffix(suffix) {
                found.append(path)
            }
        }
        return found
    }

    /// The names of a folder's entries.
    package static func names(in folder: String) throws -> [String] { try Folder.names(in: "\(root)/\(folder)") }

    private static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }
}
