import LanguageServices
import Synchronization

/// The speech of ``InMemorySpeech``: splits a text into words and creates the events one by one.
final class ToneSpeech: Sendable {
    static let format = AudioFormat(sampleRate: 8000)

    private struct Word {
        var text: String
        var offset: Int
        var length: Int
        /// The length of the sentence that starts with this word.
        var sentenceLength: Int?
    }

    private struct State {
        var waiting: [SpeechEvent] = [.format(ToneSpeech.format)]
        var words: ArraySlice<Word>
        var frames = 0
        var chunks = 0
        var hasReported = false
    }

    private let request: SpeechRequest
    private let voice: String
    private let interruption: (chunks: Int, error: ServiceError)?
    private let state: Mutex<State>

    init(request: SpeechRequest, voice: String, interruption: (chunks: Int, error: ServiceError)?) {
        self.request = request
        self.voice = voice
        self.interruption = interruption
        state = Mutex(State(words: Self.words(of: request.text)[...]))
    }

    /// The next event; `report` creates the last one.
    func next(_ report: () -> ServiceReport) throws(ServiceError) -> SpeechEvent? {
        try state.withLock { state throws(ServiceError) in
            if !state.waiting.isEmpty { return state.waiting.removeFirst() }
            if let interruption, state.chunks >= interruption.chunks { throw interruption.error }
            guard let word = state.words.popFirst() else {
                defer { state.hasReported = true }
                return state.hasReported ? nil : .report(report())
            }
            let frame = state.frames
            if request.marks.contains(.word) {
                let mark = SpeechMark(kind: .word, offset: word.offset, length: word.length, frame: frame)
                state.waiting.append(.mark(mark))
            }
            if let length = word.sentenceLength, request.marks.contains(.sentence) {
                let mark = SpeechMark(kind: .sentence, offset: word.offset, length: length, frame: frame)
                state.waiting.insert(.mark(mark), at: 0)
            }
            let samples = tone(for: word)
            state.frames += samples.count
            state.chunks += 1
            state.waiting.append(.audio(AudioChunk(samples: samples)))
            return state.waiting.removeFirst()
        }
    }

    /// A triangle wave whose length and pitch depend on the word, followed by silence.
    private func tone(for word: Word) -> [Int16] {
        let rate = request.rate ?? 1
        let milliseconds = Double(80 + 10 * min(word.length, 40)) / rate
        let frames = Int(milliseconds * Double(Self.format.sampleRate) / 1000)
        let basePeriod = 20 + Int(StableHash.of(voice + "\u{0}" + word.text) % 60)
        let period = max(2, Int(Double(basePeriod) / (request.pitch ?? 1)))
        let gap = Int((request.wordGap ?? .zero) / .milliseconds(1) * Double(Self.format.sampleRate) / 1000)
        let volume = request.volume ?? 1
        var samples = [Int16](repeating: 0, count: frames + frames / 4 + gap)
        for frame in 0..<frames {
            let phase = frame % period
            let height = phase * 2 < period ? phase : period - phase
            samples[frame] = Int16(Double(height * 16_000 / period - 4000) * volume)
        }
        return samples
    }

    private static func words(of text: String) -> [Word] {
        var words: [Word] = []
        var current: Word?
        var sentenceStart: Int?
        let scalars = Array(text.unicodeScalars)

        func closeSentence(at end: Int) {
            if let start = sentenceStart, words.indices.contains(start) {
                words[start].sentenceLength = end - words[start].offset
            }
            sentenceStart = nil
        }
        func closeWord(at end: Int) {
            guard let word = current else { return }
            words.append(word)
            current = nil
            if sentenceStart == nil { sentenceStart = words.count - 1 }
            if word.text.unicodeScalars.last.map({ ".!?。".unicodeScalars.contains($0) }) ?? false {
                closeSentence(at: end)
            }
        }
        for (offset, scalar) in scalars.enumerated() {
            // A joiner within a word is part of it.
            let isBreak = scalar.properties.isWhitespace || (current == nil && BlankText.isBlank(scalar))
            if isBreak {
                closeWord(at: offset)
            } else {
                var word = current ?? Word(text: "", offset: offset, length: 0)
                word.text.unicodeScalars.append(scalar)
                word.length += 1
                current = word
            }
        }
        closeWord(at: scalars.count)
        closeSentence(at: scalars.count)
        return words
    }
}
