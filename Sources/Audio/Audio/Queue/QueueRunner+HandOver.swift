import LanguageServices

extension QueueRunner {
    /// The progress of the utterance being written.
    private struct PassageState {
        let turn: QueueState.Turn
        let repetition: Int
        let format: AudioFormat
        /// The number of samples written.
        var samples = 0
        /// Marks in samples that have not been written yet.
        var marks: [SpeechMark] = []
        /// The sample offsets of the utterance's words.
        var wordStarts: [Int] = []

        mutating func add(_ mark: SpeechMark) {
            marks.append(mark)
            if mark.kind == .word { wordStarts.append(max(0, mark.frame).multipliedOrMax(by: format.channels)) }
        }
    }

    /// Writes speech as it is synthesised.
    ///
    /// - Returns: `false` if the speech was ended at a word boundary by ``UtteranceQueue/stop(_:)``.
    func handOver(
        _ request: SpeechRequest,
        of turn: QueueState.Turn,
        repetition: Int
    ) async throws(Exit) -> Bool {
        guard let synthesis = core.change({ $0.takeSynthesis(request, &$1) }) else { throw .ended }
        var passage: PassageState?
        var early: [SpeechMark] = []
        while let event = try await next(of: synthesis) {
            switch event {
            case .format(let format):
                guard passage == nil else {
                    throw .failed(ServiceError(.protocolViolation, "the speech stream has two formats"))
                }
                do throws(ServiceError) { try format.validate() } catch { throw .failed(error) }
                lastFormat = format
                passage = PassageState(turn: turn, repetition: repetition, format: format)
                for mark in early { passage?.add(mark) }
            case .mark(let mark):
                if passage == nil { early.append(mark) } else { passage?.add(mark) }
            case .audio(let chunk):
                guard var current = passage else {
                    throw .failed(
                        ServiceError(.protocolViolation, "the speech stream has audio before its format")
                    )
                }
                guard try await handOver(chunk.samples, &current) else { return false }
                passage = current
            case .report: break
            }
        }
        try checkTurn()
        if var passage {
            try await complete(&passage)
        } else {
            announce(.started(repetition: repetition), of: turn.number)
        }
        return true
    }

    /// Writes a cue like speech.
    func handOver(_ cue: CueSound, of turn: QueueState.Turn, repetition: Int) async throws(Exit) {
        let format = flow?.channel.format ?? lastFormat
        let samples = cue.samples(sampleRate: format.sampleRate).flatMap {
            [Int16](repeating: $0, count: format.channels)
        }
        var passage = PassageState(turn: turn, repetition: repetition, format: format)
        _ = try await handOver(samples, &passage)
        try await complete(&passage)
    }

    /// Writes the rest of the cues' sound, without speech.
    func finishCues() async throws(Exit) {
        while flow != nil, flow?.mixer.isSounding == true || core.read({ !$0.cues.isEmpty }) {
            try await gate()
            takeCues()
            let limit = blockFrames
            let piece = flow?.mixer.remainder(limit: limit) ?? []
            guard !piece.isEmpty else { return }
            try await write(piece)
        }
    }

    private func next(of synthesis: Synthesis) async throws(Exit) -> SpeechEvent? {
        do throws(ServiceError) {
            return try await synthesis.next()
        } catch {
            try checkTurn()
            throw .failed(error)
        }
    }

    /// Completes an utterance: emits the last marks and pads the last frame.
    private func complete(_ passage: inout PassageState) async throws(Exit) {
        let missing = passage.samples % passage.format.channels
        if missing > 0 {
            let silence = [Int16](repeating: 0, count: passage.format.channels - missing)
            _ = try await handOver(silence, &passage)
        }
        if passage.samples == 0 { announce(.started(repetition: passage.repetition), of: passage.turn.number) }
        willSpeak(passage.marks, passage.turn)
        let end = flow?.frame ?? 0
        for mark in passage.marks { announce(mark, at: end, passage.turn) }
        passage.marks = []
    }

