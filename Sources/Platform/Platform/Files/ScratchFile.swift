package import LanguageServices

/// A file that is written whole before it goes to an output that can only be appended to.
///
/// The header of a sound file holds its length, and what has been written to a pipe cannot be gone back to. The file is in
/// a folder that nobody else can look into, and goes with this value.
package struct ScratchFile: ~Copyable {
    /// Where the file is to be written.
    package let path: String

    private let folder: String

    /// Makes the folder.
    package init() throws(ServiceError) {
        folder = try TemporaryDirectory.make("parlance-")
        path = folder + "/speech"
    }

    /// Hands the bytes of the file over, piece by piece.
    package func copy(to output: ([UInt8]) throws -> Void) throws {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFailure.error("cannot read", path, errno: errno) }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0 {
                if errno == EINTR { continue }
                throw SystemFailure.error("cannot read", path, errno: errno)
            }
            if count == 0 { return }
            try output(Array(buffer[..<count]))
        }
    }

    deinit {
        unlink(path)
        rmdir(folder)
    }
}
