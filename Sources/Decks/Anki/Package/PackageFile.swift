import Files
import LanguageServices

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The file of a package, kept open, so that it stays the same even when something else is put under its name.
final class PackageFile: Sendable {
    let path: String
    let size: Int
    private let descriptor: Int32

    init(path: String) throws(ServiceError) {
        guard !path.utf8.contains(0) else { throw ServiceError(.io, "the name of the deck contains a NUL byte") }
        // A pipe that nobody writes to would keep us waiting here, before we can see what it is.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        // From here on `deinit` closes it.
        self.path = path
        self.descriptor = descriptor
        var status = stat()
        let number = fstat(descriptor, &status) == 0 ? 0 : errno
        size = Int(status.st_size)
        guard number == 0 else { throw SystemFailure.error("cannot read", path, errno: number) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw status.st_mode & S_IFMT == S_IFDIR
                ? SystemFailure.error("cannot read", path, errno: EISDIR)
                : ServiceError(
                    .io,
                    "\(SystemFailure.quoted(path)) is no regular file, and a package cannot be read from a pipe",
                    remedy: "save it to a file first"
                )
        }
    }

    /// Reads bytes at a place.
    ///
    /// - Returns: How many were read, less than asked for only at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ServiceError) -> Int {
        var total = 0
        while total < buffer.count {
            let count = pread(
                descriptor,
                buffer.baseAddress?.advanced(by: total),
                buffer.count - total,
                off_t(offset + total)
            )
            if count == 0 { break }
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemFailure.error("cannot read", path, errno: errno)
            }
            total += count
        }
        return total
    }

    /// The first bytes of the file.
    func prefix(_ count: Int) throws(ServiceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var result: Result<Int, ServiceError> = .success(0)
        bytes.withUnsafeMutableBytes { buffer in
            result = Result { () throws(ServiceError) in try read(into: buffer, at: 0) }
        }
        return Array(bytes.prefix(try result.get()))
    }

    /// Copies the whole file.
    func copy(to output: inout AtomicFile) throws(ServiceError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: ByteStream.piece, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = try read(into: buffer, at: offset)
            if count == 0 { return }
            try output.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += count
        }
    }

    deinit { close(descriptor) }
}
