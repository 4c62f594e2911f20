import LanguageServices

/// What goes through a chain of stages: pieces of sound in whole frames, and marks before the sound they stand in.
enum StageEvent: Equatable {
    case audio([Int16])
    case mark(SpeechMark)
}

/// One step of the processing of speech, made for one stream.
protocol SpeechStage {
    /// Takes an event and appends what is ready to `output`, without empty pieces.
    ///
    /// The frames of the marks that go in count what went in, those that come out count what comes out.
    mutating func take(_ event: StageEvent, into output: inout [StageEvent])

    /// Gives what is left.
    mutating func finish(into output: inout [StageEvent])
}

/// Marks that wait until it is known where they go.
struct HeldMarks {
    private var marks: [SpeechMark] = []

    /// Takes a mark. Marks are kept in the order of their frames, so that those of one kind never go back.
    mutating func hold(_ mark: SpeechMark) {
        let place = marks.lastIndex { $0.frame <= mark.frame }.map { $0 + 1 } ?? 0
        marks.insert(mark, at: place)
    }

    /// Gives the marks before `frame` with their new frames.
    mutating func release(before frame: Int, into output: inout [StageEvent], at newFrame: (Int) -> Int) {
        let ready = marks.prefix { $0.frame < frame }
        guard !ready.isEmpty else { return }
        for var mark in ready {
            mark.frame = newFrame(mark.frame)
            output.append(.mark(mark))
        }
        marks.removeFirst(ready.count)
    }
}
