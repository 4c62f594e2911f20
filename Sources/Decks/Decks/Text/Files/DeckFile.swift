package import LanguageServices
import Platform

/// A text file with a deck: its identity and encoding.
///
/// In a batch, hours may pass between reading and writing a deck. The file is therefore identified by more than its
/// name. If it has been replaced or modified, reading fails, because note indices would refer to other notes.
package struct DeckFile: NamedText, Sendable, Hashable {
    /// The path as the user specified it.
    package let path: String

    /// The text encoding.
    let encoding: TextEncoding

    /// The size in bytes.
    package let size: Int

    /// Its first bytes, as they are in the file.
    let start: [UInt8]

    private let device: UInt64
    private let inode: UInt64
    private let seconds: Int
    private let nanoseconds: Int

    /// Examines a file.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be read or is not a regular file, and
    ///   `ServiceError.Code.unsupported` for UTF-32.
    package init(path: String) throws(ServiceError) {
        let descriptor = try Self.openRegular(path)
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        var bytes = [UInt8](repeating: 0, count: 16)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        guard count >= 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        start = Array(bytes.prefix(count))
        guard let encoding = TextEncoding(start: start) else {
            throw ServiceError(
                .unsupported,
                "\(SystemFailure.quoted(path)) is encoded in UTF-32",
                remedy: "save it as UTF-8"
            )
        }
        self.path = path
        self.encoding = encoding
        size = Int(status.st_size)
        (device, inode, seconds, nanoseconds) = Self.identity(status)
    }

    /// Opens the file for reading from its start.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be read or has been replaced.
    func open() throws(ServiceError) -> OpenDeckFile {
        let descriptor = try Self.openRegular(path)
        let file = OpenDeckFile(file: self, descriptor: descriptor)
        try file.checkUnchanged()
        return file
    }

    /// The name for messages, with control characters escaped.
    var displayName: String { String(SystemFailure.quoted(path).dropFirst().dropLast()) }

    fileprivate func isSame(_ status: stat) -> Bool {
        (device, inode, seconds, nanoseconds) == Self.identity(status) && Int(status.st_size) == size
    }

    private static func identity(_ status: stat) -> (UInt64, UInt64, Int, Int) {
        #if canImport(Darwin)
        let time = status.st_mtimespec
        #else
        let time = status.st_mtim
        #endif
        return (
            UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino), Int(time.tv_sec), Int(time.tv_nsec)
        )
    }

    /// Opens a regular file. A pipe is not accepted because a deck is read more than once.
    private static func openRegular(_ path: String) throws(ServiceError) -> Int32 {
        guard !path.isEmpty else {
            throw ServiceError(.io, "the name of the deck is empty", remedy: "give a file name")
        }
        guard !path.utf8.contains(0) else {
            throw ServiceError(.io, "the name of the deck contains a NUL byte", remedy: "check the spelling")
        }
        return try RegularFile.open(path, refusal: "a deck is a file, not a pipe or a device").descriptor
    }
}

/// A deck's file, opened for one pass.
final class OpenDeckFile {
    let file: DeckFile
    private let descriptor: Int32

    fileprivate init(file: DeckFile, descriptor: Int32) {
        self.file = file
        self.descriptor = descriptor
    }

    deinit { close(descriptor) }

    /// Reads the next bytes; returns 0 at the end.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ServiceError) -> Int {
        while true {
            try ServiceError.checkCancellation()
            let count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { return count }
            if count == 0 {
                try checkUnchanged()
                return 0
            }
            if errno != EINTR { throw SystemFailure.error("cannot read", file.path, errno: errno) }
        }
    }

    fileprivate func checkUnchanged() throws(ServiceError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, file.isSame(status) else {
            throw ServiceError(
                .io,
                "\(SystemFailure.quoted(file.path)) changed after it was first read",
                remedy: "start again"
            )
        }
    }
}
