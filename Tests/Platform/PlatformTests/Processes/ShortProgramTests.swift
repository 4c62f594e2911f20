import LanguageServices
import Platform
import TestSupport
import Testing

@Suite("Short programs", .timeLimit(.minutes(5))) struct ShortProgramTests {
    private func run(_ script: String, timeout: Duration = .seconds(60)) throws -> ShortProgram.Result {
        try ShortProgram.run(ChildRequest(program: "/bin/sh", arguments: ["-c", script]), timeout: timeout)
    }

    private func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    @Test("output, errors and status are returned") func output() throws {
        let result = try run("echo one; echo two >&2; exit 3")
        #expect(text(result.output) == "one\n" && text(result.errors) == "two\n" && result.ending == .exited(3))
        #expect(try run("kill -TERM $$").ending == .signalled(SIGTERM))
        #expect(try run("exec >&- 2>&-; sleep 0.1; exit 4").ending == .exited(4))
    }

    @Test("long output is truncated and does not block the program") func long() throws {
        let result = try run("yes | head -c 1000000; echo done >&2")
        #expect(result.output.count == 1 << 16 && text(result.errors) == "done\n" && result.ending == .exited(0))
    }

    @Test("a program that does not end is killed with its children") func timeout() throws {
        let start = ContinuousClock.now
        #expect(try run("echo begun; sleep 1000; echo end", timeout: .milliseconds(200)).ending == nil)
        #expect(start.duration(to: .now) < .seconds(60))
    }

    @Test("a child that keeps the output open is not waited for") func child() throws {
        let start = ContinuousClock.now
        let result = try run("sleep 30 & echo done")
        #expect(text(result.output) == "done\n" && result.ending == .exited(0))
        #expect(start.duration(to: .now) < .seconds(25))
    }

    @Test("a cancelled task kills the program") func cancellation() async throws {
        let folder = try TemporaryFolder()
        let task = Task { try run("touch '\(folder.file("started"))'; sleep 1000") }
        while !WholeFile.exists(folder.file("started")) { try await Task.sleep(for: .milliseconds(10)) }
        task.cancel()
        let error = await #expect(throws: ServiceError.self) { try await task.value }
        #expect(error?.code == .cancelled)
    }

    @Test("a missing program is an error") func missing() {
        #expect(throws: ServiceError.self) {
            try ShortProgram.run(ChildRequest(program: "/nonexistent/program"), timeout: .seconds(5))
        }
    }
}