    /// Writes samples in small chunks. Before each chunk, waits until the output has room and the queue is not paused.
    ///
    /// - Returns: `false` if the queue was asked to stop at a word and the word has ended.
    private func handOver(_ samples: [Int16], _ passage: inout PassageState) async throws(Exit) -> Bool {
        guard !samples.isEmpty else { return true }
        try await open(passage.format)
        var position = 0
        while position < samples.count {
            try await gate()
            var end = min(position + blockFrames * passage.format.channels, samples.count)
            if core.read({ $0.turn?.stopsAtWord ?? false }), !passage.wordStarts.isEmpty {
                let boundary = passage.wordStarts.first { $0 >= passage.samples }
                if boundary == passage.samples { return false }
                if let boundary { end = min(end, position + (boundary - passage.samples)) }
            }
            try await writePiece(Array(samples[position..<end]), &passage)
            position = end
        }
        // Without word marks, stop at the end of the chunk.
        return !(passage.wordStarts.isEmpty && core.read { $0.turn?.stopsAtWord ?? false })
    }

    private func writePiece(_ piece: [Int16], _ passage: inout PassageState) async throws(Exit) {
        let isFirst = passage.samples == 0
        let base = (flow?.frame ?? 0) - passage.samples / passage.format.channels
        let after = passage.samples + piece.count
        let due = passage.marks.filter { max(0, $0.frame).multipliedOrMax(by: passage.format.channels) < after }
            .sorted { $0.frame < $1.frame }
        passage.marks.removeAll { max(0, $0.frame).multipliedOrMax(by: passage.format.channels) < after }
        willSpeak(due, passage.turn)
        takeCues()
        let channel = (flow?.samples ?? 0) % passage.format.channels
        let mixed = flow?.mixer.mix(piece, from: channel) ?? piece
        try await write(mixed)
        passage.samples = after
        if isFirst {
            announce(.started(repetition: passage.repetition), at: base + 1, passage.turn)
            core.change { state, effects in
                guard state.turn?.number == passage.turn.number else { return }
                state.turn?.hasSound = true
                if case .speech = passage.turn.item.utterance.content { state.last = passage.turn.item.utterance }
                state.prepareNext(&effects)
            }
        }
        for mark in due { announce(mark, at: base + max(0, mark.frame) + 1, passage.turn) }
    }

    private func write(_ samples: [Int16]) async throws(Exit) {
        guard let open = flow else { throw .ended }
        do throws(ServiceError) {
            try await open.channel.output.write(samples)
        } catch {
            flow = nil
            try outputFailed(open.channel, error)
        }
        flow?.samples += samples.count
    }

    /// Opens an output for a format, or keeps the one that is already open.
    private func open(_ format: AudioFormat) async throws(Exit) {
        if let flow, core.read({ $0.channel === flow.channel }) {
            if flow.channel.format == format { return }
            try await settle()
        }
        let output: any AudioOutput
        do throws(ServiceError) {
            output = try await core.player.open(format, latency: core.latency)
        } catch {
            throw .failed(error)
        }
        let channel = QueueChannel(output: output, format: format) { [weak core] announcement, output in
            core?.change { state, effects in
                state.heard(announcement, playsWhileWritten: output.playsWhileWritten, &effects)
            }
        }
        let isWanted = core.change { state, _ in
            // The turn may have ended before or after the output was opened.
            let isWanted = state.turn?.isEnded == false && !state.isShutDown
            if isWanted { state.channel = channel } else { state.retiredChannels.append(channel) }
            return isWanted
        }
        guard isWanted else {
            channel.stop()
            throw .ended
        }
        flow = Flow(channel: channel, mixer: CueMixer(sampleRate: format.sampleRate, channels: format.channels))
        if core.read({ $0.isPaused }) { core.applyPause() }
    }

    private var blockFrames: Int {
        // 20 ms: the maximum time until a pause or a stop takes effect.
        max(1, (flow?.channel.format.sampleRate ?? 0) / 50)
    }

    private func takeCues() {
        let cues = core.change { state, _ in
            defer { state.cues = [] }
            return state.cues
        }
        for cue in cues { flow?.mixer.add(cue) }
    }

    private func willSpeak(_ marks: [SpeechMark], _ turn: QueueState.Turn) {
        guard !marks.isEmpty else { return }
        core.change { state, effects in
            guard state.liveTurns.contains(turn.number) else { return }
            for mark in marks { effects.post(.willSpeak(turn.item.id, mark)) }
        }
    }

    private func announce(_ mark: SpeechMark, at frame: Int, _ turn: QueueState.Turn) {
        announce(.reached(mark), at: frame, turn)
    }

    private func announce(_ kind: QueueChannel.Announcement.Kind, at frame: Int, _ turn: QueueState.Turn) {
        guard let flow else { return }
        flow.channel.add(
            QueueChannel.Announcement(frame: min(frame, flow.frame), turn: turn.number, kind: kind)
        )
    }
}
