import Dispatch
import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("Writing to open files")
struct FileDescriptorTests {
    @Test("bytes are appended, or written at their offset")
    func offsets() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("a")
        let descriptor = open(path, O_RDWR | O_CREAT, 0o600)
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        #expect(FileDescriptor.write([1, 2, 3], to: descriptor) == 0)
        #expect(FileDescriptor.write([4, 5], to: descriptor) == 0)
        #expect(FileDescriptor.write([9], to: descriptor, at: 1) == 0)
        #expect(FileDescriptor.write([], to: descriptor) == 0)
        #expect(try WholeFile.read(path, limit: 100) == [1, 9, 3, 4, 5])
    }

    @Test("data that exceeds a pipe's capacity is written in several calls")
    func pipes() async throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        let (reading, writing) = (ends[0], ends[1])
        let bytes = (0..<1 << 20).map { UInt8(truncatingIfNeeded: $0 >> 3) }
        let received = OneShot<[UInt8]>()
        DispatchQueue(label: "parlance.test.pipe").async {
            received.fill(
                Result { () throws(ServiceError) in
                    try WholeFile.read(descriptor: reading, name: "pipe", limit: 1 << 21)
                }
            )
            close(reading)
        }
        let status = FileDescriptor.write(bytes, to: writing)
        close(writing)
        #expect(status == 0)
        #expect(try await received.wait() == bytes)
    }

    @Test("the error of a failed write is returned")
    func failures() throws {
        #expect(FileDescriptor.write([1], to: -1) == EBADF)
        let full = open("/dev/full", O_WRONLY)
        guard full >= 0 else { return }
        defer { close(full) }
        #expect(FileDescriptor.write([1], to: full) == ENOSPC)
    }
}
