/// A short sound that says something without words: right, wrong, done.
///
/// It is made of notes, so it is the same on every machine and can be had at any sample rate. Every partial above 0.45 of
/// the sample rate is left out, so nothing folds back.
public struct CueSound: Sendable, Hashable {
    /// What is heard, at most 64 notes; more are left out.
    public var notes: [Note]

    /// Creates a cue of your own.
    public init(notes: [Note]) {
        self.notes = notes
    }

    /// One note: a tone with some overtones that begins softly and dies away.
    ///
    /// Its loudness rises linearly for 10 ms, falls to 5 % at its end, and takes its last 10 ms to reach nothing.
    public struct Note: Sendable, Hashable {
        /// The pitch, in hertz; 20…20,000, what lies outside is not heard.
        public var frequency: Double

        /// When it begins, in seconds from the start of the cue; 0…5.
        public var start: Double

        /// How long it lasts, in seconds; 0.02…3.
        public var duration: Double

        /// How loud it is beside the other notes; 0…1.
        public var loudness: Double

        /// How loud the overtones are beside the tone itself: the second partial first; each 0…1, at most 8.
        public var overtones: [Double]

        /// Creates a note; what lies outside its range is brought inside.
        public init(
            frequency: Double,
            start: Double,
            duration: Double,
            loudness: Double = 1,
            overtones: [Double] = [0.25, 0.08]
        ) {
            self.frequency = frequency
            self.start = start
            self.duration = duration
            self.loudness = loudness
            self.overtones = overtones
        }
    }

    /// The answer is right: two quick rising notes, E5 (659.26 Hz) and A5 (880 Hz); 0.34 s.
    public static let correct = CueSound(notes: [
        Note(frequency: 659.26, start: 0, duration: 0.14, loudness: 0.9),
        Note(frequency: 880, start: 0.09, duration: 0.25),
    ])

    /// The answer is wrong: two low falling notes, A3 (220 Hz) and F3 (174.61 Hz), not sharp; 0.46 s.
    public static let incorrect = CueSound(notes: [
        Note(frequency: 220, start: 0, duration: 0.2, loudness: 0.9, overtones: [0.4, 0.15]),
        Note(frequency: 174.61, start: 0.16, duration: 0.3, overtones: [0.4, 0.15]),
    ])

    /// The lesson is done: a rising C major chord, C5, E5, G5 and C6 (523.25, 659.26, 783.99, 1046.5 Hz); 0.75 s.
    public static let complete = CueSound(notes: [
        Note(frequency: 523.25, start: 0, duration: 0.25, loudness: 0.8),
        Note(frequency: 659.26, start: 0.1, duration: 0.25, loudness: 0.85),
        Note(frequency: 783.99, start: 0.2, duration: 0.25, loudness: 0.9),
        Note(frequency: 1046.5, start: 0.3, duration: 0.45),
    ])

    /// The highest value that a sample of a cue can have, of 1 for full scale: −9 dB.
    public static let peak = 0.355
}
