import JSON
import Testing

/// Reads a valid document.
func parsed(_ text: String, limits: JSONDocument.Limits = .init()) throws -> JSONNode {
    try JSONDocument.parse(Array(text.utf8), source: "test.json", limits: limits)
}

/// The error for an invalid document.
func refusal(_ bytes: [UInt8], limits: JSONDocument.Limits = .init()) throws -> JSONSyntaxError {
    try #require(throws: JSONSyntaxError.self) {
        try JSONDocument.parse(bytes, source: "test.json", limits: limits)
    }
}
