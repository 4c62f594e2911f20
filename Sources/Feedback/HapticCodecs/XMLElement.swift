import JSON

/// An element of an XML document.
struct XMLElement: Sendable {
    /// The name, as it is written.
    var name: String
    /// The attributes in the order of the file; no two have the same name.
    var attributes: [(name: String, value: String)] = []
    /// The elements in it. Text between them is not kept.
    var children: [XMLElement] = []
    /// Where its `<` stands.
    var position: JSONPosition

    /// The value of an attribute.
    subscript(attribute: String) -> String? {
        attributes.first { $0.name == attribute }?.value
    }
}
