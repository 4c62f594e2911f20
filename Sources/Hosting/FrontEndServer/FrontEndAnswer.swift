import JSON
import LanguageServices
import Synchronization

/// Where the events of a request go.
final class FrontEndAnswer: Sendable {
    private let id: Int
    private let output: FrameOutput
    private let isWanted: @Sendable () -> Bool
    /// Small frames that go with the next large one, so that a word costs one write and not five.
    private let held = Mutex<[UInt8]>([])

    /// How many bytes of small frames wait for a large one.
    private static let mostHeld = 8 << 10

    init(id: Int, output: FrameOutput, isWanted: @escaping @Sendable () -> Bool) {
        self.id = id
        self.output = output
        self.isWanted = isWanted
    }

    /// Sends an event now.
    ///
    /// - Throws: When nobody wants it any more.
    func send(_ event: String, _ members: [(String, JSONValue)] = []) async throws {
        try await pass(takeHeld() + AnswerFrame.event(event, of: id, members))
    }

    /// Sends an event with the next one that has a payload, or with the end.
    func hold(_ event: String, _ members: [(String, JSONValue)]) async throws {
        let frame = AnswerFrame.event(event, of: id, members)
        let isFull = held.withLock { held in
            held += frame
            return held.count > Self.mostHeld
        }
        if isFull { try await pass(takeHeld()) }
    }

    /// Sends an event with a payload.
    func send(_ event: String, payload: some Collection<UInt8>) async throws {
        var bytes = takeHeld()
        bytes += AnswerFrame.header(of: event, id: id, bytes: payload.count)
        bytes += payload
        try await pass(bytes, canWait: true)
    }

    /// What has been held back.
    func takeHeld() -> [UInt8] {
        held.withLock { held in
            defer { held = [] }
            return held
        }
    }

    private func pass(_ bytes: [UInt8], canWait: Bool = false) async throws {
        await output.send(bytes, canWait: canWait, if: isWanted)
        if Task.isCancelled || !isWanted() { throw ServiceError.cancelled() }
    }
}
