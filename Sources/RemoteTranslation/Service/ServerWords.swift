import JSON

/// Finds what a server says about a failure, in the shapes that services use.
enum ServerWords {
    /// The message in `{"error": {"message"}}`, `{"error": ""}`, `{"message"}`, `{"explanation"}` or `{"detail"}`.
    static func message(in node: JSONNode?) -> String? {
        guard let node else { return nil }
        if let error = node["error"] {
            if let text = error.string { return text }
            if let text = error["message"]?.string { return text }
        }
        for name in ["explanation", "message", "detail", "error_description"] {
            if let text = node[name]?.string { return text }
        }
        return nil
    }
}
