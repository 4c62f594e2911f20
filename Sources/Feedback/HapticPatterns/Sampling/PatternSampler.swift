/// Samples a pattern at any time, according to the rules of AHAP.
///
///     intensity(t) = clamp(event.intensity × envelope(t) × intensityControl(t))
///     sharpness(t) = clamp(event.sharpness + sharpnessControl(t))     continuous events
///     sharpness(t) = event.sharpness                                  transient events
///
/// `clamp` limits a value to 0…1. An event is active from its start up to, but not including, its end. Among
/// overlapping events, the strongest one determines both values; among equally strong events, the one that began last.
/// If no event is active, both values are 0. The controls are those of the event's layer; ``EventEnvelope`` defines the
/// envelopes.
///
/// Apple documents that intensity is multiplied, that sharpness is added for continuous events only, and that control
/// points are interpolated linearly (`CHHapticParameter.h`, `CHHapticParameterCurve`). Using the strongest event is
/// Parlance's convention, because the behaviour of devices for overlapping events is undocumented.
public struct PatternSampler: Sendable {
    /// The end of the last event, in seconds.
    public let duration: Double

    let events: [SoundingEvent]
    let tracks: [LayerTracks]
    /// For each event, the latest end among the events up to and including it, which limits the backward search.
    private let latestEnds: [Double]

    /// Prepares a pattern for sampling.
    public init(_ pattern: HapticPattern) {
        self.init(trusting: pattern.events, curves: pattern.curves)
    }

    /// Prepares to sample events and curves that are known to be valid and sorted.
    init(trusting events: [HapticEvent], curves: [HapticCurve]) {
        var trackIndices: [Int: Int] = [:]
        var tracks: [LayerTracks] = []
        for layer in Set(events.map(\.layer)).sorted() {
            trackIndices[layer] = tracks.count
            tracks.append(LayerTracks(curves.filter { $0.layer == layer && $0.parameter.isHaptic }, layer: layer))
        }
        let sounding = events.compactMap { event in
            trackIndices[event.layer].map { SoundingEvent(event, tracks[$0], track: $0) }
        }
        var latest = 0.0
        self.tracks = tracks
        self.events = sounding
        latestEnds = sounding.map {
            latest = max(latest, $0.end)
            return latest
        }
        duration = latest
    }

    /// The sample at a time in seconds.
    public func sample(at time: Double) -> HapticSample {
        var low = 0
        var high = events.count
        while low < high {
            let middle = low + (high - low) / 2
            if events[middle].start <= time { low = middle + 1 } else { high = middle }
        }
        var result = HapticSample.nothing
        var index = low - 1
        while index >= 0, latestEnds[index] > time {
            let event = events[index]
            if event.start <= time, time < event.end {
                let tracks = tracks[event.track]
                let voice = SamplingVoice(
                    event,
                    at: time,
                    intensity: tracks.intensity.pieces[tracks.intensity.index(at: time)],
                    sharpness: tracks.sharpness.pieces[tracks.sharpness.index(at: time)]
                )
                let sample = voice.sample(at: time)
                if sample.intensity > result.intensity { result = sample }
            }
            index -= 1
        }
        return result
    }

    /// Samples of the whole pattern at the centres of equal intervals: sample `k` is at `(k + 0.5) / rate`.
    ///
    /// - Parameter rate: The sample rate in hertz, clamped to 1…192,000.
    public func samples(rate: Double) -> [HapticSample] {
        var result: [HapticSample] = []
        result.reserveCapacity(count(rate: rate))
        forEachSample(rate: rate) { result.append($0) }
        return result
    }

    /// The number of samples in the pattern at a rate.
    public func count(rate: Double) -> Int {
        let rate = Self.usable(rate)
        let exact = duration * rate
        let whole = Int(exact)
        return Double(whole) < exact ? whole + 1 : whole
    }

    /// Iterates over the samples in chronological order; see ``samples(rate:)``.
    public func forEachSample(rate: Double, _ body: (HapticSample) -> Void) {
        let rate = Self.usable(rate)
        var walk = SamplingWalk(self)
        for index in 0..<count(rate: rate) {
            body(walk.sample(at: (Double(index) + 0.5) / rate))
        }
    }

