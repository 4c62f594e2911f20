/// What a shell offers where a value is expected.
package enum ValueCompletion: Sendable, Hashable {
    /// Nothing; the value is the user's own.
    case none
    /// Names of files and directories.
    case file
    /// Names of directories.
    case directory
    /// These words.
    case choices([String])
}
