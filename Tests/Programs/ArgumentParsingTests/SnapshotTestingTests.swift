import Foundation
import TestSupport
import Testing

@Suite("The snapshot helper")
struct SnapshotTestingTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("snapshots-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test("A missing or recorded snapshot fails, an equal one passes, a different one shows the changed lines")
    func verdicts() throws {
        try withFolder { folder in
            let snapshot = Snapshot(name: "a", folder: folder)
            #expect(snapshot.verdict(on: "x\n", isRecording: false) == .missing)
            #expect(snapshot.verdict(on: "x\n", isRecording: true) == .recorded)
            #expect(snapshot.verdict(on: "x\n", isRecording: false) == .matches)
            #expect(snapshot.verdict(on: "x", isRecording: false) == .differs(" x\n-"))
            #expect(Snapshot.Verdict.recorded.failure?.contains("PARLANCE_RECORD_SNAPSHOTS") == true)
            #expect(Snapshot.Verdict.missing.failure != nil)
            #expect(Snapshot.Verdict.differs("").failure != nil)
            #expect(Snapshot.Verdict.matches.failure == nil)
        }
        let unwritable = Snapshot(name: "a", folder: URL(fileURLWithPath: "/dev/null/x"))
        #expect(unwritable.verdict(on: "x", isRecording: true).failure?.hasPrefix("cannot be written") == true)
    }

    @Test("A difference shows only the changed lines")
    func difference() {
        let old = (1...9).map(String.init).joined(separator: "\n")
        let new = old.replacingOccurrences(of: "5", with: "five")
        #expect(LineDifference(old, new).description == "…\n 3\n 4\n-5\n+five\n 6\n 7\n…")
    }

    @Test("The folder is next to the test")
    func folder() {
        #expect(Snapshot.folder(besideFile: "/a/b/CTests.swift").path == "/a/b/Snapshots")
    }
}
