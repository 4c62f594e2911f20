import TestSupport

/// What the package ships, where it stands in the source tree.
enum Shipped {
    /// The folder of the starter dictionaries.
    static let dictionaries = Repository.path("Dictionaries")
}
