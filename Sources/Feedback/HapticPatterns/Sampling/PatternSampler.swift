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
            tracks.append(LayerTracks(curves.filter { $0.layer == layer && $0.parameter.isHaptic }, layer: layer))
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

/// Samples a pattern from its beginning to its end without searching.
///
/// Between two corners of what is felt (a begin or end of an event, a corner of an envelope, a control point) nothing is looked
/// up: the voices of that stretch are made once.
struct SamplingWalk {
    private let sampler: PatternSampler
    private var nextEvent = 0
    private var active: [Int] = []
    private var places: [(intensity: Int, sharpness: Int)]
    private var voices: [SamplingVoice] = []
    private var end = -Double.infinity

    init(_ sampler: PatternSampler) {
        self.sampler = sampler
        places = Array(repeating: (0, 0), count: sampler.tracks.count)
    }

    /// What is felt at a time, which must not lie before the one that was asked for last.
    mutating func sample(at time: Double) -> HapticSample {
        if time >= end { advance(to: time) }
        switch voices.count {
        case 0: return .nothing
        case 1: return voices[0].sample(at: time)
        default:
            var result = HapticSample.nothing
            for voice in voices {
                let sample = voice.sample(at: time)
                // The voices are in the order of time, and of equal ones the last counts.
                if sample.intensity > 0, sample.intensity >= result.intensity { result = sample }
            }
            return result
        }
    }

    /// The voices that are felt from a time on, and until when they stay the same.
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
        for place in places.indices { advance(place, to: time) }
        for index in active {
            let event = events[index]
            let tracks = sampler.tracks[event.place]
            let voice = SamplingVoice(
                event,
                at: time,
                intensity: tracks.intensity.pieces[places[event.place].intensity],
                sharpness: tracks.sharpness.pieces[places[event.place].sharpness]
            )
            end = min(end, voice.end)
            voices.append(voice)
        }
    }

    /// Goes on in the tracks of a layer, and notes where their pieces end.
    private mutating func advance(_ place: Int, to time: Double) {
        let tracks = sampler.tracks[place]
        places[place].intensity = Self.advance(places[place].intensity, in: tracks.intensity, to: time)
        places[place].sharpness = Self.advance(places[place].sharpness, in: tracks.sharpness, to: time)
        end = min(end, Self.end(of: places[place].intensity, in: tracks.intensity))
        end = min(end, Self.end(of: places[place].sharpness, in: tracks.sharpness))
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
