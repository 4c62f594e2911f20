package import LanguageServices

/// A temporary file that is completed before it is copied to a non-seekable output.
///
/// An audio file's header contains its length, but bytes already written to a pipe cannot be changed. The file is in a
/// private folder and is removed when this value is destroyed.
package struct ScratchFile: ~Copyable {
    /// The path to write to.
    package let path: String

    private let folder: String

    /// Creates the private folder.
    package init() throws(ServiceError) {
        folder = try TemporaryDirectory.make("parlance-")
        path = folder + "/speech"
    }

    /// Passes the bytes of the file to `output`, chunk by chunk.
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
