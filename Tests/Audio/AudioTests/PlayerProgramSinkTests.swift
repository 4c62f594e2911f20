import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Audio

#if !canImport(Darwin)
@Suite("Playing with a program", .timeLimit(.minutes(10)))
struct PlayerProgramSinkTests {
    private let format = AudioFormat(sampleRate: 8000, channels: 2)
    private let folder: TemporaryFolder
    private let bin: String
    private let temporary: String

    init() throws {
        folder = try TemporaryFolder()
        bin = try folder.folder("bin")
        temporary = try folder.folder("temporary")
    }

    @Test("passes the complete sound as a WAV file that only the user can read, and removes it")
    func plays() async throws {
        try await player(
            "paplay",
            #"cp "$1" "$OUT/heard.wav"; stat -c %a "$1" > "$OUT/mode"; printf %s "$#" > "$OUT/count""#
        )
        let summary = try await play([1, 2, 3, 4, 5])
        #expect(summary == PlaybackSummary(output: "paplay", sampleCount: 5))
        let read = try ReadSound(path: folder.file("heard.wav"))
        #expect(read.format == format)
        #expect(read.samples == [1, 2, 3, 4, 5, 0])
        #expect(contents(folder.file("mode")) == Array("600\n".utf8))
        #expect(contents(folder.file("count")) == Array("1".utf8))
        #expect(TemporaryFolder.names(in: temporary).isEmpty)
    }

