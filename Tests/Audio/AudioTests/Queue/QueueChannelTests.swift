import LanguageServices
import Synchronization
import TestSupport
import Testing

@testable import Audio

@Suite("The channel of the utterance queue", .timeLimit(.minutes(10)))
struct QueueChannelTests {
    private let format = AudioFormat(sampleRate: 8000)

    @Test("ends after a stop, regardless of later announcements")
    func addedAfterStop() async throws {
        for _ in 0..<200 {
            let output = try await RecordingSink(isHeld: true).open(format)
            let count = Mutex(0)
            let channel = QueueChannel(output: output, format: format) { _, _ in count.withLock { $0 += 1 } }
            let adding = Task.detached {
                for turn in 0..<20 { channel.add(.init(frame: 0, turn: turn, kind: .finished)) }
            }
            channel.stop()
            channel.add(.init(frame: 0, turn: 20, kind: .finished))
            await channel.waitUntilFinished()
            await adding.value
            let atEnd = count.withLock { $0 }
            #expect(atEnd <= 20)
        }
    }

    @Test("announces in order, and everything before the drain ends")
    func drain() async throws {
        let sink = RecordingSink(isHeld: true)
        let output = try await sink.open(format)
        let turns = Mutex<[Int]>([])
        let channel = QueueChannel(output: output, format: format) { announcement, _ in
            turns.withLock { $0.append(announcement.turn) }
        }
        try await output.write([1, 2, 3, 4])
        for turn in 1...4 { channel.add(.init(frame: turn, turn: turn, kind: .finished)) }
        sink.play(2)
        #expect(await eventually { turns.withLock { $0 } == [1, 2] })
        sink.play(nil)
        try await channel.drain()
        #expect(turns.withLock { $0 } == [1, 2, 3, 4])
    }

    @Test("an output that cannot report its position announces after the drain")
    func blindOutput() async throws {
        struct Blind: AudioOutput {
            let name = "blind"
            func write(_ samples: [Int16]) async throws(ServiceError) {}
            func drain() async throws(ServiceError) {}
            func stop() {}
            func waitUntilPlayed(frame: Int) async throws(ServiceError) { throw ServiceError(.io, "no idea") }
        }
        let turns = Mutex<[Int]>([])
        let channel = QueueChannel(output: Blind(), format: format) { announcement, _ in
            turns.withLock { $0.append(announcement.turn) }
        }
        for turn in 1...3 { channel.add(.init(frame: 0, turn: turn, kind: .finished)) }
        try await channel.drain()
        #expect(turns.withLock { $0 } == [1, 2, 3])
    }
}
