import LanguageServices
import Platform

/// A file that nobody but the user may read.
enum PrivateFile {
    /// Writes a file as a whole.
    static func write(_ bytes: [UInt8], to path: String) throws(ServiceError) {
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try Folder.make(String(path[..<slash])) }
        // The file that takes its place keeps the permissions of the one that was there.
        let descriptor = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
        _ = fchmod(descriptor, 0o600)
        close(descriptor)
        try AtomicFile.write(bytes, to: path)
    }
}

extension PrivateFile {
    /// Makes a folder that nobody but the user may look into, and those above it.
    static func makeFolder(_ path: String) throws(ServiceError) {
        if let slash = path.lastIndex(of: "/"), slash != path.startIndex { try Folder.make(String(path[..<slash])) }
        guard mkdir(path, 0o700) == 0 || errno == EEXIST && Folder.exists(path) else {
            throw SystemFailure.error("cannot make the folder", path, errno: errno)
        }
    }
}
