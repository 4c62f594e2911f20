import CSpawn
import Platform
import Testing

@Suite("Descriptor calls")
struct DescriptorTests {
    @Test("both ends of a pipe are close-on-exec and connected")
    func pipes() throws {
        var ends: [Int32] = [-1, -1]
        try #require(cspawn_pipe(&ends) == 0)
        defer { ends.forEach { _ = close($0) } }
        #expect(ends.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
        #expect(write(ends[1], "x", 1) == 1)
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1)
        #expect(byte == UInt8(ascii: "x"))
    }

    @Test("sending to a closed socket is an error instead of a signal")
    func send() throws {
        var ends: [Int32] = [-1, -1]
        try #require(cspawn_socket_pair(&ends) == 0)
        defer { close(ends[0]) }
        #expect(ends.allSatisfy { fcntl($0, F_GETFD) & FD_CLOEXEC != 0 })
        var sent = 0
        #expect(cspawn_send(ends[0], "abc", 3, &sent) == 0)
        #expect(sent == 3)
        close(ends[1])
        #expect(cspawn_send(ends[0], "abc", 3, &sent) == EPIPE)
        #expect(sent == 0)
        #expect(cspawn_send(-1, "abc", 3, &sent) == EBADF)
    }
}
