import Dispatch
import LanguageServices
import Platform
import Synchronization
import TestSupport
import Testing

@Suite("Atomic files for devices and pipes")
struct AtomicFileDeviceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("/dev/null accepts the bytes and stays a device")
    func nullDevice() throws {
        try AtomicFile.write([1, 2, 3], to: "/dev/null")
        var status = stat()
        try #require(stat("/dev/null", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }

    #if os(Linux)
    @Test("a full device is an error that names the cause")
    func fullDevice() throws {
        var error: ServiceError?
        do throws(ServiceError) { try AtomicFile.write([1], to: "/dev/full") } catch let caught { error = caught }
        #expect(error?.code == .io)
        #expect(error?.message == "cannot write '/dev/full': no space left on device")
        var status = stat()
        try #require(stat("/dev/full", &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFCHR)
    }
    #endif

    @Test("a named pipe gets the bytes, including the patched header, and stays a pipe")
    func namedPipe() throws {
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let reader = Reader(of: path)
        var file = try AtomicFile(path: path)
        // More than a pipe holds, so the writer has to wait for the reader.
        let body = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        try file.write(body)
        try file.overwrite([9, 9], at: 0)
        try file.commit()
        #expect(reader.result() == [9, 9] + body.dropFirst(2))
        #expect(folder.names() == ["pipe"])
    }

    @Test("a closed pipe is an error and does not kill the process")
    func brokenPipe() throws {
        let path = folder.file("pipe")
        try #require(mkfifo(path, 0o600) == 0)
        let reader = Reader(of: path, atMost: 10)
        var file = try AtomicFile(path: path)
        try file.write([UInt8](repeating: 1, count: 1 << 20))
        var error: ServiceError?
        do throws(ServiceError) { try file.commit() } catch let caught { error = caught }
        #expect(error?.message.contains("broken pipe") == true)
        #expect(reader.result() == [UInt8](repeating: 1, count: 10))
    }

    /// Reads on a separate thread, because opening a pipe waits for the other end on both sides.
    private final class Reader: Sendable {
        private let received = Mutex<[UInt8]>([])
        private let isDone = DispatchSemaphore(value: 0)

        init(of path: String, atMost limit: Int? = nil) {
            DispatchQueue(label: "reader").async {
                let bytes = limit.map { Self.start(of: path, $0) } ?? contents(path) ?? []
                self.received.withLock { $0 = bytes }
                self.isDone.signal()
            }
        }

        func result() -> [UInt8] {
            isDone.wait()
            return received.withLock { $0 }
        }

        private static func start(of path: String, _ limit: Int) -> [UInt8] {
            let descriptor = open(path, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            var buffer = [UInt8](repeating: 0, count: limit)
            let count = read(descriptor, &buffer, limit)
            return Array(buffer.prefix(max(0, count)))
        }
    }
}
