import LanguageServices
import Platform

/// A file that is read at any place and written at its end.
final class RawFile {
    /// The file; of one without a name, its folder.
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

    /// Opens a file that only one run may have, and makes it when it is missing.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be written, and `ServiceError.Code.unavailable` when another run has
    ///   it.
    static func locked(path: String, shownFor output: String) throws(ServiceError) -> RawFile {
        guard !path.utf8.contains(0) else { throw ServiceError(.io, "the name of the output file contains a NUL byte") }
        for _ in 0..<100 {
            let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
            guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
            let file = RawFile(path: path, descriptor: descriptor)
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
                throw ServiceError(
                    .io,
                    "cannot write \(SystemFailure.quoted(path)): it is no regular file",
                    remedy: "remove it"
                )
            }
            // What somebody else has put there would be taken for answers.
            guard status.st_uid == geteuid() || status.st_mode & 0o022 == 0 else {
                throw ServiceError(
                    .io,
                    "cannot use \(SystemFailure.quoted(path)): it belongs to another user, and others may write to it",
                    remedy: "remove it, or choose another output"
                )
            }
            var result = flock(descriptor, LOCK_EX | LOCK_NB)
            while result != 0, errno == EINTR { result = flock(descriptor, LOCK_EX | LOCK_NB) }
            let number = errno
            if result != 0 {
                guard number == EWOULDBLOCK else { throw SystemFailure.error("cannot lock", path, errno: number) }
                throw ServiceError(
                    .unavailable,
                    "another run is at work on \(SystemFailure.quoted(output))",
                    remedy: "wait until it has ended, or choose another output"
                )
            }
            // The run that had it may just have removed it.
            if let own = FileIdentity(descriptor: descriptor), own == FileIdentity(path: path) {
                return file
            }
        }
        throw ServiceError(.unavailable, "other runs are at work on \(SystemFailure.quoted(output))")
    }

    /// Gives the lock up.
    ///
    /// Closing the file would not do: a child that another thread is starting may hold it open for a moment longer, and with
    /// it the lock.
    func unlock() { flock(descriptor, LOCK_UN) }

    /// Makes a file without a name, which is gone when it is closed.
    static func temporary(in folder: String) throws(ServiceError) -> RawFile {
        for _ in 0..<100 {
            let path = "\(folder)/.parlance-\(String(UInt64.random(in: .min ... .max), radix: 36))"
            let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 {
                unlink(path)
                // Nobody would know the file by its name.
                return RawFile(path: folder, descriptor: descriptor)
            }
            guard errno == EEXIST else { throw SystemFailure.error("cannot write into", folder, errno: errno) }
        }
        throw SystemFailure.error("cannot write into", folder, errno: EEXIST)
    }

    /// The bytes at a place; fewer at the end of the file.
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

    /// Reads the bytes at a place.
    ///
    /// - Returns: How many there are; fewer than there is room for only at the end of the file.
    func read(into bytes: UnsafeMutableRawBufferPointer, at offset: Int) throws(ServiceError) -> Int {
        let count = min(bytes.count, max(size - offset, 0))
        return try FileParts.read(
            descriptor,
            path,
            at: offset,
            into: UnsafeMutableRawBufferPointer(rebasing: bytes[..<count])
        )
    }

    /// Appends bytes, all of them or none.
    func append(_ bytes: [UInt8]) throws(ServiceError) {
        let failure = FileDescriptor.write(bytes, to: descriptor, at: size)
        guard failure == 0 else {
            _ = ftruncate(descriptor, off_t(size))
            throw SystemFailure.error("cannot write", path, errno: failure)
        }
        size += bytes.count
    }

    /// Cuts off what is behind a place.
    func truncate(to count: Int) throws(ServiceError) {
        guard ftruncate(descriptor, off_t(count)) == 0 else {
            throw SystemFailure.error("cannot write", path, errno: errno)
        }
        size = count
    }

    /// Makes what was written durable. Where that cannot be done, there is nothing better to do.
    func sync() { _ = fsync(descriptor) }

    func remove() { unlink(path) }
}

/// Reads short pieces of a file anywhere in it, and keeps some blocks of it in memory.
///
/// What it has read it takes for true: the file must not change, nor grow, while it is read so.
final class FileBlocks {
    private let file: RawFile
    /// Each block has one place, by its number. Of memory that nothing was read into there is only the address.
    private let storage: UnsafeMutableRawBufferPointer
    private var held = [Held](repeating: Held(number: -1, count: 0), count: places)

    /// Which block a place holds, and how many bytes it has.
    private struct Held {
        var number: Int
        var count: Int
    }

    private static let size = 1 << 14
    private static let places = 256

    init(_ file: RawFile) {
        self.file = file
        storage = .allocate(byteCount: Self.size * Self.places, alignment: 16)
    }

    deinit { storage.deallocate() }

    /// Calls `body` with some bytes of the file; with fewer at its end.
    func withBytes<Value>(
        _ count: Int,
        at offset: Int,
        _ body: (UnsafeRawBufferPointer) -> Value
    ) throws(ServiceError) -> Value {
        let number = offset / Self.size
        let start = offset % Self.size
        // What goes on in the next block is read by itself.
        guard start + count <= Self.size else { return try file.read(count, at: offset).withUnsafeBytes(body) }
        let place = number % Self.places
        let block = UnsafeMutableRawBufferPointer(rebasing: storage[place * Self.size..<(place + 1) * Self.size])
        if held[place].number != number {
            held[place] = Held(number: -1, count: 0)
            held[place] = Held(number: number, count: try file.read(into: block, at: number * Self.size))
        }
        let end = held[place].count
        return body(UnsafeRawBufferPointer(rebasing: block[min(start, end)..<min(start + count, end)]))
    }
}
