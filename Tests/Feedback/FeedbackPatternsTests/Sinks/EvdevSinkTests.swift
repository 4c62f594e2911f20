import HapticPatterns
import LanguageServices
import LanguageServicesTesting
import Synchronization
import Testing

@testable import FeedbackPatterns

@Suite("The evdev sink")
struct EvdevSinkTests {
    private static let pad = FeedbackDevice(path: "/dev/input/event7", name: "Pad", abilities: [], effectCount: 16)

    private static func sink(_ device: FakeForceDevice, clock: ServiceClock = .system) -> EvdevSink {
        EvdevSink(path: nil, clock: clock, find: { [pad] }, open: { (_) throws(ServiceError) in device })
    }

    private static func order(_ pattern: HapticPattern, _ step: FeedbackStep = .rich, strength: Double = 1)
        -> PlaybackRequest
    {
        PlaybackRequest(step: step, event: "success", pattern: pattern, strength: strength)
    }

    @Test("the effects of the success pattern are uploaded, played 100 ms apart, and erased")
    func success() async throws {
        let clock = TestClock()
        let device = FakeForceDevice(clock: clock.serviceClock)
        let sink = Self.sink(device, clock: clock.serviceClock)
        let playback = try await sink.begin(Self.order(Patterns.success(), strength: 0.5))
        try await clock.waitForSleepers(count: 1)
        #expect(device.plays.map(\.time) == [.zero])
        clock.advance(by: .milliseconds(99))
        #expect(device.plays.count == 1)
        clock.advance(by: .milliseconds(1))
        try await clock.waitForSleepers(count: 1)
        clock.advance(by: .milliseconds(30))
        try await playback.wait()
        #expect(device.plays.map(\.time) == [.zero, .milliseconds(100)])
        #expect(device.actions.first == .gain(0.5))
        #expect(device.uploads.map(\.strong) == [65_535, 32_112])
        #expect(device.held.isEmpty)
        await sink.close()
        #expect(device.isClosed)
    }

    @Test("without gain support, the strength is applied to the effects")
    func withoutGain() async throws {
        let device = FakeForceDevice(hasGain: false)
        let playback = try await Self.sink(device).begin(Self.order(Patterns.success(), strength: 0.5))
        await playback.stop()
        #expect(device.uploads.map(\.strong) == [16_384, 8028])
    }

    @Test("effects are stopped and then erased on stop, and when something else starts")
    func stopping() async throws {
        let clock = TestClock()
        let device = FakeForceDevice(clock: clock.serviceClock)
        let sink = Self.sink(device, clock: clock.serviceClock)
        let long = try HapticPattern(events: [.continuous(at: 0, duration: 10)])
        _ = try await sink.begin(Self.order(long))
        try await clock.waitForSleepers(count: 1)
        let second = try await sink.begin(Self.order(long))
        try await clock.waitForSleepers(count: 1)
        await second.stop()
        #expect(
            device.actions.map { action -> String in
                switch action {
                case .upload: "upload"
                case .play: "play"
                case .stop: "stop"
                case .erase: "erase"
                case .gain: "gain"
                case .close: "close"
                }
            } == ["gain", "upload", "play", "stop", "erase", "gain", "upload", "play", "stop", "erase"]
        )
        #expect(device.held.isEmpty)
    }

    @Test("a device with few effect slots, or fewer than it reports, gets a plan that fits", arguments: [1, 2, 5])
    func full(room: Int) async throws {
        let device = FakeForceDevice(says: 16, room: room)
        let events = (0..<12).map { HapticEvent.transient(at: 0, intensity: Double($0 + 1) / 12, sharpness: 0.5) }
        let playback = try await Self.sink(device).begin(Self.order(HapticPattern(events: events)))
        try await playback.wait()
        #expect(device.plays.count == 12)
        #expect(Set(device.plays.map(\.id)).count == room)
        #expect(device.held.isEmpty)
    }

    @Test("a device without effect slots causes an error, and stays open")
    func noRoom() async throws {
        let device = FakeForceDevice(room: 0)
        let sink = Self.sink(device)
        let error = await #expect(throws: ServiceError.self) {
            _ = try await sink.begin(Self.order(Patterns.success()))
        }
        #expect(error?.code == .limitExceeded)
        #expect(!device.isClosed)
    }

    @Test("an unplugged device fails the pattern, and the next pattern reopens it")
    func unplugged() async throws {
        let clock = TestClock()
        let devices = Mutex([FakeForceDevice(clock: clock.serviceClock), FakeForceDevice(clock: clock.serviceClock)])
        let first = devices.withLock { $0[0] }
        let sink = EvdevSink(
            path: nil,
            clock: clock.serviceClock,
            find: { [Self.pad] },
            open: { (_) throws(ServiceError) in devices.withLock { $0.removeFirst() } }
        )
        let playback = try await sink.begin(Self.order(Patterns.success()))
        try await clock.waitForSleepers(count: 1)
        first.pullPlug()
        clock.advance(by: .milliseconds(100))
        let error = await #expect(throws: ServiceError.self) { try await playback.wait() }
        #expect(error?.code == .unavailable)
        let again = try await sink.begin(Self.order(Patterns.success()))
        await again.stop()
        #expect(devices.withLock { $0.isEmpty })
    }

    @Test("an impact is one effect with the peak strength of the pattern")
    func impact() async throws {
        let device = FakeForceDevice()
        let sink = Self.sink(device)
        try await sink.begin(Self.order(Patterns.success(), .simple, strength: 0.5)).wait()
        #expect(device.uploads == [ForceEffect(amplitude: 27_689, sharpness: 700, length: 35)])
        try await sink.begin(Self.order(HapticPattern(events: []), .simple)).wait()
        #expect(device.plays.count == 1)
    }

    @Test("a device without permission is reported, with a remedy")
    func permission() async throws {
        var locked = Self.pad
        (locked.problem, locked.remedy) = ("permission denied", "ask")
        let devices = [locked]
        let sink = EvdevSink(
            path: nil,
            clock: .system,
            find: { devices },
            open: { (_) throws(ServiceError) in throw ServiceError(.io, "no") }
        )
        let answer = await sink.availability()
        #expect(answer.steps.isEmpty && answer.remedy == "ask" && answer.text.contains("permission denied"))
        await #expect(throws: ServiceError.self) { _ = try await sink.begin(Self.order(Patterns.success())) }
    }

    @Test("a path that is not a force-feedback device is not used")
    func none() async {
        let sink = EvdevSink(path: "/dev/input/event999")
        #expect(await sink.availability().steps.isEmpty)
        await #expect(throws: ServiceError.self) { _ = try await sink.begin(Self.order(Patterns.success())) }
        let file = EvdevSink(path: "/dev/null")
        await #expect(throws: ServiceError.self) { _ = try await file.begin(Self.order(Patterns.success())) }
    }
}
