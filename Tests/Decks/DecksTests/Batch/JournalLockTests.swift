import Foundation
import TestSupport
import Testing

@testable import Decks

@Suite struct JournalLockTests {
    @Test func aFinishedRunHoldsNoLockEvenIfItsJournalIsStillReferenced() throws {
        let folder = try TemporaryFolder()
        func journal() throws -> BatchJournal {
            try BatchJournal(output: folder.file("out"), temporaryFolder: folder.path, restarts: false, identity: [])
        }
        let held = try journal()
        #expect(throws: (any Error).self) { try journal() }
        held.unlock()
        try withExtendedLifetime(held) { _ = try journal() }
    }

    @Test func theLockEndsWithItsRunEvenIfAChildInheritedIt() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("journal")
        var file: RawFile? = try RawFile.locked(path: path, shownFor: "out")
        // A duplicated descriptor shares the lock, like one that a child process inherits.
        let copy = dup(try #require(file?.descriptor))
        defer { close(copy) }
        #expect(throws: (any Error).self) { try RawFile.locked(path: path, shownFor: "out") }
        file = nil
        _ = try RawFile.locked(path: path, shownFor: "out")
    }
}
