import Files
import LanguageServices

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Dictionaries are read from regular files: a pipe, a device or a terminal could be waited for, and has no end.
enum RegularFile {
    /// Refuses what is there and is no regular file.
    static func check(_ path: String) throws(ServiceError) {
        var status = stat()
        guard stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else { throw failure(path) }
    }

    static func failure(_ path: String) -> ServiceError {
        ServiceError(
            .io,
            "\(SystemFailure.quoted(path)) is not a regular file",
            remedy: "name a dictionary's file"
        )
    }
}
