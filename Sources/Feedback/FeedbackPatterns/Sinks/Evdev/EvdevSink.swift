public import LanguageServices

/// Plays patterns on devices with force feedback, such as game controllers, through the Linux event interface (evdev).
///
/// Effects are uploaded when a pattern starts, played on a timer, and erased when it ends, so other programs find the
/// device unchanged. If the device cannot store all effects, the most similar ones are merged. The device is closed if
/// no further pattern follows soon.
public actor EvdevSink: FeedbackSink {
    /// `evdev`.
    public nonisolated let name = "evdev"

    /// The full pattern, or a single impact.
    public nonisolated let steps: [FeedbackStep] = [.rich, .simple]

    private let clock: ServiceClock
    private let find: @Sendable () -> [FeedbackDevice]
    private let openDevice: @Sendable (String) throws(ServiceError) -> any ForceDevice
    private let path: String?
    private var device: (any ForceDevice)?
    private var current: FeedbackPlayback?
    private var turn = 0

    /// Creates a sink; the device is opened only when something plays.
    ///
    /// - Parameters:
    ///   - path: The device, such as `/dev/input/event7`; `nil` selects the first usable one.
    ///   - clock: The clock for timing effects.
    public init(path: String? = nil, clock: ServiceClock = .system) {
        self.init(
            path: path,
            clock: clock,
            find: { EvdevDeviceList.devices() },
            open: { (path) throws(ServiceError) in
                #if os(Linux)
                return try EvdevDevice(path: path)
                #else
                throw ServiceError(.unavailable, "force feedback devices are supported only on Linux")
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
            text: path.map { "\($0) is not a device with force feedback" }
                ?? "no device with force feedback is connected",
            remedy: path == nil ? "plug in a controller" : "'parlance feedback devices' lists the devices"
        )
    }

    /// Starts playing.
    public func begin(_ order: PlaybackRequest) async throws(ServiceError) -> FeedbackPlayback {
        turn += 1
        let own = turn
        while let before = current.take() { await before.stop() }
        // Newer feedback may have arrived while the previous one was being stopped.
        guard own == turn else { throw ServiceError(.cancelled, "superseded by newer feedback") }
        let device = try opened()
        let strength = device.hasGain ? 1 : order.strength
        var plan = ForcePlan(order.pattern, strength: strength)
        if order.step == .simple {
            guard let impact = order.impact else { return FeedbackPlayback {} }
            plan = ForcePlan(impact)
        }
        do throws(ForceFailure) {
            // The level of an impact already includes the strength.
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

    /// Releases the device.
    public func rebuild() async { await close() }

    /// Stops the running feedback, erases its effects and releases the device.
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
                "no device with force feedback is connected",
                remedy: "plug in a controller"
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

/// A device with force feedback. It is a protocol so that tests can substitute a fake.
protocol ForceDevice: Sendable {
    /// Whether the device has a gain for all effects.
    var hasGain: Bool { get }

    /// The number of effects that the device claims to be able to store at a time.
    var effectCount: Int { get }

    /// Uploads an effect to the device.
    ///
    /// - Returns: The identifier of the effect.
    func upload(_ effect: ForceEffect) throws(ForceFailure) -> Int

    /// Plays an effect once, or stops it.
    func play(_ effect: Int, isOn: Bool) throws(ForceFailure)

    /// Removes an effect from the device and stops it.
    func erase(_ effect: Int)

    /// Sets the gain of all effects, 0…1.
    func setGain(_ gain: Double) throws(ForceFailure)

    /// Stops and erases all effects and releases the device.
    func close()
}

/// Why a device rejected an operation.
enum ForceFailure: Error, Hashable {
    /// The device has no room for another effect.
    case full
    /// The device is no longer present.
    case gone
    /// A system error.
    case system(ServiceError)

    /// The failure as reported by the sink.
    var error: ServiceError {
        switch self {
        case .full:
            ServiceError(
                .limitExceeded,
                "the device has no room for another effect",
                remedy: "quit other programs that use its force feedback"
            )
        case .gone:
            ServiceError(.unavailable, "the device is no longer connected", remedy: "plug it in again")
        case .system(let error): error
        }
    }
}
