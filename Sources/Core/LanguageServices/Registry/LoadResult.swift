/// What came of loading a configuration.
///
/// Loading is never all or nothing: what is right is loaded, and what is wrong stands here with its reason and remedy.
public struct LoadResult: Sendable {
    /// The providers that were made, in the order of the configuration.
    public var loaded: [ProviderDescriptor]

    /// What is wrong: first what the check of the configuration found, then what failed while providers were made, each
    /// in the order of the configuration.
    public var problems: [ServiceError]

    /// Creates a result.
    public init(loaded: [ProviderDescriptor] = [], problems: [ServiceError] = []) {
        self.loaded = loaded
        self.problems = problems
    }
}
