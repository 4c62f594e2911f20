import Dispatch
import Platform
import Testing

/// A folder for one test, removed with its contents when the value is dropped.
package final class TemporaryFolder: Sendable {
    package let path: String

    package init() throws {
        var template = Array("/tmp/parlance-test-XXXXXX".utf8CString)
        let made = template.withUnsafeMutableBufferPointer { buffer in
            buffer.baseAddress.flatMap { mkdtemp($0) } != nil
        }
        try #require(made)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    package func file(_ name: String) -> String { "\(path)/\(name)" }

    package func folder(_ name: String) throws -> String {
        try #require(mkdir(file(name), 0o700) == 0)
        return file(name)
    }

    /// The names in the folder, including hidden ones.
    package func names() -> [String] { Self.names(in: path) }

    deinit { Self.remove(path) }

    package static func names(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) {
                String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names.sorted()
    }

    package static func remove(_ path: String) {
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        if status.st_mode & S_IFMT == S_IFDIR {
            for name in names(in: path) { remove("\(path)/\(name)") }
            rmdir(path)
        } else {
            unlink(path)
        }
    }
}

/// The content of the file; `nil` when it cannot be read.
package func contents(_ path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var result: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = read(descriptor, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count == 0 ? result : nil }
        result += buffer[..<count]
    }
}

/// Waits until `condition` is true; gives up after `limit`, which is far longer than expected.
package func eventually(within limit: Duration = .seconds(90), _ condition: () async throws -> Bool) async rethrows
    -> Bool
{
    let start = ContinuousClock.now
    while ContinuousClock.now - start < limit {
        if try await condition() { return true }
        try? await Task.sleep(for: .milliseconds(10))
    }
    // Other tests may have prevented this one from polling for all that time.
    return try await condition()
}

/// Runs blocking code on its own thread, because tests share as many threads as there are processors.
package func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
        DispatchQueue(label: "parlance.test").async { continuation.resume(returning: body()) }
    }
}
