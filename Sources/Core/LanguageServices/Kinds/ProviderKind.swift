/// A kind of provider that a registry can create: a name, options, and a factory.
public struct ProviderKind: Sendable {
    /// The name of the kind in a configuration: `espeak`.
    public var name: String

    /// Where the providers process requests.
    ///
    /// A provider with the locality ``ProviderDescriptor/Locality/network`` must enter ``ProviderContext/gate`` before
    /// each request. A registry rejects a network provider whose kind declares another locality, unless
    /// ``runsChosenPrograms`` is true. A project configuration, found in the current folder, may not define a network
    /// provider.
    public var locality: ProviderDescriptor.Locality

    /// Whether the providers run programs that the user has chosen, such as plug-ins and commands. Such programs can do
    /// anything, so a project configuration, found in the current folder, may not define such a provider.
    public var runsChosenPrograms: Bool

    /// The service that the providers offer.
    public var service: Service

    /// A one-line description.
    public var summary: String

    /// The options of the kind, in addition to those that every provider has.
    public var options: [OptionDescription]

    /// The factory.
    public var make: @Sendable (ProviderContext) async throws -> any ServiceProvider

    /// Creates a kind.
    ///
    /// - Parameters:
    ///   - name: The name of the kind in a configuration.
    ///   - service: The service that the providers offer.
    ///   - summary: A one-line description.
    ///   - locality: Where the providers process requests.
    ///   - runsChosenPrograms: Whether the providers run programs that the user has chosen.
    ///   - options: The options of the kind.
    ///   - make: The factory. It must be cheap and must not use the network; defer expensive work to the first request.
    ///     Errors that it throws appear in the `LoadResult`.
    public init(
        name: String,
        service: Service,
        summary: String,
        locality: ProviderDescriptor.Locality = .inProcess,
        runsChosenPrograms: Bool = false,
        options: [OptionDescription] = [],
        make: @escaping @Sendable (ProviderContext) async throws -> any ServiceProvider
    ) {
        self.name = name
        self.service = service
        self.summary = summary
        self.locality = locality
        self.runsChosenPrograms = runsChosenPrograms
        self.options = options
        self.make = make
    }
}

/// The input of a provider factory.
public struct ProviderContext: Sendable {
    /// The id of the provider.
    public var id: ProviderID

    /// The provider's options, checked against the kind's descriptions.
    public var options: OptionValues

    /// The registry's clock.
    public var clock: ServiceClock

    /// The gate that the provider enters before each request to a server.
    public var gate: RequestGate

    /// Creates a context.
    public init(
        id: ProviderID,
        options: OptionValues = OptionValues(),
        clock: ServiceClock = .system,
        gate: RequestGate = .open
    ) {
        self.id = id
        self.options = options
        self.clock = clock
        self.gate = gate
    }
}
