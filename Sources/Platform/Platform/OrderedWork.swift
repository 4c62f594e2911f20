import Synchronization

/// Does work for items as they come, some at a time, and gives the results in the order of the items.
///
/// The next item is waited for while earlier ones are worked on, and no more are taken than are soon worked on, so an
/// endless list needs no more memory than a short one.
package struct OrderedWork<Item: Sendable, Output: Sendable>: Sendable {
    /// How many items are worked on at a time.
    package var width: Int

    /// Creates the work, of which nothing is done yet.
    package init(width: Int) { self.width = width }

    private enum Event: Sendable {
        case item(Item?)
        case output(Int, Output)
    }

    /// Does the same work for each of a few items, and gives the results in their order.
    package func results(for items: [Item], _ work: @escaping @Sendable (Item) async -> Output) async throws -> [Output]
    {
        let place = Mutex(0)
        var results: [Output] = []
        try await run {
            place.withLock { place in
                guard place < items.count else { return nil }
                defer { place += 1 }
                return items[place]
            }
        } begin: { item in
            { await work(item) }
        } receive: {
            results.append($0)
        }
        return results
    }

    /// Does the work.
    ///
    /// - Parameters:
    ///   - next: Gives the next item, or `nil` after the last; never called twice at once.
    ///   - begin: Makes the work for an item; called in the order of the items.
    ///   - receive: Takes each result as soon as all before it have been taken.
    /// - Throws: What `next` and `receive` throw, after the work in progress has been cancelled.
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
