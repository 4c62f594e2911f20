import Audio
import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("Child processes", .timeLimit(.minutes(10)))
struct ChildProcessTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("reports the exit status", arguments: [0, 1, 77, 255])
    func exitStatus(status: Int32) async throws {
        let report = try await shell("exit \(status)")
        #expect(report.ending == .exited(status))
        #expect(report.isSuccess == (status == 0))
    }

    @Test("reports death by a signal")
    func signalDeath() async throws {
        #expect(try await shell("kill -KILL $$").ending == .signalled(SIGKILL))
        let report = try await shell("echo oops >&2; kill -SEGV $$")
        #expect(report.summary == "terminated by SIGSEGV: oops")
    }

    @Test("keeps the first 4096 bytes of a flood on standard error, without being blocked by it")
    func errorFlood() async throws {
        let report = try await shell("printf first >&2; head -c 1000000 /dev/zero >&2; exit 3")
        #expect(report.ending == .exited(3))
        #expect(report.standardError.count == 4096)
        #expect(report.standardError.starts(with: Array("first\0".utf8)))
    }

    @Test("keeps output written just before the end")
    func lastWords() async throws {
        for _ in 0..<50 { #expect(try await shell("echo bye >&2").standardError == Array("bye\n".utf8)) }
    }

    @Test("passes arguments without a shell, and environment and folder unchanged")
    func exactArguments() async throws {
        let hostile = ["$(touch pwned)", "; rm -rf x", "a b", "", "*", "--", "é\n\"'"]
        let printed = try await run("printf", ["%s|"] + hostile, in: folder, directory: folder.path)
        #expect(printed.output == hostile.map { $0 + "|" }.joined())
        let environment = try await run("env", [], in: folder, environment: ["A=1", "B=x y"])
        #expect(environment.output == "A=1\nB=x y\n")
        #expect(try await run("env", [], in: folder, environment: []).output.isEmpty)
        #expect(try await run("pwd", [], in: folder, directory: folder.path).output.hasSuffix(folder.path + "\n"))
        #expect(folder.names().isEmpty)
    }

    @Test("reports why a program cannot be started")
    func cannotStart() async throws {
        #expect(failure(program: folder.file("missing"))?.message.contains("no such file or directory") == true)
        #expect(failure(program: folder.path)?.message.contains("permission denied") == true)
        // A bare name is looked up neither in PATH nor in the working directory.
        #expect(failure(program: "true")?.code == .io)
        #expect(failure(program: "")?.code == .io)
        #expect(failure(program: "/bin/true", arguments: ["a\0b"])?.code == .invalidRequest)
        #expect(failure(program: "/bin/true", directory: folder.file("missing"))?.code == .io)
        #expect(failure(program: "/bin/true", standardOutput: .descriptor(9999))?.code == .io)
        #expect(failure(program: "/bin/true", standardOutput: .descriptor(-7))?.code == .io)
    }

    @Test("finds programs only in the given folders, never in a relative one")
    func search() async throws {
        let bin = try folder.folder("bin")
        try await makeScript("exit 0", at: "\(bin)/tool", in: folder)
        _ = try folder.folder("bin/directory")
        try #require(symlink("/etc/passwd", "\(bin)/plain") == 0)
        #expect(ProgramSearch.find("tool", in: "/missing:relative::\(bin):/bin") == "\(bin)/tool")
        #expect(ProgramSearch.find("tool", in: "\(bin)") == "\(bin)/tool")
        for (name, path) in [
            ("tool", ""), ("tool", ":"), ("tool", "."), ("directory", bin), ("plain", bin), ("", bin),
            ("bin/tool", folder.path),
            ("../bin/tool", bin), ("tool\0", bin), ("tool", "/\(String(repeating: "x", count: 10_000))"),
        ] {
            #expect(ProgramSearch.find(name, in: path) == nil)
        }
    }

    @Test("cancelling the wait terminates the whole group, including grandchildren that ignore SIGTERM")
    func cancellation() async throws {
        let pidFile = folder.file("pid")
        let script =
            "(trap '' TERM; sleep 300; sleep 300) & echo $! > '\(pidFile).new'; mv '\(pidFile).new' '\(pidFile)'; wait"
        let child = try start(script)
        let waiting = Task { await child.wait() }
        try #require(await eventually { contents(pidFile) != nil })
        let text = String(decoding: try #require(contents(pidFile)), as: UTF8.self)
        let grandchild = try #require(pid_t(text.split(separator: "\n").first ?? ""))
        waiting.cancel()
        #expect(await waiting.value.ending == .signalled(SIGTERM))
        #expect(await eventually { isGone(grandchild) })
    }

    @Test("kills a child that ignores the termination signal")
    func stubborn() async throws {
        let ready = folder.file("ready")
        let child = try start("trap '' TERM; touch '\(ready)'; while :; do sleep 300; done")
        let waiting = Task { await child.wait() }
        try #require(await eventually { contents(ready) != nil })
        waiting.cancel()
        #expect(await waiting.value.ending == .signalled(SIGKILL))
    }

    @Test("cancellation handlers that terminate a child while it ends do not block")
    func manyHandlers() async throws {
        for _ in 0..<20 {
            let child = try ChildProcess.start(ChildRequest(program: "/bin/sleep", arguments: ["300"]))
            let waiting = Task {
                await withTaskCancellationHandler {
                    await child.wait()
                } onCancel: {
                    child.terminate()
                    // Long enough for the child to end while this handler runs, the case under test.
                    usleep(10_000)
                    child.terminate()
                }
            }
            try await Task.sleep(for: .milliseconds(5))
            waiting.cancel()
            #expect(await waiting.value.ending == .signalled(SIGTERM))
        }
    }

    @Test("several tasks can wait, even after the end, and terminating twice or late is harmless")
    func manyWaiters() async throws {
        let child = try start("sleep 0.2; exit 4")
        async let first = child.wait()
        async let second = child.wait()
        #expect(await first.ending == .exited(4))
        #expect(await second.ending == .exited(4))
        child.terminate()
        child.terminate()
        #expect(await child.wait().ending == .exited(4))
    }

    @Test("a grandchild that keeps standard error open does not block the wait")
    func openStandardError() async throws {
        let report = try await shell("sleep 300 & echo $! >&2; exit 5")
        #expect(report.ending == .exited(5))
        let text = String(decoding: report.standardError, as: UTF8.self)
        let grandchild = try #require(pid_t(text.split(separator: "\n").first ?? ""))
        #expect(!isGone(grandchild))
        kill(grandchild, SIGKILL)
    }

    #if os(Linux)
    @Test("200 children leave no open descriptors and no zombies")
    func noLeaks() async throws {
        let before = TemporaryFolder.names(in: "/proc/self/fd").count
        var identifiers: [Int32] = []
        for _ in 0..<200 {
            let child = try ChildProcess.start(ChildRequest(program: "/bin/true"))
            #expect(await child.wait().isSuccess)
            identifiers.append(child.identifier)
        }
        // Other tests may open a few descriptors in the meantime; a leak would be 200 or more.
        let settled = await eventually { TemporaryFolder.names(in: "/proc/self/fd").count < before + 100 }
        #expect(settled)
        #expect(identifiers.allSatisfy { isGone($0) })
    }

    @Test("the child has default signal actions, no blocked signals, and none of our descriptors")
    func cleanSlate() async throws {
        let leaky = open("/dev/null", O_RDONLY)
        try #require(leaky > 2)
        defer { close(leaky) }
        let child = try startWithIgnoredSignals()
        defer { child.terminate() }
        try #require(await eventually { contents("/proc/\(child.identifier)/comm") == Array("sleep\n".utf8) })
        let status = String(decoding: try #require(contents("/proc/\(child.identifier)/status")), as: UTF8.self)
        let lines = status.split(separator: "\n")
        // Glibc keeps signals 32 and 33 for its threads, and ignores them in a child until the program sets them up.
        for name in ["SigIgn", "SigBlk"] {
            let line = try #require(lines.first { $0.hasPrefix("\(name):\t") })
            let set = try #require(UInt64(line.dropFirst(name.count + 2), radix: 16))
            #expect(set & ~0x1_8000_0000 == 0, "\(line)")
        }
        // The dynamic loader may have a file open for a moment, but inherited descriptors stay open.
        let isClean = await eventually { TemporaryFolder.names(in: "/proc/\(child.identifier)/fd") == ["0", "1", "2"] }
        #expect(isClean)
        #expect(getpgid(child.identifier) == child.identifier)
    }

    /// Does not suspend, because the signal mask belongs to the thread.
    private func startWithIgnoredSignals() throws -> ChildProcess {
        let action = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, action) }
        var set = sigset_t()
        var previous = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGUSR1)
        sigaddset(&set, SIGTERM)
        pthread_sigmask(SIG_BLOCK, &set, &previous)
        defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
        return try ChildProcess.start(ChildRequest(program: "/bin/sleep", arguments: ["300"]))
    }
    #endif

    // MARK: Helpers

    private func start(_ script: String) throws(ServiceError) -> ChildProcess {
        try ChildProcess.start(ChildRequest(program: "/bin/sh", arguments: ["-c", script]))
    }

    private func shell(_ script: String) async throws(ServiceError) -> ExitReport {
        await (try start(script)).wait()
    }

    private func failure(
        program: String,
        arguments: [String] = [],
        directory: String? = nil,
        standardOutput: ChildRequest.Stream = .null
    ) -> ServiceError? {
        do throws(ServiceError) {
            _ = try ChildProcess.start(
                ChildRequest(
                    program: program,
                    arguments: arguments,
                    directory: directory,
                    standardOutput: standardOutput
                )
            )
            return nil
        } catch { return error }
    }

    /// Whether a process has ended, or is a zombie.
    private func isGone(_ identifier: pid_t) -> Bool {
        guard kill(identifier, 0) == 0 else { return errno == ESRCH }
        guard let status = contents("/proc/\(identifier)/stat") else { return true }
        let text = String(decoding: status, as: UTF8.self)
        return text.split(separator: ")").last?.hasPrefix(" Z") == true
    }
}
