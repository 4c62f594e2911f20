#if os(Linux)
import Platform
import LanguageServices
import PluginHost
import TestSupport
import Testing

/// The guard process that ends a plug-in when its host exits. A test of the program, which kills a host, verifies that
/// the guard works.
@Suite(.timeLimit(.minutes(10)))
struct GuardTests {
    /// The guard processes in a process group.
    private func guards(of group: Int32) -> [Int32] {
        processes(holding: "\u{0}parlance-guard\u{0}").filter { getpgid($0) == group }
    }

    private func start(_ script: String, memory: Int? = nil) throws -> ChildProcess {
        try ChildProcess.start(
            ChildRequest(program: "/bin/sh", arguments: ["-c", script], memory: memory),
            endsGroup: true
        )
    }

    @Test func itIsInTheGroupAndHoldsNothingOfOthers() async throws {
        let child = try start("exec sleep 600")
        #expect(await eventually { guards(of: child.identifier).count == 1 })
        let own = try #require(guards(of: child.identifier).first)
        // The pipe that it reads, and /dev/null twice. The shell may briefly have more descriptors open.
        #expect(await eventually { TemporaryFolder.names(in: "/proc/\(own)/fd") == ["0", "1", "2"] })
        let place = try #require(realpath("/proc/\(own)/cwd", nil))
        defer { free(place) }
        #expect(String(cString: place) == "/")
        let variables = contents("/proc/\(own)/environ")
        #expect(variables == Array("PATH=/usr/bin:/bin\u{0}".utf8))
        child.terminate()
        #expect(await child.wait().ending == .signalled(SIGTERM))
        // It has been reaped, too: an unreaped process would still be in the group.
        #expect(!groupExists(child.identifier))
    }

    @Test func whatAsksForAnEndDoesNotEndIt() async throws {
        let child = try start("trap '' TERM HUP INT; exec sleep 600")
        #expect(await eventually { processes(holding: "sleep\u{0}600").contains(child.identifier) })
        #expect(await eventually { guards(of: child.identifier).first.map { ignores(SIGTERM, $0) } ?? false })
        for number in [SIGTERM, SIGHUP, SIGINT] { #expect(kill(-child.identifier, number) == 0) }
        #expect(guards(of: child.identifier).count == 1)
        child.terminate()
        #expect(await child.wait().ending == .signalled(SIGKILL))
        #expect(!groupExists(child.identifier))
    }

    private func ignores(_ number: Int32, _ process: Int32) -> Bool {
        let text = String(decoding: contents("/proc/\(process)/status") ?? [], as: UTF8.self)
        let line = text.split(separator: "\n").first { $0.hasPrefix("SigIgn:") }
        guard let mask = line.flatMap({ UInt64($0.dropFirst(7).drop { $0 == "\t" }, radix: 16) }) else { return false }
        return mask >> UInt64(number - 1) & 1 == 1
    }

    @Test func whatEndsAtOnceLeavesNoGuard() async throws {
        for _ in 0..<50 {
            let child = try start("exit 7")
            #expect(await child.wait().ending == .exited(7))
            #expect(!groupExists(child.identifier))
        }
    }

    @Test(.enabled(if: ChildRequest.limitsMemory)) func memoryIsHeldInChildrenOfChildrenToo() async throws {
        // The limit is set after the program has started, so the script waits for it. Without a limit it would wait
        // forever.
        let script = """
            until [ "$(ulimit -d)" = 102400 ]; do sleep 0.01; done
            sh -c 'ulimit -d; ulimit -d 204800 || exit 9' >&2
            """
        let held = try start(script, memory: 100 << 20)
        let report = await held.wait()
        #expect(report.ending != .exited(0))
        #expect(String(decoding: report.standardError, as: UTF8.self).hasPrefix("102400\n"))
    }
}
#endif
