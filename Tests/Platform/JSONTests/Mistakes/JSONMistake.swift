import Testing

/// A document with one mistake, and the expected error.
struct JSONMistake: Sendable, CustomTestStringConvertible {
    let text: String
    let place: String
    let message: String
    let remedy: String?

    init(_ text: String, _ place: String, _ message: String, remedy: String? = nil) {
        self.text = text
        self.place = place
        self.message = message
        self.remedy = remedy
    }

    var testDescription: String { text.debugDescription }
}
