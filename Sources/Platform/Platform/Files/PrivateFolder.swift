package import LanguageServices

/// A folder that is this user's own, in a place that others may write to.
package enum PrivateFolder {
    /// Makes the folder where it is missing, and makes sure that nobody else can put anything into it.
    ///
    /// - Parameters:
    ///   - path: The folder; the one above it is there.
    ///   - remedy: What to do when the path cannot be used.
    /// - Throws: `ServiceError.Code.io` when it cannot be made, is a link, or belongs to another user.
    package static func make(_ path: String, remedy: String) throws(ServiceError) {
        func refused(_ reason: String) -> ServiceError {
            ServiceError(.io, "\(SystemFailure.quoted(path)) \(reason)", remedy: remedy)
        }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST else {
            throw SystemFailure.error("cannot make the folder", path, errno: errno)
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw refused("is not a folder") }
        guard status.st_uid == geteuid() else { throw refused("belongs to another user") }
        guard status.st_mode & 0o022 == 0 else { throw refused("can be written by other users") }
    }
}
