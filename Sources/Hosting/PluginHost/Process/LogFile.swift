import Platform
import Synchronization

/// The file that gets what a plug-in writes to its log; begun anew with each process, and kept to its last part.
///
/// A log that cannot be written is not worth a request, so nothing here fails.
final class LogFile: Sendable {
    private let descriptor: Int32
    private let size = Mutex(0)

    /// Begins the file anew; nobody but the user may read it.
    ///
    /// - Returns: `nil` when there is no place for it.
    init?(_ path: String?) {
        guard let path, !path.utf8.contains(0), let slash = path.lastIndex(of: "/") else { return nil }
        try? Folder.make(String(path[..<slash]))
        // Removed first, so that a process that still writes to the earlier one does not write into this.
        unlink(path)
        descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Adds to the end.
    func append(_ bytes: ArraySlice<UInt8>) {
        size.withLock { size in
            size += put(bytes, at: size)
            guard size > 2 * PluginProtocol.logSize else { return }
            var last = [UInt8](repeating: 0, count: PluginProtocol.logSize)
            let count = pread(descriptor, &last, last.count, off_t(size - last.count))
            guard count == last.count, ftruncate(descriptor, 0) == 0 else { return }
            size = put(last[...], at: 0)
        }
    }

    private func put(_ bytes: ArraySlice<UInt8>, at place: Int) -> Int {
        bytes.withUnsafeBytes { max(0, pwrite(descriptor, $0.baseAddress, $0.count, off_t(place))) }
    }
}
