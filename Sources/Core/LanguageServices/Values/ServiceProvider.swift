/// What every provider of every service has in common.
///
/// A provider is used from many tasks at once and guards its own state. It fails with ``ServiceError`` and nothing
/// else, and it answers a cancelled task promptly with ``ServiceError/Code/cancelled``.
///
/// The conformance suites in `LanguageServicesTesting` check these rules for any provider.
public protocol ServiceProvider: Sendable {
    /// What the provider says of itself; the same during its whole life.
    var descriptor: ProviderDescriptor { get }

    /// Whether the provider can be used now. Must not take longer than a moment and must not fail.
    func status() async -> ProviderStatus

    /// Gives back what the provider holds (processes, connections). May be called more than once.
    ///
    /// A request after that fails with ``ServiceError/Code/unavailable``, or works as before where nothing was held.
    func shutdown() async
}

extension ServiceProvider {
    /// Ready.
    public func status() async -> ProviderStatus { .ready }

    /// Nothing to give back.
    public func shutdown() async {}
}
