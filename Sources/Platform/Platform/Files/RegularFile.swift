package import LanguageServices

/// A file that is kept open for reading, so its content stays the same even if another file takes its path.
///
/// Other kinds of files are rejected immediately: a pipe cannot be read twice, and a device has no end.
package final class RegularFile: Sendable {
    /// The file's path when it was opened.
    package let path: String
    /// The file's size when it was opened, in bytes.
    package let size: Int

    private let parts: FileParts

    /// The buffer size for reading or copying a complete file.
    package static let piece = 1 << 18

    /// Opens a file.
    ///
    /// - Throws: `ServiceError.Code.io` if it cannot be read or is not a regular file.
    package init(path: String) throws(ServiceError) {
        let opened = try Self.open(path)
        self.path = path
        size = opened.size
        parts = FileParts(taking: opened.descriptor, name: path)
    }

    /// Rejects an existing file that is not regular, before a library opens it by path.
    package static func check(_ path: String) throws(ServiceError) {
        var status = stat()
        guard stat(path, &status) == 0 else { return }
        if let failure = failure(path, status, "it is not a regular file") { throw failure }
    }

    /// Reads bytes at an offset.
    ///
    /// - Returns: The number of bytes read; fewer than requested only at the end.
    package func read(into buffer: UnsafeMutableRawBufferPointer, at offset: Int) throws(ServiceError) -> Int {
        try parts.read(at: offset, into: buffer)
    }

    /// The bytes at an offset; fewer than requested only at the end.
    package func bytes(_ count: Int, at offset: Int = 0) throws(ServiceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var result: Result<Int, ServiceError> = .success(0)
        bytes.withUnsafeMutableBytes { buffer in
            result = Result { () throws(ServiceError) in try read(into: buffer, at: offset) }
        }
        return Array(bytes.prefix(try result.get()))
    }

    /// Reads the complete file.
    ///
    /// - Parameter body: Receives each chunk.
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

    /// Opens a regular file and returns its descriptor, which the caller closes.
    ///
    /// - Parameter refusal: The reason to give in the error for other kinds of files.
    package static func open(
        _ path: String,
        refusal: String = "it is not a regular file"
    ) throws(ServiceError) -> (descriptor: Int32, size: Int) {
        guard !path.utf8.contains(0) else { throw ServiceError(.io, "the file name contains a NUL byte") }
        // Without O_NONBLOCK, opening a pipe would wait for a writer before its type can be checked.
        let descriptor = Platform.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
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
}

/// An open file to which several threads have concurrent random access. Unlike a ``MappedFile``, it does not count
/// towards the process's memory.
package final class FileParts: Sendable {
    private let descriptor: Int32
    private let name: String

    /// Duplicates an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, which may be closed afterwards.
    ///   - name: The file's name for errors.
    package init(descriptor: Int32, name: String) throws(ServiceError) {
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        self.name = name
        guard self.descriptor >= 0 else { throw SystemFailure.error("cannot read", name, errno: errno) }
    }

    /// Takes ownership of an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, which is closed when this object is deallocated.
    ///   - name: The file's name for errors.
    init(taking descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Reads bytes at an offset.
    ///
    /// - Returns: The number of bytes read; fewer than requested only at the end of the file.
    package func read(at offset: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ServiceError) -> Int {
        try Self.read(descriptor, name, at: offset, into: buffer)
    }

    /// Reads bytes at an offset of an open file.
    ///
    /// - Returns: The number of bytes read; fewer than requested only at the end of the file.
    package static func read(
        _ descriptor: Int32,
        _ name: String,
        at offset: Int,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(ServiceError) -> Int {
        guard let base = buffer.baseAddress, offset >= 0 else { return 0 }
        var count = 0
        while count < buffer.count {
            let more = pread(descriptor, base + count, buffer.count - count, off_t(offset + count))
            if more == 0 { break }
            if more < 0 {
                if errno == EINTR { continue }
                throw SystemFailure.error("cannot read", name, errno: errno)
            }
            count += more
        }
        return count
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}

/// A memory-mapped file.
///
/// The file may be replaced by a rename or removed while it is mapped; the mapping keeps the old content. If the file
/// is truncated in place, accessing bytes beyond its end kills the process (SIGBUS). No code in this package truncates
/// files; ``AtomicFile`` replaces them.
package final class MappedFile: Sendable {
    /// The bytes, valid for the lifetime of this object; a pointer into them does not keep it alive.
    // The memory is mapped read-only and owned by this object, so concurrent reads are safe.
    package nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// Maps a file.
    ///
    /// - Throws: `ServiceError.Code.io` if it cannot be opened or mapped, or is not a regular file.
    package convenience init(path: String) throws(ServiceError) {
        let descriptor = try RegularFile.open(path).descriptor
        defer { close(descriptor) }
        try self.init(descriptor: descriptor, name: path)
    }

    /// Maps an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, which may be closed afterwards.
    ///   - name: The file's name for errors.
    package init(descriptor: Int32, name: String) throws(ServiceError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemFailure.error("cannot read", name, errno: errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemFailure.error("cannot read", name, errno: EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ServiceError(.io, "cannot read \(SystemFailure.quoted(name)): it is not a regular file")
        }
        let count = Int(status.st_size)
        guard count > 0 else {
            bytes = UnsafeRawBufferPointer(start: nil, count: 0)
            return
        }
        guard let start = mmap(nil, count, PROT_READ, MAP_SHARED, descriptor, 0), start != MAP_FAILED else {
            throw SystemFailure.error("cannot map", name, errno: errno)
        }
        bytes = UnsafeRawBufferPointer(start: start, count: count)
    }

    /// Releases the resident pages. They are loaded again on access, usually without reading the disk; concurrent reads
    /// are safe.
    package func release() {
        guard let start = bytes.baseAddress else { return }
        madvise(UnsafeMutableRawPointer(mutating: start), bytes.count, MADV_DONTNEED)
    }

    deinit {
        if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    }
}
