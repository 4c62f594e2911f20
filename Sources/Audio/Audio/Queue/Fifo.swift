/// First in, first out, without moving everything at each step.
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

    /// Puts an element before all others.
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

    /// Takes out the first element that is wanted.
    mutating func removeFirst(where isWanted: (Element) -> Bool) -> Element? {
        for index in head..<elements.count {
            if let element = elements[index], isWanted(element) {
                elements.remove(at: index)
                return element
            }
        }
        return nil
    }

    mutating func removeAll() {
        self = Fifo()
    }
}
