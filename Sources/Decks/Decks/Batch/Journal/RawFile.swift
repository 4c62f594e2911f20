import LanguageServices
import Platform

/// A file with random-access reads and appending writes.
final class RawFile {
    /// The path; for an unnamed file, its folder.
    let path: String
    let descriptor: Int32
    private(set) var size: Int

    private init(path: String, descriptor: Int32) {
        self.path = path
        self.descriptor = descriptor
        var status = stat()
        size = fstat(descriptor, &status) == 0 ? Int(status.st_size) : 0
    }

    deinit {
        unlock()
        close(descriptor)
    }

    /// Opens a file for exclusive use by one run, and creates it if it is missing.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be written, and `ServiceError.Code.unavailable` when another run
    ///   has locked it.
    static func locked(path: String, shownFor output: String) throws(ServiceError) -> RawFile {
        guard !path.utf8.contains(0) else { throw ServiceError(.io, "the output file name contains a NUL byte") }
        for _ in 0..<100 {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
            let file = RawFile(path: path, descriptor: descriptor)
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw ServiceError(
                    .io,
                    "cannot write \(SystemFailure.quoted(path)): it is not a regular file",
                    remedy: "remove it"
                )
            }
            // Content planted by another user would be accepted as answers.
            guard status.st_uid == geteuid() || status.st_mode & 0o022 == 0 else {
                throw ServiceError(
                    .io,
                    "cannot use \(SystemFailure.quoted(path)): it is owned by another user and writable by others",
                    remedy: "remove it, or choose another output"
                )
            }
            // A journal contains texts; it may have been copied or restored with other permissions.
            if status.st_uid == geteuid(), status.st_mode & 0o077 != 0 { _ = fchmod(descriptor, 0o600) }
            var result = flock(descriptor, LOCK_EX | LOCK_NB)
            while result != 0, errno == EINTR { result = flock(descriptor, LOCK_EX | LOCK_NB) }
            let number = errno
            if result != 0 {
                guard number == EWOULDBLOCK else { throw SystemFailure.error("cannot lock", path, errno: number) }
                throw ServiceError(
                    .unavailable,
                    "another run is working on \(SystemFailure.quoted(output))",
                    remedy: "wait until it finishes, or choose another output"
                )
            }
            // The run that held the lock may have just removed the file.
            if let own = FileIdentity(descriptor: descriptor), own == FileIdentity(path: path) {
                return file
            }
        }
        throw ServiceError(.unavailable, "other runs are working on \(SystemFailure.quoted(output))")
    }

    /// Releases the lock.
    ///
    /// Closing the file is not enough: a child process being started by another thread may have inherited the
    /// descriptor, and the lock with it.
    func unlock() { flock(descriptor, LOCK_UN) }

    /// Creates an unnamed file, which disappears when it is closed.
    static func temporary(in folder: String) throws(ServiceError) -> RawFile {
        for _ in 0..<100 {
            let path = "\(folder)/.parlance-\(String(UInt64.random(in: .min ... .max), radix: 36))"
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 {
                unlink(path)
                // The name would mean nothing to the user.
                return RawFile(path: folder, descriptor: descriptor)
            }
            guard errno == EEXIST else { throw SystemFailure.error("cannot write to", folder, errno: errno) }
        }
        throw SystemFailure.error("cannot write to", folder, errno: EEXIST)
    }

    /// The bytes at an offset; fewer at the end of the file.
    func read(_ count: Int, at offset: Int) throws(ServiceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(count, max(size - offset, 0)))
        var failure: ServiceError?
        var done = 0
        bytes.withUnsafeMutableBytes { raw in
            do throws(ServiceError) { done = try read(into: raw, at: offset) } catch { failure = error }
        }
        if let failure { throw failure }
        return done == bytes.count ? bytes : Array(bytes.prefix(done))
    }

    /// Reads the bytes at an offset.
    ///
    /// - Returns: The number of bytes, which is less than requested only at the end of the file.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(ServiceError) -> Int {
        let count = min(bytes.count, max(size - offset, 0))
        return try FileParts.read(
            descriptor,
            path,
            at: offset,
            into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
        )
    }

    /// Appends bytes, completely or not at all.
    func append(_ bytes: [UInt8]) throws(ServiceError) {
        let failure = FileDescriptor.write(bytes, to: descriptor, at: size)
        guard failure == 0 else {
            _ = ftruncate(descriptor, off_t(size))
            throw SystemFailure.error("cannot write", path, errno: failure)
        }
        size += bytes.count
    }

    /// Truncates the file.
    func truncate(to count: Int) throws(ServiceError) {
        guard ftruncate(descriptor, off_t(count)) == 0 else {
            throw SystemFailure.error("cannot write", path, errno: errno)
        }
        size = count
    }

    /// Makes written data durable. Errors are ignored because nothing better can be done.
    func sync() { _ = fsync(descriptor) }

    func remove() { unlink(path) }
}

/// Random-access reads of short ranges in a file, with some blocks cached in memory.
///
/// The file must not change or grow while it is read.
final class FileBlocks {
    private let file: RawFile
    /// Each block has one slot, chosen by its number. Memory pages of unused slots are never touched.
    private let storage: UnsafeMutableRawBufferPointer
    private var cached = [CachedBlock](repeating: CachedBlock(number: -1, count: 0), count: slotCount)

    /// The number and length of the cached block.
    private struct CachedBlock {
        var number: Int
        var count: Int
    }

    private static let size = 1 << 14
    private static let slotCount = 256

    init(_ file: RawFile) {
        self.file = file
        storage = .allocate(byteCount: Self.size * Self.slotCount, alignment: 16)
    }

    deinit { storage.deallocate() }

    /// Calls `body` with bytes from the file; fewer are passed at its end.
    func withBytes<Value>(
        _ count: Int,
        at offset: Int,
        _ body: (UnsafeRawBufferPointer) -> Value
    ) throws(ServiceError) -> Value {
        let number = offset / Self.size
        let start = offset % Self.size
        // A range that spans blocks is read separately.
        guard start + count <= Self.size else { return try file.read(count, at: offset).withUnsafeBytes(body) }
        let slot = number % Self.slotCount
        let block = UnsafeMutableRawBufferPointer(rebasing: storage[slot * Self.size..<(slot + 1) * Self.size])
        if cached[slot].number != number {
            cached[slot] = CachedBlock(number: -1, count: 0)
            cached[slot] = CachedBlock(number: number, count: try file.read(into: block, at: number * Self.size))
        }
        let end = cached[slot].count
        return body(UnsafeRawBufferPointer(rebasing: block[min(start, end)..<min(start + count, end)]))
    }
}
