import LanguageServices
import Synchronization
import Testing

@testable import Platform

/// Ordered chunks of work on several threads.
@Suite struct OrderedPiecesTests {
    @Test(arguments: [1, 2, 7])
    func resultsAreInTheOrderOfTheWork(_ width: Int) throws {
        var pieces = OrderedPieces<Int>(width: width)
        var results: [Int] = []
        for number in 0..<500 {
            while pieces.isFull { results.append(try #require(try pieces.next())) }
            pieces.add {
                // The first chunk of each group takes the longest.
                if number % 5 == 0 { usleep(200) }
                return number * number
            }
        }
        while let result = try pieces.next() { results.append(result) }
        #expect(results == (0..<500).map { $0 * $0 })
        let none = try pieces.next()
        #expect(none == nil)
    }

    @Test func concurrencyIsLimited() throws {
        var pieces = OrderedPieces<Int>(width: 3)
        for number in 0..<3 {
            let isFull = pieces.isFull
            #expect(!isFull)
            pieces.add { number }
        }
        let isFull = pieces.isFull
        #expect(isFull)
        let first = try pieces.next()
        #expect(first == 0)
        let isStillFull = pieces.isFull
        #expect(!isStillFull)
    }

    /// No task waits for a free thread: all threads are kept busy by other tasks of the same kind.
    @Test func allWorkIsDoneEvenIfNoThreadIsFree() async throws {
        let sums = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<16 {
                group.addTask {
                    var pieces = OrderedPieces<Int>(width: 4)
                    var sum = 0
                    for number in 0..<100 {
                        while pieces.isFull { sum += try pieces.next() ?? 0 }
                        pieces.add { number }
                    }
                    while let one = try pieces.next() { sum += one }
                    return sum
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(sums == Array(repeating: 4950, count: 16))
    }

    @Test func aFailureIsReturnedInOrderAndLaterWorkIsDropped() throws {
        let done = Mutex(0)
        do {
            var pieces = OrderedPieces<Int>(width: 4)
            pieces.add { 1 }
            pieces.add { throw ServiceError(.io, "broken") }
            pieces.add { 3 }
            let first = try pieces.next()
            #expect(first == 1)
            let failure = Result { try pieces.next() }
            #expect(throws: ServiceError.self) { try failure.get() }
            let third = try pieces.next()
            #expect(third == 3)
            for _ in 0..<4 {
                pieces.add {
                    done.withLock { $0 += 1 }; return 0
                }
            }
        }
        // Some chunks may have started before the rest was dropped; none runs twice.
        usleep(20_000)
        #expect(done.withLock { $0 } <= 4)
    }

    @Test func endingWaitsForRunningWork() {
        let begun = Mutex(0)
        let done = Mutex(0)
        for _ in 0..<20 {
            var pieces = OrderedPieces<Int>(width: 4)
            for _ in 0..<4 {
                pieces.add {
                    begun.withLock { $0 += 1 }
                    usleep(2000)
                    done.withLock { $0 += 1 }
                    return 0
                }
            }
            // If no thread becomes free for long, no chunk starts and there is nothing to wait for.
            for _ in 0..<50_000 where begun.withLock({ $0 }) == 0 { usleep(100) }
            _ = consume pieces
            #expect(begun.withLock { $0 } == done.withLock { $0 })
        }
        #expect(begun.withLock { $0 } > 0)
    }
}
