import HapticPatterns
import LanguageServices

/// Brings a plan to a device and plays it.
enum ForceUpload {
    /// A plan whose effects are on the device.
    struct Loaded: Sendable {
        let plan: ForcePlan
        /// The numbers of the plan's effects on the device.
        let ids: [Int]
    }

    /// Uploads the effects of a plan, merged to what the device has room for.
    ///
    /// - Throws: ``ForceFailure/full`` when there is no room for a single one.
    static func load(_ plan: ForcePlan, to device: any ForceDevice) throws(ForceFailure) -> Loaded {
        var plan = device.effectCount > 0 ? plan.merged(to: device.effectCount) : plan
        while true {
            var ids: [Int] = []
            do throws(ForceFailure) {
                for effect in plan.effects { ids.append(try device.upload(effect)) }
                return Loaded(plan: plan, ids: ids)
            } catch {
                for id in ids { device.erase(id) }
                // Other programs may hold some of the places.
                guard error == .full, !ids.isEmpty else { throw error }
                plan = plan.merged(to: ids.count)
            }
        }
    }

    /// Plays a plan to its end. When the task is cancelled, what sounds is stopped.
    static func run(_ loaded: Loaded, on device: any ForceDevice, clock: ServiceClock) async throws {
        let start = clock.now
        var sounding: Set<Int> = []
        do {
            for move in loaded.plan.moves {
                try await clock.sleep(for: .seconds(move.time) - (clock.now - start))
                guard loaded.ids.indices.contains(move.effect) else { continue }
                let id = loaded.ids[move.effect]
                try device.play(id, isOn: !move.stops)
                if move.stops { sounding.remove(id) } else { sounding.insert(id) }
            }
            try await clock.sleep(for: .seconds(loaded.plan.end) - (clock.now - start))
        } catch is CancellationError {
            for id in sounding { try? device.play(id, isOn: false) }
            throw CancellationError()
        }
    }
}
