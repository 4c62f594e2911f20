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
