import LanguageServices

/// A value in a JSON document, with its position.
package struct JSONNode: Sendable, Hashable {
    /// The content of a value.
    package enum Content: Sendable, Hashable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number, with its original text.
        case number(JSONNumber)
        /// A string, with its escapes decoded.
        case string(String)
        /// The elements in file order.
        case array([JSONNode])
        /// The members in file order, without duplicate keys.
        case object([JSONMember])
    }

    /// The value itself.
    package let content: Content

    /// The position of the value's first character.
    package let position: JSONPosition

    /// Creates a node.
    package init(_ content: Content, at position: JSONPosition) {
        self.content = content
        self.position = position
    }
}

/// A key and its value in an object.
package struct JSONMember: Sendable, Hashable {
    /// The key, with its escapes decoded.
    package let key: String

    /// The position of the key's opening quotation mark.
    package let keyPosition: JSONPosition

    /// The value.
    package let value: JSONNode
}

extension JSONNode {
    /// The member with a key, if this is an object that contains it.
    package func member(_ key: String) -> JSONMember? {
        members?.first { $0.key == key }
    }

    /// The value of the member with a key, if this is an object that contains it.
    package subscript(key: String) -> JSONNode? {
        member(key)?.value
    }

    /// The members in file order, if this is an object.
    package var members: [JSONMember]? {
        if case .object(let members) = content { members } else { nil }
    }

    /// The elements, if this is an array.
    package var elements: [JSONNode]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    /// The text, if this is a string.
    package var string: String? {
        if case .string(let text) = content { text } else { nil }
    }

    /// The Boolean value, if this is a Boolean.
    package var bool: Bool? {
        if case .bool(let value) = content { value } else { nil }
    }

    /// The number, if this is a number.
    package var number: JSONNumber? {
        if case .number(let number) = content { number } else { nil }
    }

    /// Whether this is `null`.
    package var isNull: Bool {
        if case .null = content { true } else { false }
    }

    /// The kind of value with its article, for messages: `a string`, `an object`, `null`.
    package var kindName: String { EncodedValue(self).kindName }
}
