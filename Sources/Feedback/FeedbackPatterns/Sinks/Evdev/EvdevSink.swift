public import LanguageServices

/// Plays patterns on devices with force feedback, such as game controllers, through Linux's event interface (evdev).
///
/// Effects are uploaded when a pattern begins, played by our own timer, and erased when it has ended, so other programs find
/// the device as it was. Where the device has no room for all of them, those that are most alike become one. Nothing is held
/// open between patterns for longer than the next one is likely to come.
public actor EvdevSink: FeedbackSink {
    /// `evdev`.
    public nonisolated let name = "evdev"

    /// The whole pattern, or one impact.
    public nonisolated let steps: [FeedbackStep] = [.rich, .simple]

    private let clock: ServiceClock
    private let find: @Sendable () -> [FeedbackDevice]
    private let openDevice: @Sendable (String) throws(ServiceError) -> any ForceDevice
    private let path: String?
    private var device: (any ForceDevice)?
    private var current: FeedbackPlayback?
    private var turn = 0

    /// Creates a sink; nothing is opened before something is played.
    ///
    /// - Parameters:
    ///   - path: The device, `/dev/input/event7`; `nil` takes the first that can be used.
    ///   - clock: By which taps are timed.
    public init(path: String? = nil, clock: ServiceClock = .system) {
        self.init(
            path: path,
            clock: clock,
            find: { EvdevDeviceList.devices() },
            open: { (path) throws(ServiceError) in
                #if os(Linux)
                return try EvdevDevice(path: path)
                #else
                throw ServiceError(.unavailable, "devices are opened on Linux only")
                #endif
            }
        )
    }

    init(
        path: String?,
        clock: ServiceClock,
        find: @escaping @Sendable () -> [FeedbackDevice],
        open: @escaping @Sendable (String) throws(ServiceError) -> any ForceDevice
    ) {
        self.path = path
        self.clock = clock
        self.find = find
        openDevice = open
    }

    /// Looks for a device.
    public func availability() async -> FeedbackAvailability {
        if device != nil, current != nil { return FeedbackAvailability(steps: Set(steps), text: "a device plays") }
        let devices = find()
        if let chosen = choose(devices) {
            return FeedbackAvailability(steps: Set(steps), text: "\(chosen.name) at \(chosen.path)")
        }
        let refused = devices.first { $0.problem != nil && (path == nil || $0.path == path) }
        if let refused {
            return FeedbackAvailability(
                steps: [],
                text: "\(refused.path): \(refused.problem ?? "")",
                remedy: refused.remedy
            )
        }
        return FeedbackAvailability(
            steps: [],
            text: path.map { "\($0) is no device with force feedback" }
                ?? "no device with force feedback is plugged in",
            remedy: path == nil ? "plug a controller in" : "'parlance feedback devices' lists what is there"
        )
    }

    /// Begins to play.
    public func begin(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        turn += 1
        let own = turn
        while let before = current.take() { await before.stop() }
        // While the one before was stopped, another may have come; that one plays.
        guard own == turn else { throw ServiceError(.cancelled, "something newer plays") }
        let device = try opened()
        let strength = device.hasGain ? 1 : order.strength
        var plan = ForcePlan(order.pattern, strength: strength)
        if order.step == .simple {
            guard let impact = order.impact else { return FeedbackPlayback {} }
            plan = ForcePlan(impact)
        }
        do throws(ForceFailure) {
            // An impact has the strength in its level already.
            try device.setGain(order.step == .simple ? 1 : order.strength)
            let loaded = try ForceUpload.load(plan, to: device)
            let playback = FeedbackPlayback { [clock] in
                defer { for id in loaded.ids { device.erase(id) } }
                do {
                    try await ForceUpload.run(loaded, on: device, clock: clock)
                } catch let failure as ForceFailure {
                    await self.forget(failure)
                    throw failure.error
                }
            }
            current = playback
            return playback
        } catch {
            forget(error)
            throw error.error
        }
    }

    /// Gives the device back.
    public func rebuild() async { await close() }

    /// Stops what plays, erases it, and gives the device back.
    public func close() async {
        turn += 1
        while let before = current.take() { await before.stop() }
        device?.close()
        device = nil
    }

    private func choose(_ devices: [FeedbackDevice]) -> FeedbackDevice? {
        devices.first { $0.problem == nil && (path == nil || $0.path == path) }
    }

    private func opened() throws(ServiceError) -> any ForceDevice {
        if let device { return device }
        guard let path = path ?? choose(find())?.path else {
            throw ServiceError(
                .unavailable,
                "no device with force feedback is plugged in",
                remedy: "plug a controller in"
            )
        }
        let device = try openDevice(path)
        self.device = device
        return device
    }

    private func forget(_ failure: ForceFailure) {
        guard failure != .full else { return }
        device?.close()
        device = nil
    }
}

/// A device with force feedback, as the sink uses it; a protocol, so that a test can be one.
protocol ForceDevice: Sendable {
    /// Whether the strength of all effects can be set.
    var hasGain: Bool { get }

    /// How many effects it holds at a time, by its own word.
    var effectCount: Int { get }

    /// Puts an effect on the device.
    ///
    /// - Returns: Its number.
    func upload(_ effect: ForceEffect) throws(ForceFailure) -> Int

    /// Plays an effect once, or stops it.
    func play(_ effect: Int, isOn: Bool) throws(ForceFailure)

    /// Takes an effect from the device; what plays of it stops.
    func erase(_ effect: Int)

    /// Sets the strength of all effects, 0…1.
    func setGain(_ gain: Double) throws(ForceFailure)

    /// Stops and erases everything, and gives the device back.
    func close()
}

/// Why a device did not do something.
enum ForceFailure: Error, Hashable {
    /// It has no room for another effect.
    case full
    /// It is not there any more.
    case gone
    /// What the system said.
    case system(ServiceError)

    /// The failure as the sink reports it.
    var error: ServiceError {
        switch self {
        case .full:
            ServiceError(
                .limitExceeded,
                "the device has no room for an effect",
                remedy: "end other programs that use its force feedback"
            )
        case .gone:
            ServiceError(.unavailable, "the device has gone", remedy: "plug it in again")
        case .system(let error): error
        }
    }
}
