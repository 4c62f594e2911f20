import Audio
import LanguageServices
import Platform
package import Testing

/// A PulseAudio server of the test's own that plays to nowhere, and a recorder that hears what it plays.
///
/// It has its own folder, its own socket and no configuration of the user, so tests may run beside each other and beside
/// a real server. Start the recorder before the sound: a null sink that nobody listens to works in blocks of two
/// seconds. Even so, never let a time decide a test.
package final class NullSinkServer: Sendable {
    /// Whether the programs that are needed are installed; for `.enabled(if:)`.
    package static var isInstalled: Bool {
        ["pulseaudio", "parec"].allSatisfy { ProgramSearch.find($0, in: ProgramSearch.systemPath) != nil }
    }

    /// What a skipped test says.
    package static let requirement: Comment = "pulseaudio and parec are not installed"

    /// The server's address, for `PULSE_SERVER` and for ``PulseSink``.
    package let address: String

    /// An environment in which PulseAudio's programs find this server, and no file of the user.
    package let environment: [String]

    private let folder: TemporaryFolder
    private let server: ChildProcess

    private init(folder: TemporaryFolder, address: String, environment: [String], server: ChildProcess) {
        self.folder = folder
        self.address = address
        self.environment = environment
        self.server = server
    }

    /// Starts a server and waits until it answers.
    package static func start() async throws -> NullSinkServer {
        let folder = try TemporaryFolder()
        let runtime = try folder.folder("run")
        let home = try folder.folder("home")
        let socket = folder.file("pulse.sock")
        let script = folder.file("null.pa")
        try #require(
            write(
                """
                load-module module-native-protocol-unix auth-anonymous=1 socket=\(socket)
                load-module module-null-sink sink_name=vnull rate=48000 channels=2 format=s16le
                set-default-sink vnull

                """,
                to: script
            )
        )
        let environment = [
            "PATH=\(ProgramSearch.systemPath)", "HOME=\(home)", "XDG_RUNTIME_DIR=\(runtime)", "LC_ALL=C",
            "PULSE_SERVER=unix:\(socket)",
        ]
        let server = try ChildProcess.start(
            ChildRequest(
                program: try #require(ProgramSearch.find("pulseaudio", in: ProgramSearch.systemPath)),
                arguments: [
                    "-n", "-F", script, "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
                    "--disable-shm=yes", "--high-priority=yes",
                ],
                environment: environment
            )
        )
        let result = NullSinkServer(
            folder: folder,
            address: "unix:\(socket)",
            environment: environment,
            server: server
        )
        let sink = PulseSink(server: result.address)
        try #require(await eventually { await sink.availability().isUsable }, "the null sink server did not start")
        return result
    }

    /// Starts to record what the server plays, and waits until sound, silence at first, arrives.
    package func record(sampleRate: Int = 22_050) async throws -> Recording {
        let path = folder.file("recording-\(UInt32.random(in: .min ... .max)).raw")
        let recorder = try ChildProcess.start(
            ChildRequest(
                program: try #require(ProgramSearch.find("parec", in: ProgramSearch.systemPath)),
                arguments: [
                    "-d", "vnull.monitor", "--format=s16ne", "--rate=\(sampleRate)", "--channels=1",
                    "--latency-msec=20", path,
                ],
                environment: environment
            )
        )
        let recording = Recording(path: path, recorder: recorder, keeping: self)
        try #require(await eventually { !recording.samples().isEmpty }, "the recorder did not start")
        return recording
    }

    /// Sends the server a signal: SIGKILL for a crash, SIGSTOP for a server that hangs.
    package func signal(_ number: Int32) {
        kill(server.identifier, number)
    }

    deinit {
        // A stopped process does not notice that it is to end.
        kill(server.identifier, SIGKILL)
    }

    /// What a server has played.
    package final class Recording: Sendable {
        private let path: String
        private let recorder: ChildProcess
        private let server: NullSinkServer

        fileprivate init(path: String, recorder: ChildProcess, keeping server: NullSinkServer) {
            self.path = path
            self.recorder = recorder
            self.server = server
        }

        /// Everything up to now.
        package func samples() -> [Int16] {
            (contents(path) ?? []).withUnsafeBytes { raw in
                (0..<raw.count / 2).map { raw.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self) }
            }
        }

        /// Waits until something louder than silence has been heard.
        package func waitForSound() async -> Bool {
            await eventually { self.samples().contains { $0.magnitude > 300 } }
        }

        /// Waits until the last 0.2 seconds were silent, and ends the recording.
        package func finish(sampleRate: Int = 22_050) async -> [Int16] {
            let tail = sampleRate / 5
            let start = samples().count
            _ = await eventually {
                let all = self.samples()
                return all.count > start + tail && all.suffix(tail).allSatisfy { $0.magnitude < 30 }
            }
            recorder.terminate()
            _ = await recorder.wait()
            return samples()
        }

        deinit { recorder.terminate() }
    }

    private static func write(_ text: String, to path: String) -> Bool {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { return false }
        defer { close(descriptor) }
        return text.utf8CString.withUnsafeBytes { raw in
            Platform.write(descriptor, raw.baseAddress, raw.count - 1) == raw.count - 1
        }
    }
}