    @Test("tries the programs in order until one succeeds")
    func order() async throws {
        try await player("aplay", #"printf %s "$1" > "$OUT/option""#)
        #expect(try await play([1]).output == "aplay")
        #expect(contents(folder.file("option")) == Array("-q".utf8))
        try await player("paplay", "exit 0")
        #expect(try await play([1]).output == "paplay")
        try await player("pw-play", "echo no daemon >&2; exit 1")
        #expect(try await play([1]).output == "paplay")
        #expect(TemporaryFolder.names(in: temporary).isEmpty)
    }

    @Test("a failed player is reported in one line with its output")
    func fails() async throws {
        try await player("paplay", #"printf 'Connection failure:\n\033[31mConnection refused\n' >&2; exit 1"#)
        let error = await failure { _ = try await play([1]) }
        #expect(error?.code == .unavailable)
        #expect(
            error?.message
                == "cannot open a sound output: paplay: exit status 1: Connection failure: [31mConnection refused"
        )
        #expect(TemporaryFolder.names(in: temporary).isEmpty)
    }

    @Test("a killed player is an error, and playback does not restart with another one")
    func killed() async throws {
        try await player("paplay", "kill -KILL $$")
        try await player("aplay", #"touch "$OUT/started""#)
        let error = await failure { _ = try await play([1]) }
        #expect(error?.code == .io)
        #expect(error?.message == "playback was interrupted: paplay: terminated by SIGKILL")
        #expect(contents(folder.file("started")) == nil)
        #expect(TemporaryFolder.names(in: temporary).isEmpty)
    }

    @Test("a player that the system cannot execute is skipped")
    func notExecutable() async throws {
        let result = try await run(
            "sh",
            ["-c", #"printf '\177ELFx' > "$1"; chmod 755 "$1""#, "sh", "\(bin)/pw-play"],
            in: folder
        )
        try #require(result.report.isSuccess)
        try await player("paplay", "exit 0")
        #expect(try await play([1]).output == "paplay")
    }

    @Test("cancelling terminates the player and removes the file")
    func cancelled() async throws {
        try await player("paplay", #"echo $$ > "$OUT/new"; mv "$OUT/new" "$OUT/pid"; sleep 300"#)
        let playing = Task { await failure { _ = try await play([1]) } }
        try #require(await eventually { contents(folder.file("pid")) != nil })
        #expect(TemporaryFolder.names(in: temporary).count == 1)
        playing.cancel()
        #expect(await playing.value?.code == .cancelled)
        #expect(TemporaryFolder.names(in: temporary).isEmpty)
        let text = String(decoding: try #require(contents(folder.file("pid"))), as: UTF8.self)
        let identifier = try #require(pid_t(text.split(separator: "\n").first ?? ""))
        #expect(kill(identifier, 0) != 0)
    }

    @Test("cancelling while the sound is collected starts no player and removes the file")
    func cancelledEarly() async throws {
        try await player("paplay", #"touch "$OUT/started""#)
        let (chunks, continuation) = AsyncStream.makeStream(of: AudioChunk.self)
        let playing = Task {
            await failure {
                _ = try await AudioPlayer(sinks: [sink]).play(chunks, format: format)
            }
        }
        continuation.yield(AudioChunk(samples: [1, 2]))
        try #require(await eventually { !TemporaryFolder.names(in: temporary).isEmpty })
        playing.cancel()
        #expect(await playing.value?.code == .cancelled)
        #expect(TemporaryFolder.names(in: temporary).isEmpty)
        #expect(contents(folder.file("started")) == nil)
    }

    @Test("an output that is dropped removes the file")
    func dropped() async throws {
        try await player("paplay", "exit 0")
        do {
            let output = try await sink.open(format)
            try await output.write([1, 2])
            #expect(TemporaryFolder.names(in: temporary).count == 1)
        }
        #expect(TemporaryFolder.names(in: temporary).isEmpty)
    }

    @Test("reports missing programs and those that were found")
    func availability() async throws {
        let missing = await sink.availability()
        #expect(!missing.isUsable)
        #expect(missing.text == "no pw-play, paplay, aplay in PATH")
        #expect(await failure { _ = try await sink.open(format) }?.code == .unavailable)
        try await player("paplay", "exit 0")
        try await player("aplay", "exit 0")
        let found = await sink.availability()
        #expect(found.isUsable)
        #expect(found.text == "found \(bin)/paplay, \(bin)/aplay")
    }

    @Test("a missing folder for temporary files is reported by name")
    func missingFolder() async throws {
        try await player("paplay", "exit 0")
        let sink = PlayerProgramSink(searchPath: bin, temporaryFolder: folder.file("missing"))
        let error = await failure { _ = try await sink.open(format) }
        #expect(error?.code == .io)
        #expect(error?.message.contains(folder.file("missing")) == true)
    }

    @Test(
        "the actual paplay plays the sound",
        .enabled(if: NullSinkServer.isInstalled, NullSinkServer.requirement),
        .enabled(if: ProgramSearch.find("paplay", in: ProgramSearch.systemPath) != nil, "paplay is not installed")
    )
    func realPlayer() async throws {
        let server = try await NullSinkServer.start()
        let recording = try await server.record()
        let paplay = try #require(ProgramSearch.find("paplay", in: ProgramSearch.systemPath))
        try #require(symlink(paplay, "\(bin)/paplay") == 0)
        let sink = PlayerProgramSink(searchPath: bin, temporaryFolder: temporary, environment: server.environment)
        let tone = risingTone(seconds: 0.8)
        let summary = try await AudioPlayer(sinks: [sink])
            .play(stream(of: tone, pieces: 700), format: AudioFormat(sampleRate: 22_050))
        #expect(summary.output == "paplay")
        #expect(Likeness(of: await recording.finish(), to: tone).correlation > 0.95)
        #expect(TemporaryFolder.names(in: temporary).isEmpty)
    }

    // MARK: Helpers

    private var sink: PlayerProgramSink {
        PlayerProgramSink(
            searchPath: bin,
            temporaryFolder: temporary,
            environment: ["PATH=\(ProgramSearch.systemPath)", "OUT=\(folder.path)"]
        )
    }

    private func player(_ name: String, _ script: String) async throws {
        try await makeScript(script, at: "\(bin)/\(name)", in: folder)
    }

    private func play(_ samples: [Int16]) async throws(ServiceError) -> PlaybackSummary {
        try await AudioPlayer(sinks: [sink]).play(stream(of: samples, pieces: 2), format: format)
    }
}
#endif
