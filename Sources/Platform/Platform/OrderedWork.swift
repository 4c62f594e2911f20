import Synchronization

/// Processes a sequence of items concurrently and delivers the results in order.
///
/// The next item is read while earlier ones are being processed. Only a bounded number of items is read ahead, so even
/// an endless sequence needs only bounded memory.
package struct OrderedWork<Item: Sendable, Output: Sendable>: Sendable {
    /// The maximum number of items processed concurrently.
    package var width: Int

    /// Creates the processor.
    package init(width: Int) { self.width = width }

    private enum Event: Sendable {
        case item(Item?)
        case output(Int, Output)
    }

    /// Processes an array of items and returns the results in order.
    package func results(for items: [Item], _ work: @escaping @Sendable (Item) async -> Output) async throws -> [Output]
    {
        let next = Mutex(0)
        var results: [Output] = []
        try await run {
            next.withLock { next in
                guard next < items.count else { return nil }
                defer { next += 1 }
                return items[next]
            }
        } begin: { item in
            { await work(item) }
        } receive: {
            results.append($0)
        }
        return results
    }

    /// Processes items.
    ///
    /// - Parameters:
    ///   - next: Returns the next item, or `nil` after the last; never called concurrently.
    ///   - begin: Creates the work for an item; called in item order.
    ///   - receive: Receives the results in item order.
    /// - Throws: The errors thrown by `next` and `receive`, after running work has been cancelled.
    package func run(
        next: @escaping @Sendable () async throws -> Item?,
        begin: (Item) -> @Sendable () async -> Output,
        receive: (Output) throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Event.self) { group in
            var started = 0
            var finished = 0
            var taken = 0
            var waiting: [Int: Output] = [:]
            var isAsking = false
            var isAtEnd = false
            func askForMore() {
                guard !isAsking, !isAtEnd, started - finished < width, started - taken < width * 4 else { return }
                isAsking = true
                group.addTask { .item(try await next()) }
            }
            askForMore()
            while let event = try await group.next() {
                switch event {
                case .item(let item?):
                    isAsking = false
                    let index = started
                    let work = begin(item)
                    started += 1
                    group.addTask { .output(index, await work()) }
                case .item(nil):
                    isAsking = false
                    isAtEnd = true
                case .output(let index, let output):
                    finished += 1
                    waiting[index] = output
                    while let output = waiting.removeValue(forKey: taken) {
                        taken += 1
                        try receive(output)
                    }
                }
                askForMore()
            }
        }
    }
}
