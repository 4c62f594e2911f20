package import LanguageServices

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
