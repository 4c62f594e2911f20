import LanguageServices
import Platform

/// A new folder that is filled before anybody sees it.
struct OverlayFolder {
    /// The folder, under a name that nobody looks for.
    let path: String

    /// What has been put in, for the record.
    private(set) var contents: [OverlayRecord.Item] = []

    /// Makes the folder.
    init(in place: OverlayPlace) throws(ServiceError) {
        for _ in 0..<100 {
            let path = "\(place.path)/build-\(String(UInt32.random(in: .min ... .max), radix: 36))"
            if mkdir(path, 0o700) == 0 {
                self.path = path
                return
            }
            guard errno == EEXIST else { throw SystemFailure.error("cannot make the folder", path, errno: errno) }
        }
        throw SystemFailure.error("cannot make a folder in", place.path, errno: EEXIST)
    }

    /// Makes a folder inside.
    func makeFolder(_ name: String) throws(ServiceError) {
        guard mkdir("\(path)/\(name)", 0o700) == 0 else {
            throw SystemFailure.error("cannot make the folder", "\(path)/\(name)", errno: errno)
        }
    }

    /// Puts a link in.
    mutating func link(_ name: String, to target: String) throws(ServiceError) {
        guard symlink(target, "\(path)/\(name)") == 0 else {
            throw SystemFailure.error("cannot write", "\(path)/\(name)", errno: errno)
        }
        contents.append(OverlayRecord.Item(name: name, size: nil))
    }

    /// Puts a file in.
    ///
    /// It is not synced: an overlay that a power cut has damaged is told by its record, and built again.
    mutating func write(_ bytes: [UInt8], to name: String) throws(ServiceError) {
        try Self.write(bytes, to: "\(path)/\(name)")
        contents.append(OverlayRecord.Item(name: name, size: bytes.count))
    }

    static func write(_ bytes: [UInt8], to path: String) throws(ServiceError) {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot write", path, errno: errno) }
        var written = 0
        var failure: Int32 = 0
        while written < bytes.count, failure == 0 {
            let count = bytes.withUnsafeBytes { raw in
                systemWrite(descriptor, raw.baseAddress?.advanced(by: written), raw.count - written)
            }
            if count > 0 {
                written += count
            } else if count == 0 || errno != EINTR {
                failure = count == 0 ? EIO : errno
            }
        }
        if close(descriptor) != 0, failure == 0 { failure = errno }
        guard failure == 0 else { throw SystemFailure.error("cannot write", path, errno: failure) }
    }

    private static func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
        #if canImport(Darwin)
        Darwin.write(descriptor, bytes, count)
        #elseif canImport(Musl)
        Musl.write(descriptor, bytes, count)
        #else
        Glibc.write(descriptor, bytes, count)
        #endif
    }

    /// Removes a folder and what is in it, following no link; what cannot be removed stays.
    static func remove(_ path: String, depth: Int = 6) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            unlink(path)
            return
        }
        if depth > 0, let names = try? Folder.names(in: path) {
            for name in names { remove("\(path)/\(name)", depth: depth - 1) }
        }
        rmdir(path)
    }
}
