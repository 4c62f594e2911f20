/// Does work for many items, some at a time, and gives the results in the order of the items.
struct OrderedWork<Item: Sendable, Output: Sendable>: Sendable {
    /// How many items are worked on at a time.
    var width: Int

    /// The work for one item.
    var work: @Sendable (Item) async -> Output

    /// Does the work.
    ///
    /// - Parameters:
    ///   - items: The items.
    ///   - receive: Takes each result as soon as all before it have been taken; what it throws ends the work.
    func run(_ items: [Item], receive: (Item, Output) async throws -> Void) async throws {
        try await withThrowingTaskGroup(of: (Int, Output).self) { group in
            var started = 0
            var taken = 0
            var waiting: [Int: Output] = [:]
            func startNext() {
                guard started < items.count else { return }
                let index = started
                let item = items[index]
                started += 1
                group.addTask { (index, await work(item)) }
            }
            for _ in 0..<max(1, width) { startNext() }
            while let (index, output) = try await group.next() {
                waiting[index] = output
                while let output = waiting.removeValue(forKey: taken) {
                    let item = items[taken]
                    taken += 1
                    do {
                        try await receive(item, output)
                    } catch {
                        group.cancelAll()
                        throw error
                    }
                }
                if started - taken < width * 4 { startNext() }
            }
        }
    }
}
