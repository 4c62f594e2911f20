import LanguageServices
import Platform

/// Creates, changes and removes files in a private folder.
enum PrivateFile {
    /// Creates a file.
    ///
    /// - Parameters:
    ///   - path: The file, which must not exist.
    ///   - body: Called with a function that writes bytes.
    static func make(
        _ path: String,
        _ body: ((UnsafeRawBufferPointer) throws(ServiceError) -> Void) throws(ServiceError) -> Void
    )
        throws(ServiceError)
    {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
        defer { close(descriptor) }
        try body { (bytes) throws(ServiceError) in
            let failure = FileDescriptor.write(bytes, to: descriptor)
            guard failure != 0 else { return }
            var error = SystemFailure.error("cannot write", path, errno: failure)
            // The user did not choose this folder and may not know how to change it.
            if [ENOSPC, EDQUOT].contains(failure) {
                error.remedy = "free some space, or set TMPDIR to another folder"
            }
            throw error
        }
    }

    /// Copies a file into the folder.
    static func copy(_ path: String, to copy: String) throws(ServiceError) {
        let file = try RegularFile(path: path)
        try make(copy) { (write) throws(ServiceError) in try file.readAll(write) }
    }

    /// The size and SHA-1 hash of a file.
    static func fingerprint(_ path: String) throws(ServiceError) -> (size: Int, hash: [UInt8]) {
        var hash = SecureHash1()
        var size = 0
        try RegularFile(path: path).readAll { bytes in
            hash.add(bytes)
            size += bytes.count
        }
        return (size, hash.finish())
    }

    /// Overwrites bytes in a file at an offset.
    static func overwrite(_ bytes: [UInt8], in path: String, at offset: Int) throws(ServiceError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
        defer { close(descriptor) }
        let failure = FileDescriptor.write(bytes, to: descriptor, at: offset)
        guard failure == 0 else { throw SystemFailure.error("cannot write", path, errno: failure) }
    }
}
