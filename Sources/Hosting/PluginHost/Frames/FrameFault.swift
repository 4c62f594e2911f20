/// What a plug-in has written against the protocol, as the end of a sentence about it: `wrote a line of 2 MiB`.
package struct FrameFault: Error, Hashable {
    /// What it did.
    package let text: String

    /// The request that it concerns, where that is known.
    package let id: Int?

    /// Says what the plug-in did.
    package init(_ text: String, id: Int? = nil) {
        self.text = text
        self.id = id
    }
}
