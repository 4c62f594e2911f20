import LanguageServices

/// Something wrong or doubtful in the files of sentence templates.
package struct DataProblem: Sendable, Hashable {
    /// The file, as it was opened.
    package var file: String
    /// The line, from 1.
    package var line: Int
    /// The place in the line, in Unicode scalars from 1.
    package var column: Int
    /// What is wrong, and what is allowed.
    package var message: String
    /// Whether sentences can be written all the same.
    package var isWarning: Bool

    /// Creates a problem.
    package init(file: String, line: Int, column: Int = 1, _ message: String, isWarning: Bool = false) {
        self.file = file
        self.line = line
        self.column = column
        self.message = message
        self.isWarning = isWarning
    }

    /// Place and message, as compilers write them.
    package var description: String {
        "\(file):\(line):\(column): \(isWarning ? "warning: " : "")\(message)"
    }

    /// The problem as what a provider throws.
    var error: ServiceError {
        ServiceError(
            .configuration,
            description,
            remedy: "mend the line; docs/sentence-templates.md says how templates are written"
        )
    }
}
