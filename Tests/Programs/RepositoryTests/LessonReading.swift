import Audio
import LanguageServices

// guide: follow
/// Speaks a text, and shows each word when it is heard.
func follow(_ text: String, with queue: UtteranceQueue, show: (Substring) -> Void) async throws {
    let events = queue.events()
    let id = try queue.enqueue(Utterance(text))
    for await event in events {
        switch event {
        case .reached(id, let mark):
            if let range = mark.range(in: text) { show(text[range]) }
        case .failed(id, let error): throw error
        case .finished(id), .skipped(id), .cancelled(id): return
        default: break
        }
    }
}
// guide: end

// guide: phases
func lesson(on queue: UtteranceQueue) -> Narration {
    let slowly = Utterance.Repetition(count: 2, pause: .seconds(1), rateFactor: 0.8)
    return Narration(
        queue: queue,
        phases: [
            NarrationPhase("title", [.speak(Utterance("At the library")), .silence(.seconds(1))]),
            NarrationPhase(
                "body",
                [
                    .speak(Utterance("Anna looks for a book about water.")),
                    .speak(
                        Utterance(
                            .speech(SpeechRequest(text: "Where is the library?", marks: [.word])),
                            repetition: slowly
                        )
                    ),
                ]
            ),
            NarrationPhase("question", [.speak(Utterance("What does Anna look for?")), .waitForAdvance]),
            NarrationPhase("answer", [.speak(Utterance("A book about water.")), .cue(.complete)]),
        ]
    )
}
// guide: end

// guide: reader
/// Reads the lesson, and asks the learner where it waits.
func read(_ narration: Narration, on queue: UtteranceQueue, isRight: () async -> Bool) async -> [String] {
    let events = narration.events()
    var phases: [String] = []
    narration.start()
    for await event in events {
        switch event {
        case .phaseStarted(_, let name): phases.append(name)
        case .waiting:
            queue.play(await isRight() ? .correct : .incorrect)
            narration.advance()
        case .finished, .stopped: return phases
        default: break
        }
    }
    return phases
}
// guide: end
