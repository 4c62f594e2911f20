import Foundation
import TestSupport
import Testing

@testable import Decks

@Suite struct JournalLockTests {
    @Test func theLockGoesWithTheRunThatHasItAndNotWithAChildThatSawIt() throws {
        let folder = try TemporaryFolder()
        let path = folder.file("journal")
        var file: RawFile? = try RawFile.locked(path: path, shownFor: "out")
        // Whatever is duplicated shares the lock, as what a child inherits does.
        let copy = dup(try #require(file?.descriptor))
        defer { close(copy) }
        #expect(throws: (any Error).self) { try RawFile.locked(path: path, shownFor: "out") }
        file = nil
        _ = try RawFile.locked(path: path, shownFor: "out")
    }
}
