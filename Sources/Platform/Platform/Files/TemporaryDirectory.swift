package import LanguageServices

/// The folder for temporary files.
package enum TemporaryDirectory {
    /// `TMPDIR`, or `/tmp` if it is not set.
    package static var parent: String {
        guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
        return String(cString: folder)
    }

    /// Creates a folder with a unique name and permissions 0700.
    ///
    /// - Parameters:
    ///   - prefix: The start of the folder's name.
    ///   - parent: The parent folder.
    /// - Returns: The path of the folder.
    /// - Throws: `ServiceError.Code.io` if the folder cannot be created.
    package static func make(_ prefix: String, in parent: String = parent) throws(ServiceError) -> String {
        var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        guard isMade else { throw SystemFailure.error("cannot create a temporary folder in", parent, errno: errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The path of the folder that ``forCurrentUser(_:)`` creates.
    package static func path(forCurrentUser prefix: String) -> String { "\(parent)/\(prefix)\(geteuid())" }

    /// A folder with a fixed name that this user's processes share; `nil` if it cannot be created, or if other users
    /// can write to it.
    package static func forCurrentUser(_ prefix: String) -> String? {
        let path = path(forCurrentUser: prefix)
        return (try? PrivateFolder.make(path, remedy: "remove it")).map { path }
    }

    /// Removes a folder and its content without following links. Errors are ignored.
    package static func remove(_ path: String) { _ = FileTree.remove(path) }
}
