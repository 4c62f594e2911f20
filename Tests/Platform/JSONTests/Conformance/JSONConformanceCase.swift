import Testing

/// A document of the classic corner cases, and whether it is JSON.
struct JSONConformanceCase: Sendable, CustomTestStringConvertible {
    let name: String
    let bytes: [UInt8]
    /// What Foundation's reader says where it differs from this one, and why; `nil` where both agree.
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
