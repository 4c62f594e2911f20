import ArgumentParsing
import JSON
import LanguageServices
import ServiceRegistry
import RemoteState
import ServiceConfiguration

/// `parlance queue`: the requests that wait for the network.
struct QueueVerb {
    let program: Program
    let console: Console
    let arguments: ParsedArguments
    let isJSON: Bool
    let queue: QueueFile

    init(_ program: Program, _ arguments: ParsedArguments) throws {
        self.program = program
        self.arguments = arguments
        console = program.console
        isJSON = try arguments[Options.json]
        queue = try program.queueFile()
    }

    func run() async throws -> ExitCode {
        switch arguments.path.last {
        case "run": try await send()
        case "show": try await show()
        case "remove": try await remove()
        case "export": try await export()
        default: try await list()
        }
    }

    // MARK: Looking

    private func list() async throws -> ExitCode {
        let entries = try await queue.entries()
        if isJSON {
            for entry in entries { try console.print(QueueEntryJSON.value(entry, isWhole: false)) }
            return .ok
        }
        var table = Table()
        for entry in entries { table.add(QueueEntryText.row(entry)) }
        for line in table.lines { try console.print(line) }
        if entries.isEmpty { console.note("the queue is empty") }
        if entries.contains(where: { $0.state == .uncertain }) {
            console.note(
                "what is uncertain may have been sent and charged; 'parlance queue run --resend-uncertain' sends it again"
            )
        }
        return .ok
    }

    private func show() async throws -> ExitCode {
        let id = try number(try arguments[Options.queuedRequest].first ?? "")
        guard let entry = try await queue.entries().first(where: { $0.id == id }) else { throw Self.unknown([id]) }
        if isJSON {
            try console.print(QueueEntryJSON.value(entry, isWhole: true))
        } else {
            for line in QueueEntryText.lines(entry) { try console.print(line) }
        }
        if entry.state == .done { try await queue.markShown([id]) }
        return .ok
    }

    private func export() async throws -> ExitCode {
        for entry in try await queue.entries() { try console.print(QueueEntryJSON.value(entry, isWhole: true)) }
        return .ok
    }

    // MARK: Removing

    private func remove() async throws -> ExitCode {
        let words = try arguments[Options.queuedRequests]
        let isAll = try arguments[Options.removeAll]
        let isDone = try arguments[Options.removeDone]
        guard [!words.isEmpty, isAll, isDone].count(where: { $0 }) == 1 else {
            throw arguments.usageError("say what to remove: the numbers of requests, '--done' or '--all'")
        }
        guard !words.isEmpty else {
            let count = try await queue.remove(isAll ? Set(QueueEntry.State.allCases) : [.done])
            return try say(removed: count)
        }
        let ids = try words.map(number)
        let removed = try await queue.remove(ids)
        let left = ids.filter { !removed.contains($0) }
        if !removed.isEmpty { _ = try say(removed: removed.count) }
        guard !left.isEmpty else { return .ok }
        let held = Set(try await queue.entries().map(\.id)).intersection(left)
        let unknown = left.filter { !held.contains($0) }
        if unknown.isEmpty {
            throw CommandFailure(
                ServiceError(
                    .unavailable,
                    "\(Self.listed(left)) is being sent by another process",
                    remedy: "wait until it has ended"
                )
            )
        }
        throw Self.unknown(unknown)
    }

    private func say(removed count: Int) throws -> ExitCode {
        if isJSON {
            try console.print(["removed": .integer(count)])
        } else {
            try console.print(count == 1 ? "1 request removed" : "\(count) requests removed")
        }
        return .ok
    }

    // MARK: Words

    private func number(_ word: String) throws -> Int64 {
        guard let number = Int64(word), number > 0 else {
            throw arguments.usageError("'\(word.prefix(40))' is no request; 'parlance queue list' numbers them")
        }
        return number
    }

    private static func unknown(_ ids: [Int64]) -> CommandFailure {
        CommandFailure(
            ServiceError(
                .notFound,
                "there is no request \(listed(ids)) in the queue",
                remedy: "'parlance queue list' shows what there is"
            )
        )
    }

    private static func listed(_ ids: [Int64]) -> String { ids.map(String.init).joined(separator: ", ") }
}
