import JSON

/// Something that a tool takes.
package struct ToolParameter: Sendable {
    /// What it may hold.
    package enum Kind: Sendable {
        /// A text of at most so many Unicode scalars.
        case text(atMost: Int)
        /// A list of texts: how many at most, and how long each may be.
        case texts(atMost: Int, of: Int)
        /// One of some texts.
        case choice([String])
        /// A number within a range.
        case number(ClosedRange<Double>)
        /// A whole number within a range.
        case integer(ClosedRange<Int>)
        /// Yes or no.
        case boolean
    }

    let name: String
    let kind: Kind
    let summary: String
    let isRequired: Bool

    /// Describes a parameter.
    package init(_ name: String, _ kind: Kind, _ summary: String, isRequired: Bool = false) {
        self.name = name
        self.kind = kind
        self.summary = summary
        self.isRequired = isRequired
    }

    /// Its JSON Schema.
    var schema: JSONValue {
        var members: [(String, JSONValue)] =
            switch kind {
            case .text(let length): [("type", "string"), ("minLength", 1), ("maxLength", .integer(length))]
            case .texts(let count, let length):
                [
                    ("type", "array"),
                    ("items", ["type": "string", "minLength": 1, "maxLength": .integer(length)]),
                    ("minItems", 1), ("maxItems", .integer(count)),
                ]
            case .choice(let choices): [("type", "string"), ("enum", .array(choices.map { .string($0) }))]
            case .number(let range):
                [("type", "number"), ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound))]
            case .integer(let range):
                [
                    ("type", "integer"), ("minimum", .integer(range.lowerBound)),
                    ("maximum", .integer(range.upperBound)),
                ]
            case .boolean: [("type", "boolean")]
            }
        members.append(("description", .string(summary)))
        return .object(members)
    }

    /// What is wrong with a value, as the end of a sentence; `nil` when it is right.
    func problem(with node: JSONNode) -> String? {
        switch kind {
        case .text(let length): Self.problem(withText: node, length)
        case .texts(let count, let length):
            if let elements = node.elements {
                if elements.isEmpty || elements.count > count {
                    "must have 1 to \(count) texts"
                } else {
                    elements.lazy.compactMap { Self.problem(withText: $0, length) }.first.map {
                        "has a text that \($0)"
                    }
                }
            } else {
                "must be a list of texts"
            }
        case .choice(let choices):
            choices.contains(node.string ?? "") ? nil : "must be one of \(choices.joined(separator: ", "))"
        case .number(let range):
            node.number?.double.map(range.contains) == true
                ? nil : "must be a number from \(range.lowerBound) to \(range.upperBound)"
        case .integer(let range):
            node.number?.int.map(range.contains) == true
                ? nil : "must be a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .boolean: node.bool == nil ? "must be true or false" : nil
        }
    }

    private static func problem(withText node: JSONNode, _ length: Int) -> String? {
        guard let text = node.string else { return "must be a text" }
        let count = text.unicodeScalars.count
        return (1...length).contains(count) ? nil : "must have 1 to \(length) characters, not \(count)"
    }
}
