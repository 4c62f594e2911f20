import Files
import Testing

/// The files of the source tree that the tests belong to.
enum Repository {
    /// The folder of `Package.swift`.
    static let root: String = {
        var path = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        path.removeLast(3)
        return path.joined(separator: "/")
    }()

    /// The text of a file, by its path from the root.
    static func text(_ path: String) throws -> String {
        let bytes = try WholeFile.read("\(root)/\(path)", limit: 1 << 22)
        return try #require(String(validating: bytes, as: UTF8.self), "\(path) is not UTF-8")
    }

    /// The paths of all files under a folder that end in `suffix`.
    static func files(under folder: String, suffix: String) throws -> [String] {
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
}
