import HapticPatterns
import LanguageServices

/// A pattern as effects of a device, and when each begins and ends.
///
/// A device holds a few effects at one level each, so a pattern that changes all the time is played in pieces, by our own
/// timer. Vibration is cut into parts of 10 ms with 24 levels and 5 kinds of sharpness; equal parts in a row are one piece, and
/// pieces of one level are one effect, which is stopped where its piece is shorter. A piece that another one follows is kept on
/// until that one has begun, since a motor that is switched off in between is heard. Taps are effects of their own.
struct ForcePlan: Sendable, Hashable {
    /// What is done at a time.
    struct Move: Sendable, Hashable {
        /// When, in seconds from the beginning.
        var time: Double
        /// The place of the effect in ``ForcePlan/effects``.
        var effect: Int
        /// Whether it is stopped, and not started.
        var stops: Bool
    }

    /// The effects; no two are equal.
    private(set) var effects: [ForceEffect] = []

    /// What is done, in the order of time.
    private(set) var moves: [Move] = []

    /// When the last effect has ended, in seconds.
    private(set) var end = 0.0

    private static let rate = 100.0
    private static let levels = 24
    private static let sharpnesses = 4
    /// How long a piece is kept on when another follows, in milliseconds.
    private static let overlap = 20

    /// The plan for a whole pattern.
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

    /// The plan for one impact.
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
        var places: [Int: Int] = [:]
        for piece in pieces {
            // By level alone: of the lengths of one level the greatest is held.
            let key = piece.effect.amplitude * 1024 + piece.effect.sharpness
            let place = places[key] ?? effects.count
            if place == effects.count {
                effects.append(piece.effect)
            } else {
                effects[place].length = max(effects[place].length, piece.effect.length)
            }
            places[key] = place
            moves.append(Move(time: piece.start, effect: place, stops: false))
            end = max(end, piece.end)
        }
        // A stop is needed where the effect would go on for longer than its piece.
        for (piece, place) in zip(pieces, moves.map(\.effect)) where effects[place].length > piece.effect.length {
            let later = piece.end + (piece.isFollowed ? 0.002 : 0)
            moves.append(Move(time: later, effect: place, stops: true))
        }
        // What stops and starts at one time is stopped first.
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
    /// The plan with at most so many effects, for a device that has room for no more: those that are most alike become one, at
    /// the mean of their levels by how often they are played.
    func merged(to count: Int) -> ForcePlan {
        guard effects.count > max(count, 1) else { return self }
        var plan = self
        var groups = effects.map { (effect: $0, uses: 1) }
        for move in moves where !move.stops { groups[move.effect].uses += 1 }
        var places = Array(effects.indices)
        if groups.count > Self.mostCompared { plan.coarsen(&groups, &places) }
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
            for index in places.indices where places[index] == gone { places[index] = kept }
            alive.remove(at: best.b)
        }
        var order: [Int: Int] = [:]
        for (place, group) in alive.enumerated() { order[group] = place }
        plan.effects = alive.map { groups[$0].effect }
        for index in plan.moves.indices {
            plan.moves[index].effect = order[places[plan.moves[index].effect]] ?? 0
        }
        return plan
    }

    /// More effects than this are not compared with each other one by one.
    private static let mostCompared = 128

    /// Puts effects together that fall into one of 16 × 4 fields.
    private func coarsen(_ groups: inout [(effect: ForceEffect, uses: Int)], _ places: inout [Int]) {
        var fields: [Int: Int] = [:]
        var result: [(effect: ForceEffect, uses: Int)] = []
        for index in groups.indices {
            let effect = groups[index].effect
            let field = effect.amplitude / 4096 * 4 + min(effect.sharpness / 250, 3)
            if let place = fields[field] {
                result[place] = Self.mixed(result[place], groups[index])
                places[index] = place
            } else {
                fields[field] = result.count
                places[index] = result.count
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

/// One force at one level, as a device holds it.
struct ForceEffect: Sendable, Hashable {
    /// How strongly the motor moves, 0…65,535.
    var amplitude: Int

    /// How sharp it feels, 0…1000.
    var sharpness: Int

    /// How long it lasts, in milliseconds, 1…32,767, which drivers that count with a sign bear too.
    var length: Int

    static let longest = 32_767

    /// How much two effects differ, for merging those that are most alike.
    func distance(to other: ForceEffect) -> Int {
        abs(amplitude - other.amplitude) + abs(sharpness - other.sharpness) * 16 + abs(length - other.length) * 64
    }

    /// The large motor, which is dull: all of the amplitude, 0…65,535.
    var strong: Int { amplitude }

    /// The small motor, which adds what is sharp: 0…65,535.
    var weak: Int { amplitude * sharpness / 1000 }
}

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
