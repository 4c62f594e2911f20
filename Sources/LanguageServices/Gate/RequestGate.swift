/// What a provider that sends requests passes through before each of them, so that the user's limits are kept.
///
/// A limit on requests that stood around a call of the provider would count calls, while one call may send many requests.
/// So the gate goes into the provider (``ProviderContext/gate``), which says of each request how many characters it sends:
///
/// ```swift
/// let pass = try await gate.enter(characters: text.unicodeScalars.count)
/// do {
///     let answer = try await transport.send(request)
///     pass.end()
/// } catch {
///     await pass.end(after: error)
///     throw error
/// }
/// ```
///
/// ``send(characters:_:)`` does this for an answer that comes as a whole. A request for a list (of languages, of voices) sends
/// 0 characters. Copies share their limits; a gate without limits does nothing.
public struct RequestGate: Sendable {
    /// The limits that are kept.
    public let limits: RequestGateLimits

    private let slots: RequestSlots?
    private let minute: MinuteShare?

    /// A gate without limits.
    public static let open = RequestGate(RequestGateLimits())

    /// Creates a gate.
    ///
    /// - Parameters:
    ///   - limits: The limits to keep.
    ///   - clock: The clock to wait by.
    public init(_ limits: RequestGateLimits, clock: ServiceClock = .system) {
        self.limits = limits
        slots = limits.concurrentRequests.map { RequestSlots(count: $0) }
        minute =
            limits.requestsPerMinute == nil && limits.charactersPerMinute == nil
            ? nil
            : MinuteShare(
                requests: limits.requestsPerMinute,
                characters: limits.charactersPerMinute,
                clock: clock
            )
    }

    /// Waits until a request may be sent, and counts it.
    ///
    /// - Parameter characters: How many characters of the user's texts the request sends, counted in Unicode scalars.
    /// - Returns: The pass of the request, which must be ended when the answer is there.
    /// - Throws: ``ServiceError/Code/cancelled`` when the task is cancelled while it waits. What is thrown was not counted.
    public func enter(characters: Int) async throws(ServiceError) -> RequestPass {
        guard slots != nil || minute != nil else { return RequestPass() }
        do {
            try await slots?.take()
        } catch {
            throw ServiceError(error)
        }
        do {
            let place = try await minute?.wait(for: characters)
            return RequestPass(slots: slots) { [minute] in
                if let place { minute?.giveBack(place) }
            }
        } catch {
            slots?.release()
            throw ServiceError(error)
        }
    }

    /// Sends a request within the limits.
    ///
    /// - Parameters:
    ///   - characters: How many characters of the user's texts the request sends, counted in Unicode scalars.
    ///   - request: Sends the request and reads the whole answer.
    /// - Throws: What ``enter(characters:)`` throws, and what `request` throws, as a ``ServiceError``.
    public func send<Answer>(
        characters: Int,
        _ request: () async throws -> Answer
    ) async throws(ServiceError) -> Answer {
        let pass = try await enter(characters: characters)
        do {
            let answer = try await request()
            pass.end()
            return answer
        } catch {
            await pass.end(after: error)
            throw ServiceError(error)
        }
    }
}
