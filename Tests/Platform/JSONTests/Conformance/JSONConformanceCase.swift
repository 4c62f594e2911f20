import Testing

/// A document with a classic corner case, and whether it is valid JSON.
struct JSONConformanceCase: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// Foundation's verdict if it differs from this reader's, and why; `nil` if both agree.
    let difference: String?

    init(_ name: String, _ text: String, foundationDiffers difference: String? = nil) {
        self.init(name, bytes: Array(text.utf8), foundationDiffers: difference)
    }

    init(_ name: String, bytes: [UInt8], foundationDiffers difference: String? = nil) {
        self.name = name
        self.bytes = bytes
        self.difference = difference
    }

    var testDescription: String { name }
}
