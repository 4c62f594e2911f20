import CSpawn
import Dispatch
import Platform

/// Writes to the standard input of a process, on a queue of its own: a process that does not read blocks nobody else.
final class InputWriter: Sendable {
    private let descriptor: Int32
    private let queue = DispatchQueue(label: "parlance.plugin.write")

    /// Takes a socket over.
    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Writes behind what is still waiting. What cannot be written is dropped: the process is gone then, which is noticed
    /// elsewhere.
    func write(_ bytes: [UInt8]) {
        queue.async {
            bytes.withUnsafeBytes { bytes in
                var rest = bytes[...]
                while !rest.isEmpty {
                    var sent = 0
                    guard let start = UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                        cspawn_send(self.descriptor, start, rest.count, &sent) == 0
                    else { return }
                    rest = rest.dropFirst(sent)
                }
            }
        }
    }

    /// Lets the process see the end of its input, behind what is still waiting.
    func end() {
        queue.async { _ = shutdown(self.descriptor, Int32(SHUT_WR)) }
    }

    /// Cuts the connection; a write that is under way fails.
    func cut() { _ = shutdown(descriptor, Int32(SHUT_RDWR)) }
}
