import Audio
import LanguageServices
import Platform
package import Testing

/// A PulseAudio server with a null sink for one test, and a recorder of its output.
///
/// It has its own folder and socket and ignores the user's configuration, so tests can run in parallel and next to a
/// real server. Start the recorder before the sound: a null sink without a listener works in blocks of two seconds.
/// Even so, no test may depend on exact times.
package final class NullSinkServer: Sendable {
    /// Whether the required programs are installed; for `.enabled(if:)`.
    package static var isInstalled: Bool {
        ["pulseaudio", "parec"].allSatisfy { ProgramSearch.find($0, in: ProgramSearch.systemPath) != nil }
    }

    /// The comment of a skipped test.
    package static let requirement: Comment = "pulseaudio and parec are not installed"

    /// The server's address, for `PULSE_SERVER` and for ``PulseSink``.
    package let address: String

    /// An environment in which PulseAudio's programs use this server, and none of the user's files.
    package let environment: [String]

    private let folder: TemporaryFolder
    private let server: ChildProcess

    private init(folder: TemporaryFolder, address: String, environment: [String], server: ChildProcess) {
        self.folder = folder
        self.address = address
        self.environment = environment
        self.server = server
    }

    /// Starts a server and waits until it responds.
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

    /// Starts recording the server's output, and waits until samples arrive.
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

    /// Sends a signal to the server: SIGKILL for a crash, SIGSTOP for a hang.
    package func signal(_ number: Int32) {
        kill(server.identifier, number)
    }

    deinit {
        // A stopped process does not react to a termination signal.
        kill(server.identifier, SIGKILL)
    }

    /// A recording of the server's output.
    package final class Recording: Sendable {
        private let path: String
        private let recorder: ChildProcess
        private let server: NullSinkServer

        fileprivate init(path: String, recorder: ChildProcess, keeping server: NullSinkServer) {
            self.path = path
            self.recorder = recorder
            self.server = server
        }

        /// All samples so far.
        package func samples() -> [Int16] {
            (contents(path) ?? []).withUnsafeBytes { raw in
                (0..<raw.count / 2).map { raw.loadUnaligned(fromByteOffset: $0 * 2, as: Int16.self) }
            }
        }

        /// Waits until something louder than silence is recorded.
        package func waitForSound() async -> Bool {
            await eventually { self.samples().contains { $0.magnitude > 300 } }
        }

        /// Waits until the last 0.2 seconds are silent, and ends the recording.
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
