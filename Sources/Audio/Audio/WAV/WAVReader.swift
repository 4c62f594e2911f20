package import LanguageServices
import Platform

/// Reads a WAV file piece by piece, in memory that does not grow with the file.
package struct WAVReader: ~Copyable {
    /// What the file's chunks say.
    package let layout: WAVLayout

    private let path: String
    private let descriptor: Int32
    private var position: Int64 = 0

    /// Opens a file and reads its chunks.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be read, `ServiceError.Code.invalidRequest` when it is no
    ///   intact WAV file, `ServiceError.Code.unsupported` for its big-endian and 64-bit relatives.
    package init(path: String) throws(ServiceError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw ServiceError(.io, "the name of the sound file is empty or contains a NUL byte")
        }
        // Not to wait for the other end of a named pipe, which is refused below.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        do throws(ServiceError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else {
                throw SystemFailure.error("cannot read", path, errno: errno)
            }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw ServiceError(.invalidRequest, "it is no regular file")
            }
            layout = try WAVLayout.parse(size: Int64(status.st_size)) { offset, count throws(ServiceError) in
                try Self.read(descriptor, offset: offset, count: count, path: path)
            }
        } catch {
            close(descriptor)
            guard error.code != .io else { throw error }
            throw ServiceError(error.code, "cannot use \(SystemFailure.quoted(path)) as a sound: \(error.message)")
        }
        self.path = path
        self.descriptor = descriptor
    }

    /// Reads the next samples.
    ///
    /// - Parameter count: The most samples to read; rounded down to whole frames, at least one frame.
    /// - Returns: The samples, channels interleaved; empty at the end. A last frame that is not whole is left out.
    /// - Throws: `ServiceError.Code.unsupported` for anything but 16-bit linear PCM, `ServiceError.Code.io` when
    ///   the file cannot be read or has shrunk.
    package mutating func read(_ count: Int) throws(ServiceError) -> [Int16] {
        guard layout.isSixteenBitPCM else {
            throw ServiceError(
                .unsupported,
                "the samples of \(SystemFailure.quoted(path)) are not 16-bit linear PCM"
            )
        }
        let block = Int64(layout.blockAlign)
        let wanted = max(1, Int64(clamping: count) / Int64(layout.format.channels))
        let left = layout.frameCount - position / block
        let size = Int(clamping: min(wanted, left) * block)
        guard size > 0 else { return [] }
        let bytes = try Self.read(descriptor, offset: layout.dataOffset + position, count: size, path: path)
        guard bytes.count == size else {
            throw ServiceError(.io, "\(SystemFailure.quoted(path)) became shorter while it was read")
        }
        position += Int64(size)
        return bytes.withUnsafeBytes { raw in
            (0..<size / 2).map { Int16(littleEndian: raw.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self)) }
        }
    }

    deinit {
        close(descriptor)
    }

    private static func read(
        _ descriptor: Int32,
        offset: Int64,
        count: Int,
        path: String
    ) throws(ServiceError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        var filled = 0
        while filled < count {
            let done = bytes.withUnsafeMutableBytes { raw in
                pread(descriptor, raw.baseAddress?.advanced(by: filled), count - filled, off_t(offset) + off_t(filled))
            }
            if done == 0 { break }
            if done < 0 {
                if errno == EINTR { continue }
                throw SystemFailure.error("cannot read", path, errno: errno)
            }
            filled += done
        }
        return Array(bytes.prefix(filled))
    }
}
