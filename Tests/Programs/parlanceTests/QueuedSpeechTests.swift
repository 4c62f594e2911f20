import Foundation
import LanguageServices
import LanguageServicesTesting
import Platform
import ServiceConfiguration
import Synchronization
import TestSupport
import Testing

@testable import parlance

@Suite("Queued speech")
struct QueuedSpeechTests {
    /// A speech service that depends on the network.
    private final class Network: Sendable {
        private struct State {
            var error: ServiceError? = ServiceError(.network, "cannot connect")
            var texts: [String] = []
        }

        private let state = Mutex(State())

        var texts: [String] { state.withLock { $0.texts } }

        func set(_ error: ServiceError?) { state.withLock { $0.error = error } }

        func ask(_ text: String) throws {
            let error = state.withLock { state in
                if state.error == nil { state.texts.append(text) }
                return state.error
            }
            if let error { throw error }
        }
    }

    private struct Service: SpeechProvider {
        let network: Network
        let voice = InMemorySpeech(id: "cloud")

        var descriptor: ProviderDescriptor {
            ProviderDescriptor(id: "cloud", kind: "cloud", version: "1", service: .speech, locality: .network)
        }

        func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }

        func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
            try network.ask(request.text)
            return try await voice.synthesize(request)
        }
    }

    private let folder: TemporaryFolder
    private let network = Network()
    private let program: InProcess

    init() throws {
        folder = try TemporaryFolder()
        let file = folder.file("c.json")
        try Data(#"{ "version": 1, "speech": { "use": ["cloud"], "accent": "en", "queue": true } }"#.utf8)
            .write(to: URL(fileURLWithPath: file))
        let data = DataLocator(
            environment: ["XDG_DATA_HOME": folder.file("data")],
            executable: DataLocator.executablePath()
        )
        let kind = ProviderKind(name: "cloud", service: .speech, summary: "A service", locality: .network) {
            [network] _ in
            Service(network: network)
        }
        program = InProcess(environment: ["PARLANCE_CONFIG": file], data: data, kinds: [kind])
    }

    private var sounds: String { folder.file("sounds") }

    @Test("the queue writes the same files into a folder as the command")
    func folders() async throws {
        let command = ["speak", "one two", "three", "--output-dir", sounds, "--format", "flac", "--pad", "0.5"]
        let queued = await program.run(command)
        #expect(queued.ending == .exited(75))
        #expect(queued.errors.contains("queued as 1: cannot connect"))
        #expect(TemporaryFolder.names(in: sounds).filter { $0.hasSuffix(".flac") } == [])
        network.set(nil)
        let sent = await program.run(["queue", "run"])
        sent.expectSuccess()
        #expect(
            // In any order: several are sent concurrently.
            Set(sent.lines.compactMap { $0.split(separator: " ").first.map(String.init) }) == [
                "\(sounds)/one_two.flac", "\(sounds)/three.flac",
            ]
        )
        #expect(network.texts.sorted() == ["one two", "three"])
        let files = try ["one_two.flac", "three.flac"].map { try #require(contents("\(sounds)/\($0)")) }
        // The folder has a record of them, so the same command sends nothing.
        let again = await program.run(command)
        #expect(again.ending == .exited(0))
        #expect(again.errors.contains("2 files already existed"))
        #expect(network.texts.count == 2)
        // They are identical to those of the command itself.
        let own = await program.run(command + ["--overwrite"])
        #expect(own.ending == .exited(0))
        #expect(try ["one_two.flac", "three.flac"].map { try #require(contents("\(sounds)/\($0)")) } == files)
    }

    @Test("a single file can be queued too, regardless of the current folder")
    func singleFile() async throws {
        let file = folder.file("x.wav")
        let queued = await program.run(["speak", "one", "-o", file])
        queued.expectFailure(75, "queued as 1")
        network.set(nil)
        await program.run(["queue", "run"]).expectSuccess()
        #expect(contents(file)?.starts(with: Array("RIFF".utf8)) == true)
    }

    @Test("playback cannot be queued")
    func played() async {
        let outcome = await program.run(["speak", "one"])
        #expect(outcome.ending == .exited(75))
        #expect(!outcome.errors.contains("queued"))
        await program.run(["speak", "one", "--queue"]).expectFailure(64)
    }

    @Test("if the folder is missing, the text is not sent")
    func withoutFolder() async throws {
        _ = await program.run(["speak", "one", "--output-dir", sounds])
        TemporaryFolder.remove(sounds)
        network.set(nil)
        let outcome = await program.run(["queue", "run"])
        #expect(outcome.ending == .exited(75))
        #expect(outcome.errors.contains("cannot write to"))
        #expect(network.texts == [])
        _ = try folder.folder("sounds")
        await program.run(["queue", "run"]).expectSuccess()
        #expect(network.texts == ["one"])
    }

    @Test("a request with an unknown outcome is not queued")
    func lost() async throws {
        var error = ServiceError(.network, "the connection was cut")
        error.outcomeUnknown = true
        network.set(error)
        let outcome = await program.run(["speak", "one", "--output-dir", sounds])
        #expect(!outcome.errors.contains("queued"))
        #expect(await program.run(["queue", "list"]).text == "")
    }
}
