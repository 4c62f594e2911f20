import TestSupport

/// Where the tests find what the package ships.
enum Bundled {
    /// The folder `Voices/` of the source tree.
    static let voices = Repository.path("Voices")
}
