package import LanguageServices

/// Why a JSON document could not be read, and where.
package struct JSONSyntaxError: Error, Sendable, Hashable {
    /// What was found and what was expected, in one line without a trailing full stop.
    ///
    /// Text taken from the file is shortened, and its control and invisible characters are escaped, so that a message
    /// never changes the terminal.
    package var message: String

    /// The place to look at.
    package var position: JSONPosition

    /// The file's name, as the reader was given it.
    package var source: String

    /// What to change, as an instruction, when that is known.
    package var remedy: String?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - message: What was found and what was expected.
    ///   - position: The place to look at.
    ///   - source: The file's name.
    ///   - remedy: What to change.
    package init(_ message: String, at position: JSONPosition, source: String, remedy: String? = nil) {
        self.message = message
        self.position = position
        self.source = source
        self.remedy = remedy
    }

    /// The same error for users of the services, its message led by `file:line:column:`.
    package var serviceError: ServiceError {
        let place = "\(JSONExcerpt.escaped(source)):\(position.line):\(position.column)"
        return ServiceError(.configuration, "\(place): \(message)", remedy: remedy)
    }
}

extension JSONSyntaxError: CustomStringConvertible {
    /// The place, the message, and the remedy when there is one.
    package var description: String { serviceError.description }
}
