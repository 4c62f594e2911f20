import LanguageServices
import RemoteState
import ServiceRegistry
import TestSupport
import Testing

@Suite("Leases on queued requests")
struct ClaimingTests {
    private let place: QueuePlace

    init() throws { place = try QueuePlace() }

    @Test func requestsClaimedTogetherShareOptionsAndProvider() async throws {
        let queue = place.file()
        _ = try await queue.add([
            waiting("a"), waiting("b", to: "de"), waiting("c"), waiting("d", for: "other"),
            speech("e", "/tmp/e.wav"), speech("f", "/tmp/f.wav"), waiting("g"),
        ])
        var groups: [[String]] = []
        while true {
            let claimed = try await queue.claim()
            if claimed.isEmpty { break }
            groups.append(claimed.map(\.request.text))
        }
        #expect(groups == [["a", "c", "g"], ["b"], ["d"], ["e"], ["f"]])
    }

    @Test func noMoreIsClaimedThanRequested() async throws {
        let queue = place.file()
        _ = try await queue.add(["aaaa", "bbbb", "cccc", "dddd"].map { waiting($0) })
        #expect(try await queue.claim(2).map(\.request.text) == ["aaaa", "bbbb"])
        // At least one request is claimed, even if it exceeds the byte limit.
        #expect(try await queue.claim(50, bytes: 1).map(\.request.text) == ["cccc"])
        #expect(try await queue.claim(0).map(\.request.text) == ["dddd"])
    }

    @Test func excludedRequestsAreNotClaimed() async throws {
        let queue = place.file()
        _ = try await queue.add([waiting("a"), waiting("b"), waiting("c", for: "other"), waiting("d")])
        let some = try await queue.claim(upTo: 9, bytes: 99, without: QueueExclusions(requests: [1, 4]))
        #expect(some.map(\.id) == [2])
        let others = try await queue.claim(upTo: 9, bytes: 99, without: QueueExclusions(providers: ["remote"]))
        #expect(others.map(\.request.provider) == ["other"])
        #expect(try await queue.claim(upTo: 9, bytes: 99, without: QueueExclusions(providers: ["remote"])) == [])
    }

    @Test func twoProcessesNeverHoldTheSameRequest() async throws {
        let first = place.file()
        let second = place.file()
        _ = try await first.add((0..<10).map { waiting("\($0)") })
        let one = try await first.claim(4)
        let two = try await second.claim(4)
        #expect(Set(one.map(\.id)).isDisjoint(with: two.map(\.id)))
        // A process cannot begin, settle, release or remove requests that another process has claimed.
        #expect(try await second.begin(one.map(\.id)) == [])
        try await second.settle([(1, .refused(noNetwork))])
        try await second.release([1, 2])
        #expect(try await second.remove([1, 2]) == [])
        #expect(try await second.remove(Set(QueueEntry.State.allCases)) == 2)
        #expect(try await first.begin([1, 2, 3, 4, 5]) == [1, 2, 3, 4])
        #expect(try await first.begin([1]) == [])
        #expect(try await second.entries().filter { $0.state == .sending }.map(\.id) == [1, 2, 3, 4])
        #expect(try await second.entries().first?.process != nil)
        #expect(try await second.entries().first?.attempts == 1)
    }

    @Test func requestsNotYetStartedWaitAgain() async throws {
        let queue = place.file()
        _ = try await queue.add([waiting("a"), waiting("b")])
        let ids = try await queue.claim().map(\.id)
        _ = try await queue.begin([1])
        try await queue.release(ids)
        #expect(try await queue.states() == ["a": .sending, "b": .waiting])
    }

    @Test func onlyRequestsThatADeadProcessWasSendingAreUncertain() async throws {
        let first = place.file()
        _ = try await first.add([waiting("sent"), waiting("taken"), waiting("left")])
        _ = try await first.claim(2)
        _ = try await first.begin([1])
        // While a process is alive, no other process changes the requests that it has claimed.
        let second = place.file()
        #expect(try await second.states() == ["sent": .sending, "taken": .claimed, "left": .waiting])
        first.close()
        #expect(try await second.states() == ["sent": .uncertain, "taken": .waiting, "left": .waiting])
        #expect(try await second.claim().map(\.request.text) == ["taken", "left"])
        #expect(try await second.entries().first?.error?.message.contains("ended before") == true)
        // It is sent again only on the user's request.
        #expect(try await second.resend(.uncertain) == 1)
        #expect(try await second.claim().map(\.request.text) == ["sent"])
    }

    @Test func aProcessPresumedDeadCanStillRecordOutcomes() async throws {
        let first = place.file()
        _ = try await first.add([waiting("sent"), waiting("taken")])
        _ = try await first.claim()
        _ = try await first.begin([1])
        for name in TemporaryFolder.names(in: place.path) where name.hasPrefix("run-") {
            TemporaryFolder.remove("\(place.path)/\(name)")
        }
        #expect(try await place.file().states() == ["sent": .uncertain, "taken": .waiting])
        // It must not send requests that others may have claimed since, but the outcomes of requests that it has sent
        // are stored.
        #expect(try await first.begin([2]) == [])
        try await first.settle([(1, .answered(.translation(Translation(text: "hecho", provider: "remote"))))])
        #expect(try await place.file().states() == ["sent": .done, "taken": .waiting])
    }

    @Test func onlyUncertainAndFailedRequestsAreSentAgain() async throws {
        let queue = place.file()
        _ = try await queue.add(["a", "b", "c", "d"].map { waiting($0) })
        _ = try await queue.claim(3)
        _ = try await queue.begin([1, 2, 3])
        try await queue.settle([
            (1, .answered(.translation(Translation(text: "x", provider: "remote")))), (2, .uncertain(noNetwork)),
            (3, .refused(ServiceError(.unsupported, "no"))),
        ])
        for state in QueueEntry.State.allCases where state != .uncertain && state != .failed {
            #expect(try await queue.resend(state) == 0)
        }
        #expect(try await queue.counts() == [.done: 1, .uncertain: 1, .failed: 1, .waiting: 1])
        #expect(try await queue.resend(.failed) == 1)
        #expect(try await queue.claim().map(\.request.text) == ["c", "d"])
    }
}
