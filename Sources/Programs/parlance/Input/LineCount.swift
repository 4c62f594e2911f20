import Platform

/// Counts lines before they are worked on, so that it can be said how many are left.
enum LineCount {
    /// How many lines of a file have something in them; `nil` for what is no regular file, or is too large to be read
    /// twice.
    static func nonEmptyLines(of path: String) -> Int? {
        var status = stat()
        // A pipe must not even be opened: who writes to it would take this for its reader.
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size < largest else { return nil }
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var count = 0
        var isEmpty = true
        var buffer = [UInt8](repeating: 0, count: 1 << 18)
        while true {
            let length = read(descriptor, &buffer, buffer.count)
            guard length > 0 else { return length == 0 ? count + (isEmpty ? 0 : 1) : nil }
            for byte in buffer[..<length] {
                switch byte {
                case UInt8(ascii: "\n"):
                    count += isEmpty ? 0 : 1
                    isEmpty = true
                case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r"): break
                default: isEmpty = false
                }
            }
        }
    }

    private static let largest = 1 << 28
}
