import Audio
import LanguageServices
import Platform
import TestSupport
import Testing

@Suite(
    "The utterance queue and a sound server",
    .serialized,
    .timeLimit(.minutes(10)),
    .enabled(if: NullSinkServer.isInstalled, NullSinkServer.requirement)
)
struct QueuePulseTests {
    private static let rate = 22_050
    /// A busy machine may delay a process for longer than the default 150 ms.
    private static let latency = Duration.milliseconds(800)

    /// Speaks a text as the sound with that name, with a mark at each tenth of the sound.
    private static func speech(_ sounds: [String: [Int16]]) -> ScriptedSpeech {
        ScriptedSpeech { request in
            let samples = sounds[request.text] ?? []
            let marks = (0..<10).map { tenth in
                ScriptedSpeech.Step.event(
                    .mark(SpeechMark(kind: .word, offset: tenth, length: 1, frame: samples.count * tenth / 10))
                )
            }
            return [.event(.format(AudioFormat(sampleRate: rate)))] + marks
                + [
                    .event(.audio(AudioChunk(samples: samples))), .event(.report(.answered(by: "script", in: .zero))),
                ]
        }
    }

    private static func reached(_ tenth: Int, of id: UtteranceID) -> @Sendable (UtteranceEvent) -> Bool {
        { event in
            if case .reached(id, let mark) = event { mark.offset == tenth } else { false }
        }
    }

    @Test("a pause neither loses nor repeats samples: apart from it, the recording is complete")
    func pause() async throws {
        let server = try await NullSinkServer.start()
        let tone = risingTone(seconds: 5)
        let likeness = try await Likeness.firstGood {
            let heard = try await listenToPause(of: tone, server, sinks: [PulseSink(server: server.address)])
            return Self.likenessAroundPause(of: heard, to: tone)
        }
        #expect(likeness.correlation > 0.95, "correlation \(likeness.correlation)")
        print("pause, PulseAudio: correlation \(likeness.correlation)")
    }

    @Test(
        "a player program is suspended and loses no samples either",
        .enabled(if: ProgramSearch.find("paplay", in: ProgramSearch.systemPath) != nil, "paplay is not installed")
    )
    func pauseOfProgram() async throws {
        let server = try await NullSinkServer.start()
        let folder = try TemporaryFolder()
        let bin = try folder.folder("bin")
        let paplay = try #require(ProgramSearch.find("paplay", in: ProgramSearch.systemPath))
        try #require(symlink(paplay, "\(bin)/paplay") == 0)
        let sink = PlayerProgramSink(searchPath: bin, temporaryFolder: folder.path, environment: server.environment)
        let tone = risingTone(seconds: 5)
        let likeness = try await Likeness.firstGood {
            let heard = try await listenToPause(of: tone, server, sinks: [sink])
            return Self.likenessAroundPause(of: heard, to: tone)
        }
        #expect(likeness.correlation > 0.95, "correlation \(likeness.correlation)")
        print("pause, paplay: correlation \(likeness.correlation)")
        #expect(folder.names() == ["bin"])
    }

    /// How closely the recording before and after the pause matches the sound; the lower of the two values.
    ///
    /// The parts are compared separately: the monitor of a null sink misses the first milliseconds of any sound, and a
    /// busy machine may add or drop some samples at the pause.
    private static func likenessAroundPause(of heard: [Int16], to tone: [Int16]) -> Likeness {
        let before = Likeness(of: heard, to: Array(tone[..<(tone.count * 35 / 100)]))
        let after = Likeness(of: heard, to: Array(tone[(tone.count * 3 / 4)...]))
        let loud = heard.count { $0.magnitude >= 30 }
        let wanted = tone.count { $0.magnitude >= 30 }
        let worse = before.correlation < after.correlation ? before : after
        return abs(loud - wanted) < rate / 10 ? worse : worse.spoilt("\(loud) loud samples of \(wanted)")
    }

