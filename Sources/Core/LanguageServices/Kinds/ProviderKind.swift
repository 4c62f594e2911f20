/// A kind of provider that a registry can make: a name, what can be set, and a factory.
public struct ProviderKind: Sendable {
    /// The name by which a configuration asks for it: `espeak`.
    public var name: String

    /// Where its providers do their work.
    ///
    /// A provider of locality ``ProviderDescriptor/Locality/network`` passes ``ProviderContext/gate`` before each request. A
    /// registry makes none whose kind does not say so, unless the kind ``runsChosenPrograms``; and a configuration that merely
    /// lies in the current folder may not define one.
    public var locality: ProviderDescriptor.Locality

    /// Whether its providers start programs that the user has chosen, such as plug-ins and commands, which may do anything. A
    /// configuration that merely lies in the current folder may not define one.
    public var runsChosenPrograms: Bool

    /// The service that its providers provide.
    public var service: Service

    /// What it is, in one line.
    public var summary: String

    /// The options that it understands, beside the ones that every provider has.
    public var options: [OptionDescription]

    /// Makes a provider of the kind.
    public var make: @Sendable (ProviderContext) async throws -> any ServiceProvider

    /// Creates a kind.
    ///
    /// - Parameters:
    ///   - name: The name by which a configuration asks for it.
    ///   - service: The service that its providers provide.
    ///   - summary: What it is, in one line.
    ///   - locality: Where its providers do their work.
    ///   - runsChosenPrograms: Whether its providers start programs that the user has chosen.
    ///   - options: The options that it understands.
    ///   - make: Makes a provider. It must be cheap and must not reach for the network: what costs is done at the first
    ///     request. What it throws stands in the `LoadResult`.
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

/// What a factory gets to make a provider from.
public struct ProviderContext: Sendable {
    /// The id under which the provider will stand.
    public var id: ProviderID

    /// The options that were set for it, checked against the kind's descriptions.
    public var options: OptionValues

    /// The clock of the registry.
    public var clock: ServiceClock

    /// What the provider passes through before each request that it sends to a server.
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
