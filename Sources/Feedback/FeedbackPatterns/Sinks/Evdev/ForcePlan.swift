import HapticPatterns
import LanguageServices

/// A pattern as force-feedback effects for a device, with the start and stop times of each. A device stores few
/// effects, each at a constant level, so a varying pattern is played as timed segments. Continuous vibration is divided
/// into steps of 10 ms with 24 levels and 5 sharpness values. Equal consecutive steps form one segment, and segments
/// with the same level share an effect, which is stopped early for shorter segments. A segment overlaps the start of
/// the next one because switching the motor off in between would be audible. Transients are separate effects.
struct ForcePlan: Sendable, Hashable {
    /// A start or stop of an effect.
    struct Move: Sendable, Hashable {
        /// The time in seconds from the start of the plan.
        var time: Double
        /// The index of the effect in ``ForcePlan/effects``.
        var effect: Int
        /// Whether the effect stops rather than starts.
        var stops: Bool
    }

    /// The effects, without duplicates.
    private(set) var effects: [ForceEffect] = []

    /// The starts and stops, in chronological order.
    private(set) var moves: [Move] = []

    /// When the last effect ends, in seconds.
    private(set) var end = 0.0

    private static let rate = 100.0
    private static let levels = 24
    private static let sharpnesses = 4
    /// How long a segment overlaps the next one, in milliseconds.
    private static let overlap = 20

    /// Creates the plan for a pattern.
    init(_ pattern: HapticPattern, strength: Double) {
        let parts = PatternComponents(pattern)
        var pieces: [(start: Double, end: Double, isFollowed: Bool, effect: ForceEffect)] = []
        if let vibration = parts.vibration { pieces = Self.pieces(of: vibration, strength) }
        for tap in parts.taps {
            let effect = Self.effect(
                HapticSample(intensity: tap.intensity, sharpness: tap.sharpness),
                strength,
                length: Int(HapticEvent.tapLength * 1000)
            )
            if effect.amplitude > 0 { pieces.append((tap.time, tap.time + HapticEvent.tapLength, true, effect)) }
        }
        pieces.sort { $0.start < $1.start }
        add(pieces)
    }

    /// Creates the plan for a single impact.
    init(_ impact: SimpleImpact) {
        let effect = Self.effect(
            HapticSample(intensity: impact.intensity, sharpness: 0.7),
            1,
            length: Int(impact.duration * 1000)
        )
        effects = [effect]
        moves = [Move(time: 0, effect: 0, stops: false)]
        end = impact.duration
    }

    private mutating func add(_ pieces: [(start: Double, end: Double, isFollowed: Bool, effect: ForceEffect)]) {
        var known: [Int: Int] = [:]
        for piece in pieces {
            // Keyed by level only: segments with the same level share an effect as long as the longest of them.
            let key = piece.effect.amplitude * 1024 + piece.effect.sharpness
            let index = known[key] ?? effects.count
            if index == effects.count {
                effects.append(piece.effect)
            } else {
                effects[index].length = max(effects[index].length, piece.effect.length)
            }
            known[key] = index
            moves.append(Move(time: piece.start, effect: index, stops: false))
            end = max(end, piece.end)
        }
        // An explicit stop is needed where the effect is longer than its segment.
        for (piece, index) in zip(pieces, moves.map(\.effect)) where effects[index].length > piece.effect.length {
            let later = piece.end + (piece.isFollowed ? 0.002 : 0)
            moves.append(Move(time: later, effect: index, stops: true))
        }
        // At equal times, stops precede starts.
        moves.sort { ($0.time, $0.stops ? 0 : 1) < ($1.time, $1.stops ? 0 : 1) }
    }

    private static func pieces(
        of vibration: PatternSampler,
        _ strength: Double
    ) -> [(start: Double, end: Double, isFollowed: Bool, effect: ForceEffect)] {
        var result: [(start: Double, end: Double, isFollowed: Bool, effect: ForceEffect)] = []
        var start = 0
        var current = HapticSample.nothing
        var index = 0
        func close(isFollowed: Bool) {
            guard current.intensity > 0, index > start else { return }
            let length = Int(Double(index - start) / rate * 1000) + (isFollowed ? overlap : 0)
            let effect = effect(current, strength, length: length)
            guard effect.amplitude > 0 else { return }
            result.append((Double(start) / rate, Double(index) / rate, isFollowed, effect))
        }
        let longest = Int(Double(ForceEffect.longest - overlap) / 1000 * rate)
        vibration.forEachSample(rate: rate) { sample in
            let rounded = HapticSample(
                intensity: sample.intensity > 0
                    ? max(1, (sample.intensity * Double(levels)).rounded()) / Double(levels) : 0,
                sharpness: (sample.sharpness * Double(sharpnesses)).rounded() / Double(sharpnesses)
            )
            if rounded != current || index - start >= longest {
                close(isFollowed: rounded.intensity > 0)
                (start, current) = (index, rounded)
            }
            index += 1
        }
        close(isFollowed: false)
        return result
    }