    /// The recording of a tone with a pause; the pause itself is removed.
    private func listenToPause(
        of tone: [Int16],
        _ server: NullSinkServer,
        sinks: [any AudioSink]
    ) async throws -> [Int16] {
        let queue = UtteranceQueue(
            provider: Self.speech(["tone": tone]),
            player: AudioPlayer(sinks: sinks),
            latency: Self.latency
        )
        let log = EventLog(queue.events())
        let recording = try await server.record()
        try queue.enqueue(Utterance("tone", id: "tone"))
        await log.wait(until: Self.reached(4, of: "tone"))
        let before = recording.samples().count
        queue.pause()
        // The pause has taken effect once there is a quarter of a second of silence.
        let isSilent = await eventually {
            let tail = recording.samples().suffix(Self.rate / 4)
            return tail.count == Self.rate / 4 && tail.allSatisfy { $0.magnitude < 30 }
        }
        #expect(isSilent)
        #expect(!log.events.contains(.idle))
        let loud = recording.samples().lastIndex { $0.magnitude >= 30 } ?? 0
        print("sound after the pause: \((loud - before) * 1000 / Self.rate) ms (the recorder's own delay included)")
        queue.resume()
        await log.wait(for: .finished("tone"))
        return Self.withoutPause(await recording.finish())
    }

    /// A recording without its longest silence between sounds.
    private static func withoutPause(_ samples: [Int16]) -> [Int16] {
        guard let first = samples.firstIndex(where: { $0.magnitude >= 30 }) else { return samples }
        var longest = first..<first
        var start = first
        for index in first..<samples.count where samples[index].magnitude >= 30 {
            if index - start > longest.count { longest = start..<index }
            start = index
        }
        return Array(samples[..<longest.lowerBound] + samples[longest.upperBound...])
    }

    @Test("two utterances play as one sound, without a gap")
    func withoutGap() async throws {
        let server = try await NullSinkServer.start()
        let tone = risingTone(seconds: 1)
        let half = tone.count / 2
        let speech = Self.speech(["first": Array(tone[..<half]), "second": Array(tone[half...])])
        let likeness = try await Likeness.firstGood {
            let queue = UtteranceQueue(
                provider: speech,
                player: AudioPlayer(sinks: [PulseSink(server: server.address)]),
                latency: Self.latency
            )
            let recording = try await server.record()
            queue.pause()
            try queue.enqueue(Utterance("first"))
            try queue.enqueue(Utterance("second"))
            queue.resume()
            await queue.waitUntilIdle()
            return Likeness(of: await recording.finish(), to: tone)
        }
        #expect(likeness.correlation > 0.95, "correlation \(likeness.correlation)")
        print("two utterances: correlation \(likeness.correlation)")
    }

    @Test("skip cuts the sound off, and the next utterance plays completely")
    func skip() async throws {
        let server = try await NullSinkServer.start()
        let low = [Int16](repeating: 0, count: 1000) + Self.square(count: Self.rate * 30)
        let tone = risingTone(seconds: 0.8)
        let likeness = try await Likeness.firstGood {
            let queue = UtteranceQueue(
                provider: Self.speech(["long": low, "tone": tone]),
                player: AudioPlayer(sinks: [PulseSink(server: server.address)]),
                latency: Self.latency
            )
            let log = EventLog(queue.events())
            let recording = try await server.record()
            try queue.enqueue(Utterance("long", id: "long"))
            try queue.enqueue(Utterance("tone", id: "tone"))
            #expect(await recording.waitForSound())
            queue.skip()
            await log.wait(for: .idle)
            #expect(log.events.contains(.skipped("long")) && log.events.contains(.finished("tone")))
            let all = await recording.finish()
            // Half a minute of the first sound remains.
            #expect(all.count < Self.rate * 20)
            return Likeness(of: all, to: tone)
        }
        #expect(likeness.correlation > 0.95, "correlation \(likeness.correlation)")
    }

