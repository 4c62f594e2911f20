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

/// An open file of which several threads read any parts at once, without the file becoming a part of the memory of this
/// process as a ``MappedFile`` does.
package final class FileParts: Sendable {
    private let descriptor: Int32
    private let name: String

    /// Opens a file once more.
    ///
    /// - Parameters:
    ///   - descriptor: The file, which may be closed afterwards.
    ///   - name: What to call it in an error.
    package init(descriptor: Int32, name: String) throws(ServiceError) {
        self.descriptor = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
        self.name = name
        guard self.descriptor >= 0 else { throw SystemFailure.error("cannot read", name, errno: errno) }
    }

    /// Takes over a file that is open.
    ///
    /// - Parameters:
    ///   - descriptor: The file, which is closed with this object.
    ///   - name: What to call it in an error.
    init(taking descriptor: Int32, name: String) {
        self.descriptor = descriptor
        self.name = name
    }

    /// Reads the bytes at a place.
    ///
    /// - Returns: How many there were, fewer than asked for only at the end of the file.
    package func read(at place: Int, into buffer: UnsafeMutableRawBufferPointer) throws(ServiceError) -> Int {
        try Self.read(descriptor, name, at: place, into: buffer)
    }

    /// Reads the bytes at a place of an open file.
    ///
    /// - Returns: How many there were, fewer than asked for only at the end of the file.
    package static func read(
        _ descriptor: Int32,
        _ name: String,
        at place: Int,
        into buffer: UnsafeMutableRawBufferPointer
    ) throws(ServiceError) -> Int {
        guard let base = buffer.baseAddress, place >= 0 else { return 0 }
        var count = 0
        while count < buffer.count {
            let more = pread(descriptor, base + count, buffer.count - count, off_t(place + count))
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

/// The bytes of a file, read from the disk as they are looked at, and shared with every process that maps the same file.
///
/// The file may be replaced by a rename or removed while it is mapped: the mapping stays with the old bytes. A file that
/// is cut short in place is another matter: the system ends a process that looks at what is gone (SIGBUS). No writer of
/// this package does that; ``AtomicFile`` replaces.
package final class MappedFile: Sendable {
    /// The bytes, which are there as long as this object is: a pointer into them does not keep it alive.
    //
    // The memory is mapped for reading only, and belongs to this object until its end; that several threads read it at
    // once is harmless.
    package nonisolated(unsafe) let bytes: UnsafeRawBufferPointer

    /// Maps a file.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be opened or mapped, or is no regular file.
    package convenience init(path: String) throws(ServiceError) {
        let descriptor = try RegularFile.open(path).descriptor
        defer { close(descriptor) }
        try self.init(descriptor: descriptor, name: path)
    }

    /// Maps an open file.
    ///
    /// - Parameters:
    ///   - descriptor: The file, which may be closed afterwards.
    ///   - name: What to call it in an error.
    package init(descriptor: Int32, name: String) throws(ServiceError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemFailure.error("cannot read", name, errno: errno) }
        guard status.st_mode & S_IFMT != S_IFDIR else { throw SystemFailure.error("cannot read", name, errno: EISDIR) }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw ServiceError(.io, "cannot read \(SystemFailure.quoted(name)): it is no regular file")
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

    /// Takes the pages out of the memory of this process. They come back, mostly without the disk, when they are looked at,
    /// which other threads may do meanwhile.
    package func release() {
        guard let start = bytes.baseAddress else { return }
        madvise(UnsafeMutableRawPointer(mutating: start), bytes.count, MADV_DONTNEED)
    }

    deinit {
        if let start = bytes.baseAddress { munmap(UnsafeMutableRawPointer(mutating: start), bytes.count) }
    }
}
