package import LanguageServices

/// The place for temporary files, and folders in it.
package enum TemporaryDirectory {
    /// `TMPDIR`, or `/tmp` where it is not set.
    package static var parent: String {
        guard let folder = getenv("TMPDIR"), folder.pointee != 0 else { return "/tmp" }
        return String(cString: folder)
    }

    /// Creates a folder under a new name, with the permissions 0700.
    ///
    /// - Parameters:
    ///   - prefix: The start of its name.
    ///   - parent: The folder that it is created in.
    /// - Returns: Its path.
    /// - Throws: `ServiceError.Code.io` when it cannot be created.
    package static func make(_ prefix: String, in parent: String = parent) throws(ServiceError) -> String {
        var template = Array("\(parent)/\(prefix)XXXXXX".utf8CString)
        let isMade = template.withUnsafeMutableBufferPointer { $0.baseAddress.flatMap { mkdtemp($0) } != nil }
        guard isMade else { throw SystemFailure.error("cannot make a temporary folder in", parent, errno: errno) }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// The folder of one name that this user's processes share; `nil` when it cannot be made, or others can write to it.
    package static func ofThisUser(_ prefix: String) -> String? {
        let path = "\(parent)/\(prefix)\(geteuid())"
        return (try? PrivateFolder.make(path, remedy: "remove it")).map { path }
    }

    /// Removes a folder and its content, and follows no link. What cannot be removed stays.
    ///
    /// - Parameter depth: How many levels of folders in it are removed as well.
    package static func remove(_ path: String, depth: Int = 6) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        for isHidden in [false, true] where depth > 0 {
            for name in (try? Folder.names(in: path, isHidden: isHidden)) ?? [] where name != "." && name != ".." {
                remove("\(path)/\(name)", depth: depth - 1)
            }
        }
        rmdir(path)
    }
}
