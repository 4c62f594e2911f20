package import JSON

/// Finds what a server says about a failure, in the shapes that services use.
package enum ServerWords {
    /// The message in `{"error": {"message"}}`, `{"error": ""}`, `{"message"}`, `{"explanation"}` or `{"detail"}`; a detail may
    /// be a text, an object with a message, or the list of complaints of a server that checks its requests.
    package static func message(in node: JSONNode?) -> String? {
        guard let node else { return nil }
        if let error = node["error"] {
            if let text = error.string { return text }
            if let text = error["message"]?.string { return text }
        }
        for name in ["explanation", "message", "detail", "error_description"] {
            if let text = node[name]?.string { return text }
        }
        guard let detail = node["detail"] else { return nil }
        return detail["message"]?.string ?? detail.elements?.first?["msg"]?.string
    }
}
