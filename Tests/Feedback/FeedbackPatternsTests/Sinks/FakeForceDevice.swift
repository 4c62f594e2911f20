import HapticPatterns
import LanguageServices
import Synchronization

@testable import FeedbackPatterns

/// A device that records every operation and has a configurable number of effect slots.
final class FakeForceDevice: ForceDevice {
    enum Action: Hashable {
        case upload(Int, ForceEffect)
        case play(Int)
        case stop(Int)
        case erase(Int)
        case gain(Double)
        case close
    }

    private struct State {
        var actions: [(time: Duration, action: Action)] = []
        var held: Set<Int> = []
        var nextID = 0
        var isGone = false
        var isClosed = false
    }

    let hasGain: Bool
    let effectCount: Int
    private let room: Int
    private let clock: ServiceClock
    private let state = Mutex(State())

    /// `says` is the number of effects that the device reports, `room` the number that it can actually store.
    init(hasGain: Bool = true, says: Int = 16, room: Int = 16, clock: ServiceClock = .system) {
        self.hasGain = hasGain
        effectCount = says
        self.room = room
        self.clock = clock
    }

    var actions: [Action] { state.withLock { $0.actions.map(\.action) } }
    var held: Set<Int> { state.withLock { $0.held } }
    var isClosed: Bool { state.withLock { $0.isClosed } }
    var plays: [(time: Duration, id: Int)] {
        state.withLock { state in
            state.actions.compactMap { if case .play(let id) = $0.action { ($0.time, id) } else { nil } }
        }
    }
    var uploads: [ForceEffect] {
        actions.compactMap { if case .upload(_, let effect) = $0 { effect } else { nil } }
    }

    func pullPlug() { state.withLock { $0.isGone = true } }

    func upload(_ effect: ForceEffect) throws(ForceFailure) -> Int {
        try change { (state) throws(ForceFailure) in
            guard state.held.count < room else { throw .full }
            state.nextID += 1
            state.held.insert(state.nextID)
            return (.upload(state.nextID, effect), state.nextID)
        }
    }

    func play(_ effect: Int, isOn: Bool) throws(ForceFailure) {
        _ = try change { (_) throws(ForceFailure) in (isOn ? .play(effect) : .stop(effect), 0) }
    }

    func erase(_ effect: Int) {
        _ = try? change { (state) throws(ForceFailure) in
            state.held.remove(effect)
            return (.erase(effect), 0)
        }
    }

    func setGain(_ gain: Double) throws(ForceFailure) {
        _ = try change { (_) throws(ForceFailure) in (.gain(gain), 0) }
    }

    func close() {
        state.withLock { state in
            state.held = []
            state.isClosed = true
            state.actions.append((clock.now, .close))
        }
    }

    private func change(
        _ body: (inout State) throws(ForceFailure) -> (Action, Int)
    ) throws(ForceFailure) -> Int {
        try state.withLock { (state) throws(ForceFailure) in
            guard !state.isGone, !state.isClosed else { throw .gone }
            let (action, id) = try body(&state)
            state.actions.append((clock.now, action))
            return id
        }
    }
}