    @Test("stop at a word ends the sound at a word boundary")
    func stopAtWord() async throws {
        let server = try await NullSinkServer.start()
        let tone = risingTone(seconds: 5)
        let likeness = try await Likeness.firstGood {
            let queue = UtteranceQueue(
                provider: Self.speech(["tone": tone]),
                player: AudioPlayer(sinks: [PulseSink(server: server.address)]),
                latency: Self.latency
            )
            let log = EventLog(queue.events())
            let recording = try await server.record()
            try queue.enqueue(Utterance("tone", id: "tone"))
            await log.wait(until: Self.reached(3, of: "tone"))
            queue.stop(.word)
            await log.wait(for: .idle)
            #expect(log.events.contains(.cancelled("tone")))
            let words = log.events.count { event in
                if case .willSpeak = event { true } else { false }
            }
            #expect(words < 10)
            // Announced sound plays to its end, and nothing after it.
            let end = tone.count * words / 10
            let heard = await recording.finish()
            let last = heard.lastIndex { $0.magnitude >= 30 } ?? 0
            let first = heard.firstIndex { $0.magnitude >= 30 } ?? 0
            print("stop at word: \(last - first) samples of sound, \(end - Self.rate / 20) announced")
            let likeness = Likeness(of: heard, to: Array(tone[..<end]))
            let surplus = last - first - (end - Self.rate / 20)
            return abs(surplus) < tone.count / 20 ? likeness : likeness.spoilt("\(surplus) samples too many")
        }
        #expect(likeness.correlation > 0.95, "correlation \(likeness.correlation)")
    }

    @Test("when the server dies, the current utterance fails, and later ones fail without a server")
    func dyingServer() async throws {
        let server = try await NullSinkServer.start()
        let queue = UtteranceQueue(
            provider: Self.speech(["long": Self.square(count: Self.rate * 30)]),
            player: AudioPlayer(sinks: [PulseSink(server: server.address)])
        )
        let log = EventLog(queue.events())
        let recording = try await server.record()
        try queue.enqueue(Utterance("long", id: "a"))
        try queue.enqueue(Utterance("long", id: "b"))
        #expect(await recording.waitForSound())
        server.signal(SIGKILL)
        await log.wait(for: .idle)
        let codes = log.events.compactMap { event in
            if case .failed(let id, let error) = event { "\(id): \(error.code)" } else { nil }
        }
        #expect(codes == ["a: io", "b: unavailable"])
    }

    @Test("stop during a pause terminates the player program")
    func stopHeldProgram() async throws {
        let folder = try TemporaryFolder()
        let bin = try folder.folder("bin")
        let temporary = try folder.folder("temporary")
        try await makeScript(
            #"echo $$ > "$OUT/new"; mv "$OUT/new" "$OUT/pid"; exec sleep 300"#,
            at: "\(bin)/paplay",
            in: folder
        )
        let sink = PlayerProgramSink(
            searchPath: bin,
            temporaryFolder: temporary,
            environment: ["PATH=\(ProgramSearch.systemPath)", "OUT=\(folder.path)"]
        )
        let queue = UtteranceQueue(
            provider: Self.speech(["long": Self.square(count: Self.rate * 30)]),
            player: AudioPlayer(sinks: [sink])
        )
        let log = EventLog(queue.events())
        try queue.enqueue(Utterance("long", id: "a"))
        #expect(await eventually { contents(folder.file("pid")) != nil })
        let text = String(decoding: try #require(contents(folder.file("pid"))), as: UTF8.self)
        let identifier = try #require(pid_t(text.split(separator: "\n").first ?? ""))
        queue.pause()
        #expect(await eventually { Self.state(of: identifier) == "T" })
        queue.resume()
        #expect(await eventually { Self.state(of: identifier) != "T" })
        queue.pause()
        queue.stop()
        await log.wait(for: .idle)
        await queue.shutdown()
        #expect(await eventually { kill(identifier, 0) != 0 })
        #expect(TemporaryFolder.names(in: temporary).isEmpty)
    }

    /// The state of a process on Linux: `T` when it is stopped.
    private static func state(of identifier: pid_t) -> Character? {
        guard let stat = contents("/proc/\(identifier)/stat") else { return nil }
        let text = String(decoding: stat, as: UTF8.self)
        return text.split(separator: ")").last?.first { $0 != " " }
    }

    /// A square wave of 110 Hz, which does not resemble a rising tone.
    private static func square(count: Int) -> [Int16] {
        (0..<count).map { $0 / 100 % 2 == 0 ? 6000 : -6000 }
    }
}
