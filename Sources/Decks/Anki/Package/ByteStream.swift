import Files
import LanguageServices

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Reads and writes files from end to end, a piece at a time.
enum ByteStream {
    /// How much is held at a time.
    static let piece = 1 << 18

    /// Reads a regular file.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - body: Told of each piece.
    static func read(_ path: String, _ body: (UnsafeRawBufferPointer) throws(ServiceError) -> Void)
        throws(ServiceError)
    {
        guard !path.utf8.contains(0) else { throw ServiceError(.io, "the name of the file contains a NUL byte") }
        // A pipe that nobody writes to would keep us waiting here, before we can see what it is.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw status.st_mode & S_IFMT == S_IFDIR
                ? SystemFailure.error("cannot read", path, errno: EISDIR)
                : ServiceError(.io, "\(SystemFailure.quoted(path)) is no regular file")
        }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: piece, alignment: 16)
        defer { buffer.deallocate() }
        var offset: off_t = 0
        while true {
            let count = pread(descriptor, buffer.baseAddress, buffer.count, offset)
            if count == 0 { return }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemFailure.error("cannot read", path, errno: errno)
            }
            offset += off_t(count)
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Makes a file in a private folder.
    ///
    /// - Parameters:
    ///   - path: The file, which must not be there.
    ///   - body: Given what takes the bytes.
    static func make(
        _ path: String,
        _ body: ((UnsafeRawBufferPointer) throws(ServiceError) -> Void) throws(ServiceError) -> Void
    )
        throws(ServiceError)
    {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
        defer { close(descriptor) }
        var offset: off_t = 0
        try body { (bytes) throws(ServiceError) in
            var rest = bytes[...]
            while !rest.isEmpty {
                let part = UnsafeRawBufferPointer(rebasing: rest)
                let count = pwrite(descriptor, part.baseAddress, part.count, offset)
                if count < 0 {
                    if errno == EINTR { continue }
                    let number = errno
                    var error = SystemFailure.error("cannot write", path, errno: number)
                    // The user has not chosen this place, and may not know how to.
                    if [ENOSPC, EDQUOT].contains(number) {
                        error.remedy = "free some space, or set TMPDIR to another folder"
                    }
                    throw error
                }
                offset += off_t(count)
                rest = rest.dropFirst(count)
            }
        }
    }

    /// Copies a file into a private folder.
    static func copy(_ path: String, to copy: String) throws(ServiceError) {
        try make(copy) { (write) throws(ServiceError) in try read(path, write) }
    }

    /// Removes a file of a private folder.
    static func remove(_ path: String) { unlink(path) }

    /// The size and the SHA-1 of a file.
    static func fingerprint(_ path: String) throws(ServiceError) -> (size: Int, hash: [UInt8]) {
        var hash = SecureHash1()
        var size = 0
        try read(path) { bytes in
            hash.add(bytes)
            size += bytes.count
        }
        return (size, hash.finish())
    }

    /// The size of a file.
    static func size(_ path: String) throws(ServiceError) -> Int {
        var status = stat()
        guard stat(path, &status) == 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        return Int(status.st_size)
    }

    /// Writes a few bytes into a file of a private folder, at a place.
    static func overwrite(_ bytes: [UInt8], in path: String, at offset: Int) throws(ServiceError) {
        let descriptor = open(path, O_WRONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
        defer { close(descriptor) }
        guard pwrite(descriptor, bytes, bytes.count, off_t(offset)) == bytes.count else {
            throw SystemFailure.error("cannot write", path, errno: errno)
        }
    }
}
