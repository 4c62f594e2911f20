import Platform
import Testing

/// A folder for one test. It is removed with its contents when the value is released.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/parlance-test-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) } != nil
        }
        try #require(made)
        // /tmp may be a link, and resolved paths in the folder must start with this path.
        let resolved = try #require(realpath(template, nil))
        defer { free(resolved) }
        path = String(cString: resolved)
    }

    /// The path of a name in the folder.
    func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

    /// Writes a file, and creates its parent folders.
    @discardableResult
    func write(_ bytes: some Sequence<UInt8>, to name: String) throws -> String {
        try makeFolders(above: name)
        let file = try #require(fopen(self(name), "w"))
        defer { fclose(file) }
        let content = Array(bytes)
        try #require(fwrite(content, 1, content.count, file) == content.count)
        return self(name)
    }

    /// Writes a text.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String { try write(text.utf8, to: name) }

    /// Creates a sparse file of a given length.
    func writeEmptySpace(_ length: Int, to name: String) throws -> String {
        let path = try write("", to: name)
        try #require(truncate(path, off_t(length)) == 0)
        return path
    }

    /// Creates a folder and its parents.
    @discardableResult
    func makeFolder(_ name: String) throws -> String {
        try makeFolders(above: "\(name)/")
        return self(name)
    }

    /// Creates a symbolic link.
    @discardableResult
    func link(_ name: String, to target: String) throws -> String {
        try makeFolders(above: name)
        try #require(symlink(target, self(name)) == 0)
        return self(name)
    }

    private func makeFolders(above name: String) throws {
        var made = path
        for part in name.split(separator: "/", omittingEmptySubsequences: false).dropLast() {
            made += "/\(part)"
            try #require(mkdir(made, 0o700) == 0 || errno == EEXIST)
        }
    }

    deinit { Self.remove(path) }

    private static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard status.st_mode & S_IFMT == S_IFDIR, let folder = opendir(path) else {
            unlink(path)
            return
        }
        var names: [String] = []
        while let entry = readdir(folder) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            )
        }
        closedir(folder)
        for name in names where name != "." && name != ".." { remove("\(path)/\(name)") }
        rmdir(path)
    }
}
