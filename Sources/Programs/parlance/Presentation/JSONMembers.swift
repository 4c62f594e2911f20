import JSON

/// The members of an object that have something to say: what is empty is left out.
struct JSONMembers {
    private(set) var list: [(String, JSONValue)] = []

    /// As a value.
    var object: JSONValue { .object(list) }

    mutating func add(_ name: String, _ value: JSONValue) { list.append((name, value)) }

    mutating func add(_ name: String, _ text: String?) {
        if let text { list.append((name, .string(text))) }
    }

    mutating func add(_ name: String, _ texts: [String]) { add(name, texts.map { .string($0) }) }

    mutating func add(_ name: String, _ values: [JSONValue]) {
        if !values.isEmpty { list.append((name, .array(values))) }
    }
}