    /// The highest intensity at the start of any event; 0 if there are no events.
    package var strongestBegin: Double {
        var walk = SamplingWalk(self)
        var strongest = 0.0
        for event in events { strongest = max(strongest, walk.sample(at: event.start).intensity) }
        return strongest
    }

    private static func usable(_ rate: Double) -> Double { rate >= 1 ? min(rate, 192_000) : 1 }
}

/// An intensity with a sharpness.
public struct HapticSample: Sendable, Hashable {
    /// The intensity, 0…1.
    public var intensity: Double

    /// The sharpness, 0…1; 0 if the intensity is 0.
    public var sharpness: Double

    /// Creates a sample.
    public init(intensity: Double, sharpness: Double) {
        self.intensity = intensity
        self.sharpness = sharpness
    }

    /// Silence.
    public static let nothing = Self(intensity: 0, sharpness: 0)
}

/// Samples a pattern sequentially without searching.
///
/// Between two breakpoints (the start or end of an event, a corner of an envelope, a control point), nothing is looked
/// up, because the voices in that interval are created only once.
struct SamplingWalk {
    private let sampler: PatternSampler
    private var nextEvent = 0
    private var active: [Int] = []
    private var pieceIndices: [(intensity: Int, sharpness: Int)]
    private var voices: [SamplingVoice] = []
    private var end = -Double.infinity

    init(_ sampler: PatternSampler) {
        self.sampler = sampler
        pieceIndices = Array(repeating: (0, 0), count: sampler.tracks.count)
    }

    /// The sample at a time, which must not be earlier than the previous one.
    mutating func sample(at time: Double) -> HapticSample {
        if time >= end { advance(to: time) }
        switch voices.count {
        case 0: return .nothing
        case 1: return voices[0].sample(at: time)
        default:
            var result = HapticSample.nothing
            for voice in voices {
                let sample = voice.sample(at: time)
                // The voices are in chronological order; among equally strong ones, the last one is used.
                if sample.intensity > 0, sample.intensity >= result.intensity { result = sample }
            }
            return result
        }
    }

    /// The voices active at a time, and the time until which they do not change.
    mutating func stretch(from time: Double) -> (voices: [SamplingVoice], end: Double) {
        if time >= end { advance(to: time) }
        return (voices, end)
    }

    private mutating func advance(to time: Double) {
        let events = sampler.events
        while nextEvent < events.count, events[nextEvent].start <= time {
            active.append(nextEvent)
            nextEvent += 1
        }
        active.removeAll { events[$0].end <= time }
        end = nextEvent < events.count ? events[nextEvent].start : .infinity
        voices.removeAll(keepingCapacity: true)
        guard !active.isEmpty else { return }
        for track in pieceIndices.indices { advance(track, to: time) }
        for index in active {
            let event = events[index]
            let tracks = sampler.tracks[event.track]
            let voice = SamplingVoice(
                event,
                at: time,
                intensity: tracks.intensity.pieces[pieceIndices[event.track].intensity],
                sharpness: tracks.sharpness.pieces[pieceIndices[event.track].sharpness]
            )
            end = min(end, voice.end)
            voices.append(voice)
        }
    }

    /// Advances a layer's tracks to a time, and records when their current pieces end.
    private mutating func advance(_ track: Int, to time: Double) {
        let tracks = sampler.tracks[track]
        pieceIndices[track].intensity = Self.advance(pieceIndices[track].intensity, in: tracks.intensity, to: time)
        pieceIndices[track].sharpness = Self.advance(pieceIndices[track].sharpness, in: tracks.sharpness, to: time)
        end = min(end, Self.end(of: pieceIndices[track].intensity, in: tracks.intensity))
        end = min(end, Self.end(of: pieceIndices[track].sharpness, in: tracks.sharpness))
    }

    private static func advance(_ index: Int, in track: ControlTrack, to time: Double) -> Int {
        var index = index
        while index + 1 < track.pieces.count, track.pieces[index + 1].start <= time { index += 1 }
        return index
    }

    private static func end(of index: Int, in track: ControlTrack) -> Double {
        index + 1 < track.pieces.count ? track.pieces[index + 1].start : .infinity
    }
}
