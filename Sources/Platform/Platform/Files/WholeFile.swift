package import LanguageServices

/// Reads complete files that fit into memory.
package enum WholeFile {
    /// Whether a path exists and is not a folder.
    package static func exists(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFDIR
    }

    /// Whether a path exists, including folders and broken links.
    package static func isAnything(at path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The content of a file.
    ///
    /// - Parameters:
    ///   - path: The file; a pipe or device is read to the end.
    ///   - limit: The maximum number of bytes.
    /// - Throws: `ServiceError.Code.io` if the file cannot be read or is a folder, `ServiceError.Code.limitExceeded` if
    ///   it is larger than `limit`.
    package static func read(_ path: String, limit: Int) throws(ServiceError) -> [UInt8] {
        guard !path.utf8.contains(0) else { throw ServiceError(.io, "the file name contains a NUL byte") }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        defer { close(descriptor) }
        return try read(descriptor: descriptor, name: path, limit: limit)
    }

    /// The remaining content of an open file, a pipe or a terminal.
    ///
    /// - Parameters:
    ///   - descriptor: The descriptor of the file; it is not closed.
    ///   - name: The file's name for errors.
    ///   - limit: The maximum number of bytes.
    package static func read(descriptor: Int32, name: String, limit: Int) throws(ServiceError) -> [UInt8] {
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size > limit {
            throw tooLarge(name, limit)
        }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = Platform.read(descriptor, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemFailure.error("cannot read", name, errno: errno)
            }
            guard count <= limit - bytes.count else { throw tooLarge(name, limit) }
            bytes.append(contentsOf: buffer[..<count])
        }
    }

    private static func tooLarge(_ name: String, _ limit: Int) -> ServiceError {
        let size = limit >= 1 << 20 ? "\(limit >> 20) MiB" : "\(limit >> 10) KiB"
        return ServiceError(.limitExceeded, "\(SystemFailure.quoted(name)) is larger than \(size)")
    }
}
