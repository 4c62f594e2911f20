import LanguageServices

/// One value of a JSON document, with the place where it starts.
package struct JSONNode: Sendable, Hashable {
    /// What a value can be.
    package enum Content: Sendable, Hashable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number, with its exact text.
        case number(JSONNumber)
        /// A string, its escapes resolved.
        case string(String)
        /// The elements in file order.
        case array([JSONNode])
        /// The members in file order; no two have the same key.
        case object([JSONMember])
    }

    /// The value itself.
    package let content: Content

    /// Where the value's first character stands.
    package let position: JSONPosition

    /// Creates a node.
    package init(_ content: Content, at position: JSONPosition) {
        self.content = content
        self.position = position
    }
}

/// A key and its value in an object.
package struct JSONMember: Sendable, Hashable {
    /// The key, its escapes resolved.
    package let key: String

    /// Where the key's opening quotation mark stands.
    package let keyPosition: JSONPosition

    /// The value.
    package let value: JSONNode
}

extension JSONNode {
    /// The member called `key`, when this is an object that has it.
    package func member(_ key: String) -> JSONMember? {
        members?.first { $0.key == key }
    }

    /// The value of the member called `key`, when this is an object that has it.
    package subscript(key: String) -> JSONNode? {
        member(key)?.value
    }

    /// The members in file order, when this is an object.
    package var members: [JSONMember]? {
        if case .object(let members) = content { members } else { nil }
    }

    /// The elements, when this is an array.
    package var elements: [JSONNode]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    /// The text, when this is a string.
    package var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    /// The truth value, when this is `true` or `false`.
    package var bool: Bool? {
        if case .bool(let value) = content { value } else { nil }
    }

    /// The number, when this is one.
    package var number: JSONNumber? {
        if case .number(let number) = content { number } else { nil }
    }

    /// Whether this is `null`.
    package var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// The kind of value for messages, with its article: `a string`, `an object`, `null`.
    package var kindName: String { EncodedValue(self).kindName }
}
