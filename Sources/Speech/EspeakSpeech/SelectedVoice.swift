/// A voice, and the data in which it is found.
struct SelectedVoice: Sendable, Hashable {
    /// Its identifier, exact to the letter: `own/en-AU`.
    var identifier: String

    /// The folder that holds the library's `espeak-ng-data`, or `nil` for the installed one.
    var dataPath: String?
}
