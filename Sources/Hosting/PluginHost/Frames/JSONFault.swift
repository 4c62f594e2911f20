package import JSON

/// What is wrong with a value, and where it stands.
package struct JSONFault: Error {
    /// What is wrong.
    package let text: String
    /// Where.
    package let position: JSONPosition

    /// Says what is wrong with a value.
    package init(_ text: String, _ node: JSONNode) {
        self.text = text
        position = node.position
    }

    /// Says what is wrong at a place.
    package init(_ text: String, at position: JSONPosition) {
        self.text = text
        self.position = position
    }

    /// The texts of a list; none where there is no list.
    static func texts(_ node: JSONNode?, named name: String) throws(JSONFault) -> [(text: String, node: JSONNode)] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            throw JSONFault("'\(name)' is a list of texts, not \(node.kindName)", node)
        }
        var texts: [(text: String, node: JSONNode)] = []
        for element in elements {
            guard let text = element.string else {
                throw JSONFault("'\(name)' may hold texts only, not \(element.kindName)", element)
            }
            texts.append((text, element))
        }
        return texts
    }
}
