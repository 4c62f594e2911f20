import Audio
import Foundation
import Platform
import TestSupport
import Testing

@Suite("Signals")
struct SignalTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    /// Starts a long run, and sends a signal when some files are written.
    private func interrupt(_ number: Int32) async throws -> (report: ExitReport, workers: [Int32]) {
        try box.write(manyTexts(5000), to: "words.txt")
        let child = try box.start(["speak", "-f", "words.txt", "-d", "out"])
        // On a separate thread: the tasks of other tests could delay this one until all files are written.
        let workers = await withCheckedContinuation { continuation in
            Thread.detachNewThread { [box] in
                for _ in 0..<4000 {
                    if box.names(in: "out").count(where: { $0.hasSuffix(".wav") }) >= 10 { break }
                    usleep(5000)
                }
                let workers = ProcessTable.children(of: child.identifier)
                kill(child.identifier, number)
                continuation.resume(returning: workers)
            }
        }
        #expect(!workers.isEmpty)
        return (await child.wait(), workers)
    }

    private func expectWholeFiles() {
        let names = box.names(in: "out").filter { !$0.hasPrefix(".") }
        #expect((10..<5000).contains(names.count))
        for name in names { #expect(Wave(path: box.path("out/\(name)"))?.hasSound == true, "\(name)") }
    }

    @Test(
        "during a long run, only finished files stay",
        arguments: [SIGINT, SIGTERM, SIGHUP]
    )
    func interrupted(_ number: Int32) async throws {
        let (report, workers) = try await interrupt(number)
        Outcome(ending: report.ending, output: [], errors: String(decoding: report.standardError, as: UTF8.self))
            .expectFailure(128 + number, "interrupted")
        expectWholeFiles()
        #expect(box.names(in: "out").allSatisfy { !$0.hasPrefix(".") })
        #expect(await eventually { workers.allSatisfy { !ProcessTable.isRunning($0) } })
    }

    @Test("after a kill, all files with their final name are complete, and the worker exits by itself")
    func killed() async throws {
        let (report, workers) = try await interrupt(SIGKILL)
        #expect(report.ending == .signalled(SIGKILL))
        expectWholeFiles()
        #expect(await eventually { workers.allSatisfy { !ProcessTable.isRunning($0) } })
    }

    @Test("waiting for standard input", arguments: [SIGINT, SIGTERM])
    func waiting(_ number: Int32) async throws {
        let pipe = Pipe()
        let child = try box.start(
            ["speak", "-d", "out", "first", "-"],
            input: pipe.fileHandleForReading.fileDescriptor
        )
        // By the time the signals are handled, the program waits for input or is about to.
        #expect(await eventually { ProcessTable.catches(number, child.identifier) })
        kill(child.identifier, number)
        let report = await child.wait()
        #expect(report.ending == .exited(128 + number))
        #expect(report.standardError.filter { $0 == 0x0A }.count <= 1)
        #expect(box.names(in: "out").allSatisfy { !$0.hasPrefix(".") })
        withExtendedLifetime(pipe) {}
    }

    @Test("a signal that the shell ignores for the program stays ignored")
    func ignored() async throws {
        let script = #"trap '' HUP; "$P" speak -f words.txt -d out & sleep 0.3; kill -HUP $!; wait $!"#
        try box.write((1...60).map { "\($0)\n" }.joined(), to: "words.txt")
        let outcome = try await box.shell(script)
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(box.names(in: "out").count == 60)
    }
}
