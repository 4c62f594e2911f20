import LanguageServices

/// An utterance in the queue.
struct QueuedUtterance: Sendable {
    let id: UtteranceID
    let utterance: Utterance
    /// The first repetition to play; greater than 0 after an interruption.
    var repetition = 0
    /// Notified of the utterance's start and end; called when no lock is held.
    var observer: UtteranceObserver?

    /// The request for the first repetition to play; `nil` if the utterance is not speech.
    var request: SpeechRequest? { request(of: repetition) }

    /// The request for a repetition; `nil` if the utterance is not speech.
    func request(of repetition: Int) -> SpeechRequest? {
        guard repetition < utterance.playCount, case .speech(let request) = utterance.content else { return nil }
        return utterance.request(request, repetition: repetition)
    }
}

/// Receives the progress of one utterance.
typealias UtteranceObserver = @Sendable (UtteranceID, UtteranceProgress) -> Void

/// The progress of an utterance, as reported to its observer.
enum UtteranceProgress: Sendable, Hashable {
    case started
    case ended(UtteranceOutcome)
}

/// How an utterance ended.
enum UtteranceOutcome: Sendable, Hashable {
    case finished
    case skipped
    case cancelled
    case failed(ServiceError)
}

/// The waiting utterances, by priority.
struct WaitingUtterances: Sendable {
    private struct Ticket: Sendable {
        let id: UtteranceID
        let number: Int
    }

    private var items: [UtteranceID: (number: Int, item: QueuedUtterance)] = [:]
    // Tickets for removed utterances stay here until they reach the front, or until there are too many of them.
    private var lines: [Utterance.Priority: Fifo<Ticket>] = [:]
    private var lastNumber = 0

    var isEmpty: Bool { items.isEmpty }
    var count: Int { items.count }

    mutating func append(_ item: QueuedUtterance, atFront: Bool = false) {
        lastNumber += 1
        items[item.id] = (lastNumber, item)
        let ticket = Ticket(id: item.id, number: lastNumber)
        if atFront {
            lines[item.utterance.priority, default: Fifo()].prepend(ticket)
        } else {
            lines[item.utterance.priority, default: Fifo()].append(ticket)
        }
        let tickets = lines.values.reduce(0) { $0 + $1.count }
        if tickets > items.count * 2 + 64 { dropStaleTickets() }
    }

    /// The next utterance.
    mutating func first() -> QueuedUtterance? {
        for priority in Utterance.Priority.allCases.reversed() {
            while let ticket = lines[priority]?.first {
                if let entry = items[ticket.id], entry.number == ticket.number { return entry.item }
                _ = lines[priority]?.popFirst()
            }
        }
        return nil
    }

    mutating func popFirst() -> QueuedUtterance? {
        guard let item = first() else { return nil }
        _ = lines[item.utterance.priority]?.popFirst()
        items[item.id] = nil
        return item
    }

    mutating func remove(_ id: UtteranceID) -> QueuedUtterance? {
        items.removeValue(forKey: id)?.item
    }

    /// Removes all utterances and returns them in playback order.
    mutating func removeAll() -> [QueuedUtterance] {
        var all: [QueuedUtterance] = []
        while let item = popFirst() { all.append(item) }
        lines = [:]
        return all
    }

    private mutating func dropStaleTickets() {
        for (priority, line) in lines {
            var kept = Fifo<Ticket>()
            for ticket in line.all where items[ticket.id]?.number == ticket.number { kept.append(ticket) }
            lines[priority] = kept
        }
    }
}

/// A first-in, first-out queue with amortised constant-time operations.
struct Fifo<Element: Sendable>: Sendable {
    private var elements: [Element?] = []
    private var head = 0

    var isEmpty: Bool { head == elements.count }
    var count: Int { elements.count - head }
    var first: Element? { head < elements.count ? elements[head] : nil }
    var all: [Element] { elements[head...].compactMap { $0 } }

    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Inserts an element at the front.
    mutating func prepend(_ element: Element) {
        if head > 0 {
            head -= 1
            elements[head] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    mutating func popFirst() -> Element? {
        guard head < elements.count else { return nil }
        defer {
            elements[head] = nil
            head += 1
            if head == elements.count || (head >= 64 && head * 2 >= elements.count) {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head]
    }

    mutating func removeAll() {
        self = Fifo()
    }
}
