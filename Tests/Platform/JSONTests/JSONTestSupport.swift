import JSON
import Testing

/// Reads a document that must be accepted.
func parsed(_ text: String, limits: JSONDocument.Limits = .init()) throws -> JSONNode {
    try JSONDocument.parse(Array(text.utf8), source: "test.json", limits: limits)
}

/// The error for a document that must be refused.
func refusal(_ bytes: [UInt8], limits: JSONDocument.Limits = .init()) throws -> JSONSyntaxError {
    try #require(throws: JSONSyntaxError.self) {
        try JSONDocument.parse(bytes, source: "test.json", limits: limits)
    }
}
