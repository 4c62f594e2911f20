package import LanguageServices

/// A file that is kept open for reading, so that it stays the same even when something else is put under its name.
///
/// What is no regular file is refused without waiting for anybody: a pipe could not be read twice, and a device has no
/// end.
package final class RegularFile: Sendable {
    /// Where it was when it was opened.
    package let path: String
    /// How many bytes it had when it was opened.
    package let size: Int

    private let parts: FileParts

    /// How much is held at a time by who reads or copies a whole file.
    package static let piece = 1 << 18

    /// Opens a file.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be read or is no regular file.
    package init(path: String) throws(ServiceError) {
        let opened = try Self.open(path)
        self.path = path
        size = opened.size
        parts = FileParts(taking: opened.descriptor, name: path)
    }

    /// Refuses what is there and is no regular file, for a library that opens it by its name.
    package static func check(_ path: String) throws(ServiceError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        if let failure = failure(path, status, "it is no regular file") { throw failure }
    }

    /// Reads bytes at a place.
    ///
    /// - Returns: How many were read, fewer than asked for only at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ServiceError) -> Int {
        try parts.read(at: offset, into: buffer)
    }

    /// The bytes at a place, fewer than asked for only at the end.
    package func bytes(_ count: Int, at offset: Int = 0) throws(ServiceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var result: Result<Int, ServiceError> = .success(0)
        bytes.withUnsafeMutableBytes { buffer in
            result = Result { () throws(ServiceError) in try read(into: buffer, at: offset) }
        }
        return Array(bytes.prefix(try result.get()))
    }

    /// Reads the whole file.
    ///
    /// - Parameter body: Told of each piece.
    package func readAll(_ body: (UnsafeRawBufferPointer) throws(ServiceError) -> Void) throws(ServiceError) {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: Self.piece, alignment: 16)
        defer { buffer.deallocate() }
        var offset = 0
        while true {
            let count = try read(into: buffer, at: offset)
            if count == 0 { return }
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
            offset += count
        }
    }

    /// A descriptor of a regular file, which the caller closes.
    ///
    /// - Parameter refusal: What is said of something else.
    package static func open(
        _ path: String,
        refusal: String = "it is no regular file"
    ) throws(ServiceError) -> (descriptor: Int32, size: Int) {
        guard !path.utf8.contains(0) else { throw ServiceError(.io, "the name of the file contains a NUL byte") }
        // A pipe that nobody writes to would keep us waiting here, before we can see what it is.
        let descriptor = systemOpen(path)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        var status = stat()
        let number = fstat(descriptor, &status) == 0 ? 0 : errno
        let failure =
            number == 0 ? failure(path, status, refusal) : SystemFailure.error("cannot read", path, errno: number)
        if let failure {
            close(descriptor)
            throw failure
        }
        return (descriptor, Int(status.st_size))
    }

    private static func failure(_ path: String, _ status: stat, _ refusal: String) -> ServiceError? {
        switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: SystemFailure.error("cannot read", path, errno: EISDIR)
        default:
            ServiceError(
                .io,
                "cannot read \(SystemFailure.quoted(path)): \(refusal)",
                remedy: "save its content to a file first"
            )
        }
    }

    private static func systemOpen(_ path: String) -> Int32 {
        #if canImport(Darwin)
        Darwin.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #elseif canImport(Musl)
        Musl.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #else
        Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        #endif
    }
}