    private static func effect(_ sample: HapticSample, _ strength: Double, length: Int) -> ForceEffect {
        let amplitude = HapticAmplitude.amplitude(ofIntensity: sample.intensity * strength.clampedToUnit)
        return ForceEffect(
            amplitude: min(max(Int(amplitude * 65_535 + 0.5), 0), 65_535),
            sharpness: min(max(Int(sample.sharpness * 1000 + 0.5), 0), 1000),
            length: min(max(length, 1), ForceEffect.longest)
        )
    }
}

extension ForcePlan {
    /// The plan reduced to at most `count` effects, for a device with limited memory. The most similar effects are
    /// merged; the new level is the mean of theirs, weighted by use.
    func merged(to count: Int) -> ForcePlan {
        guard effects.count > max(count, 1) else { return self }
        var plan = self
        var groups = effects.map { (effect: $0, uses: 1) }
        for move in moves where !move.stops { groups[move.effect].uses += 1 }
        var targets = Array(effects.indices)
        if groups.count > Self.maximumCompared { plan.coarsen(&groups, &targets) }
        var alive = Array(groups.indices)
        while alive.count > max(count, 1) {
            var best = (distance: Int.max, a: 0, b: 1)
            for a in alive.indices {
                for b in (a + 1)..<max(a + 1, alive.count) {
                    let distance = groups[alive[a]].effect.distance(to: groups[alive[b]].effect)
                    if distance < best.distance { best = (distance, a, b) }
                }
            }
            let (kept, gone) = (alive[best.a], alive[best.b])
            groups[kept] = Self.mixed(groups[kept], groups[gone])
            for index in targets.indices where targets[index] == gone { targets[index] = kept }
            alive.remove(at: best.b)
        }
        var order: [Int: Int] = [:]
        for (index, group) in alive.enumerated() { order[group] = index }
        plan.effects = alive.map { groups[$0].effect }
        for index in plan.moves.indices {
            plan.moves[index].effect = order[targets[plan.moves[index].effect]] ?? 0
        }
        return plan
    }

    /// The maximum number of effects for which all pairs are compared.
    private static let maximumCompared = 128

    /// Merges effects that fall into the same cell of a 16 × 4 grid.
    private func coarsen(_ groups: inout [(effect: ForceEffect, uses: Int)], _ targets: inout [Int]) {
        var fields: [Int: Int] = [:]
        var result: [(effect: ForceEffect, uses: Int)] = []
        for index in groups.indices {
            let effect = groups[index].effect
            let field = effect.amplitude / 4096 * 4 + min(effect.sharpness / 250, 3)
            if let target = fields[field] {
                result[target] = Self.mixed(result[target], groups[index])
                targets[index] = target
            } else {
                fields[field] = result.count
                targets[index] = result.count
                result.append(groups[index])
            }
        }
        groups = result
    }

    private static func mixed(
        _ a: (effect: ForceEffect, uses: Int),
        _ b: (effect: ForceEffect, uses: Int)
    ) -> (effect: ForceEffect, uses: Int) {
        let uses = a.uses + b.uses
        func mean(_ path: KeyPath<ForceEffect, Int>) -> Int {
            (a.effect[keyPath: path] * a.uses + b.effect[keyPath: path] * b.uses) / max(uses, 1)
        }
        let effect = ForceEffect(
            amplitude: mean(\.amplitude),
            sharpness: mean(\.sharpness),
            length: max(a.effect.length, b.effect.length)
        )
        return (effect, uses)
    }
}

/// One effect at a constant level, as a device stores it.
struct ForceEffect: Sendable, Hashable {
    /// The amplitude, 0…65,535.
    var amplitude: Int

    /// The sharpness, 0…1000.
    var sharpness: Int

    /// The duration in milliseconds, 1…32,767; the limit also suits drivers that use signed numbers.
    var length: Int

    static let longest = 32_767

    /// How much two effects differ, for merging the most similar ones.
    func distance(to other: ForceEffect) -> Int {
        abs(amplitude - other.amplitude) + abs(sharpness - other.sharpness) * 16 + abs(length - other.length) * 64
    }

    /// The level of the large, low-frequency motor: the full amplitude, 0…65,535.
    var strong: Int { amplitude }

    /// The level of the small, high-frequency motor, which adds sharpness: 0…65,535.
    var weak: Int { amplitude * sharpness / 1000 }
}

/// Uploads a plan to a device and plays it.
enum ForceUpload {
    /// A plan whose effects have been uploaded.
    struct Loaded: Sendable {
        let plan: ForcePlan
        /// The identifiers of the plan's effects on the device.
        let ids: [Int]
    }

    /// Uploads the effects of a plan, merged to fit the device's memory.
    ///
    /// - Throws: ``ForceFailure/full`` when there is no room for even one effect.
    static func load(_ plan: ForcePlan, to device: any ForceDevice) throws(ForceFailure) -> Loaded {
        var plan = device.effectCount > 0 ? plan.merged(to: device.effectCount) : plan
        while true {
            var ids: [Int] = []
            do throws(ForceFailure) {
                for effect in plan.effects { ids.append(try device.upload(effect)) }
                return Loaded(plan: plan, ids: ids)
            } catch {
                for id in ids { device.erase(id) }
                // Other programs may occupy some of the slots.
                guard error == .full, !ids.isEmpty else { throw error }
                plan = plan.merged(to: ids.count)
            }
        }
    }

    /// Plays a plan to its end. If the task is cancelled, running effects are stopped.
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
