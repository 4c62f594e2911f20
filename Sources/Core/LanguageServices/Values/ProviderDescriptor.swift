/// What a provider says of itself.
public struct ProviderDescriptor: Sendable, Hashable, Codable {
    /// The name under which it is registered.
    public var id: ProviderID

    /// The kind it was made from, as a configuration names it: `espeak`, `dictionary`.
    public var kind: String

    /// Its version: of the engine when it wraps one, of itself otherwise. A part of every ``CacheKey``, so what changes its
    /// answers (an address, a model, a prompt) belongs in it, but never a secret.
    public var version: String

    /// The service it provides.
    public var service: Service

    /// Where the work is done.
    public var locality: Locality

    /// Whose work it is, when that must be said.
    public var attribution: String?

    /// The licence of what it gives, as an SPDX expression, when known.
    public var licence: String?

    /// How much it takes at a time, where that is known; who asks for many texts keeps to it.
    public var requestLimits: RequestLimits?

    /// Creates a descriptor.
    public init(
        id: ProviderID,
        kind: String,
        version: String,
        service: Service,
        locality: Locality,
        attribution: String? = nil,
        licence: String? = nil,
        requestLimits: RequestLimits? = nil
    ) {
        self.id = id
        self.kind = kind
        self.version = version
        self.service = service
        self.locality = locality
        self.attribution = attribution
        self.licence = licence
        self.requestLimits = requestLimits
    }

    /// Where a provider does its work, and so where the text goes.
    public enum Locality: String, Sendable, Hashable, Codable {
        /// In this process; nothing leaves it.
        case inProcess
        /// In a process of its own on this machine.
        case plugin
        /// On another machine.
        case network
    }
}
