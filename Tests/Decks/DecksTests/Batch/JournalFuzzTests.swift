import LanguageServices
import Platform
import TestSupport
import Testing

@testable import Decks

/// A damaged journal is rejected with a one-line error, or everything read from it matches what was written.
///
/// `PARLANCE_FUZZ_SECONDS` sets the duration; see `FuzzRounds`.
@Suite("Fuzzing journals")
struct JournalFuzzTests {
    /// Seeds that once exposed a bug.
    private static let seeds: [UInt64] = []

    @Test("damaged journals are rejected or read correctly")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let output = folder.file("out")
        let path = BatchJournal.path(for: output)
        let texts = (0..<40).map { "text \($0)" }
        var known: [String: Result<BatchAnswer, ServiceError>] = [:]
        for (number, text) in texts.enumerated() {
            let answer = BatchAnswer(
                bytes: Array(String(repeating: "antwort ", count: number % 7 == 0 ? 3000 : number).utf8),
                provider: number % 3 == 0 ? "dictionary" : nil,
                step: number % 2 == 0 ? "exact" : nil
            )
            known[text] =
                number % 5 == 0 ? .failure(ServiceError(.notFound, "no \(text)", remedy: "none")) : .success(answer)
        }
        try write(known, texts, output)
        let whole = try #require(contents(path))
        var outcomes: [String: Int] = [:]
        let words = ["parlance journal 2\n", "\u{0}", "\u{0}\u{0}\u{0}\u{1}", "antwort"]
        try FuzzRounds.run(known: Self.seeds, least: 300) { random in
            let bytes =
                random.below(2) == 0
                ? random.mutated(whole, with: [whole[...]], words: words) : random.damaged(whole)
            try AtomicFile.write(bytes, to: path)
            do throws(ServiceError) {
                let journal = try BatchJournal(
                    output: output,
                    temporaryFolder: "/tmp",
                    restarts: false,
                    identity: ["x"]
                )
                for text in texts {
                    guard let result = try journal.result(journal.keys.key(of: text)) else { continue }
                    #expect(result == known[text])
                    outcomes["found", default: 0] += 1
                }
                // A record written after the damage can be read back.
                let key = journal.keys.key(of: "new")
                try journal.append([JournalRecord(key: key, result: .success(BatchAnswer(bytes: [1, 2, 3])))])
            } catch {
                #expect(error.code == .io && error.remedy != nil, "\(error)")
                outcomes["refused", default: 0] += 1
                return
            }
            let again = try BatchJournal(output: output, temporaryFolder: "/tmp", restarts: false, identity: ["x"])
            #expect(try again.result(again.keys.key(of: "new")) == .success(BatchAnswer(bytes: [1, 2, 3])))
            #expect(again.meet(again.keys.key(of: "new")).known == .answered)
        }
        #expect(outcomes["found", default: 0] > 0 && outcomes["refused", default: 0] > 0)
    }

    private func write(
        _ known: [String: Result<BatchAnswer, ServiceError>],
        _ texts: [String],
        _ output: String
    ) throws {
        let journal = try BatchJournal(output: output, temporaryFolder: "/tmp", restarts: false, identity: ["x"])
        try journal.append(
            texts.compactMap { text in
                known[text].map { JournalRecord(key: journal.keys.key(of: text), result: $0) }
            }
        )
    }
}
