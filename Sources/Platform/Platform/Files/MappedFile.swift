package import LanguageServices

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
