/// How strong a pattern is at any time, by the rules of AHAP.
///
///     intensity(t) = clamp(event.intensity × envelope(t) × intensityControl(t))
///     sharpness(t) = clamp(event.sharpness + sharpnessControl(t))     continuous events
///     sharpness(t) = event.sharpness                                  transient events
///
/// `clamp` brings a value into 0…1. An event is felt from its time on, up to and without its end. Where several events are
/// felt at one time the strongest counts, with its sharpness; of events that are equally strong, the one that began last.
/// Where nothing is felt, both are 0. The controls are those of the event's layer; ``EventEnvelope`` has the envelopes.
///
/// That intensity is multiplied, that sharpness is added and for continuous events only, and that control points are joined
/// by straight lines is documented by Apple (`CHHapticParameter.h`, `CHHapticParameterCurve`). That the strongest event counts
/// is our convention: nobody says what a device makes of events that lie over each other.
public struct PatternSampler: Sendable {
    /// When the last event has ended, in seconds: how long there is something to sample.
    public let duration: Double

    let events: [SoundingEvent]
    let tracks: [LayerTracks]
    /// For each event, when the last one up to it ends: what ends the search backwards.
    private let latestEnds: [Double]

    /// Prepares the sampling of a pattern.
    public init(_ pattern: HapticPattern) {
        self.init(trusting: pattern.events, curves: pattern.curves)
    }

    /// Prepares the sampling of events and curves that have been checked and are in order.
    init(trusting events: [HapticEvent], curves: [HapticCurve]) {
        var places: [Int: Int] = [:]
        var tracks: [LayerTracks] = []
        for layer in Set(events.map(\.layer)).sorted() {
            places[layer] = tracks.count
            tracks.append(LayerTracks(curves.filter { $0.layer == layer && $0.parameter.isHaptic }))
        }
        let sounding = events.compactMap { event in
            places[event.layer].map { SoundingEvent(event, tracks[$0], place: $0) }
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

    /// What is felt at a time in seconds.
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
                let tracks = tracks[event.place]
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

    /// What is felt over the whole pattern, sampled in the middle of each of equal parts: sample `k` is at `(k + 0.5) / rate`.
    ///
    /// - Parameter rate: How many samples there are in a second, 1…192,000; what lies outside is taken as the nearest end.
    public func samples(rate: Double) -> [HapticSample] {
        var result: [HapticSample] = []
        result.reserveCapacity(count(rate: rate))
        forEachSample(rate: rate) { result.append($0) }
        return result
    }

    /// How many samples the whole pattern has at a rate.
    public func count(rate: Double) -> Int {
        let rate = Self.usable(rate)
        let exact = duration * rate
        let whole = Int(exact)
        return Double(whole) < exact ? whole + 1 : whole
    }

    /// Goes over the whole pattern once, in the order of time; see ``samples(rate:)``.
    public func forEachSample(rate: Double, _ body: (HapticSample) -> Void) {
        let rate = Self.usable(rate)
        var walk = SamplingWalk(self)
        for index in 0..<count(rate: rate) {
            body(walk.sample(at: (Double(index) + 0.5) / rate))
        }
    }

    /// The greatest intensity at the times at which events begin; 0 without any.
    package var strongestBegin: Double {
        var walk = SamplingWalk(self)
        var strongest = 0.0
        for event in events { strongest = max(strongest, walk.sample(at: event.start).intensity) }
        return strongest
    }

    private static func usable(_ rate: Double) -> Double { rate >= 1 ? min(rate, 192_000) : 1 }
}

/// How strong something is, and what it feels like.
public struct HapticSample: Sendable, Hashable {
    /// The intensity, 0…1.
    public var intensity: Double

    /// The sharpness, 0…1; 0 where nothing is felt.
    public var sharpness: Double

    /// Creates a sample.
    public init(intensity: Double, sharpness: Double) {
        self.intensity = intensity
        self.sharpness = sharpness
    }

    /// Nothing is felt.
    public static let nothing = Self(intensity: 0, sharpness: 0)
}
