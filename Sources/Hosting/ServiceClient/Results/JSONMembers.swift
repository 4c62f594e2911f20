package import JSON

/// The members of an object that have something to say: what is empty is left out.
package struct JSONMembers {
    /// The members in the order in which they were added.
    package private(set) var list: [(String, JSONValue)] = []

    /// Begins without members.
    package init() {}

    /// As a value.
    package var object: JSONValue { .object(list) }

    /// Adds a member.
    package mutating func add(_ name: String, _ value: JSONValue) { list.append((name, value)) }

    /// Adds a text, if there is one.
    package mutating func add(_ name: String, _ text: String?) {
        if let text { list.append((name, .string(text))) }
    }

    /// Adds a text, if there is one.
    /// Adds a list of texts, unless it is empty.
    package mutating func add(_ name: String, _ texts: [String]) { add(name, texts.map { .string($0) }) }

    /// Adds a list, unless it is empty.
    package mutating func add(_ name: String, _ values: [JSONValue]) {
        if !values.isEmpty { list.append((name, .array(values))) }
    }
}
