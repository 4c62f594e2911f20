import Decks
import LanguageServices
import Platform
import TestSupport
import Testing

/// Kills a batch in its own process again and again.
///
/// The times are random; the checks must hold at any time.
@Suite("A killed batch") struct BatchKillTests {
    private static let notes = 2000
    private static let kills = 50
    /// The number of concurrent requests in `batch-trial` times the texts in each.
    private static let underWay = 2 * 5
    /// The duration of a request in `batch-trial`, in milliseconds.
    private static let delay = 3

    /// The result of an undisturbed batch and its duration on this machine.
    private struct Reference {
        let deck: [UInt8]
        let log: TrialLog
        let time: Duration
        /// From the start to the first request.
        let timeToFirst: Duration

        init(_ input: String, in folder: TemporaryFolder) async throws {
            let (output, path) = (folder.file("reference"), folder.file("reference-log"))
            let start = ContinuousClock.now
            let trial = try Trial(input, output, path)
            await trial.wait(forLog: path, toHave: 1, atMost: .seconds(20))
            timeToFirst = ContinuousClock.now - start
            try #require(await trial.wait() == .exited(0))
            time = ContinuousClock.now - start
            deck = try #require(contents(output))
            log = TrialLog(path)
        }
    }

    @Test("resumes", .timeLimit(.minutes(20)), arguments: ["deck.tsv", "deck.apkg"])
    func goesOn(name: String) async throws {
        let folder = try TemporaryFolder()
        let input = folder.file(name)
        let texts = try Self.makeDeck(input)
        let untouched = try #require(contents(input))
        let output = folder.file("out-\(name)")
        let log = folder.file("log")
        let reference = try await Reference(input, in: folder)
        #expect(reference.log.answered.count == texts.count && reference.log.answered.values.allSatisfy { $0 == 1 })

        var random = Mutator(seed: 20_261_122)
        var kills = (reading: 0, asking: 0, writing: 0)
        var known: Set<String> = []
        var timeOfRest: Duration?
        for _ in 0..<Self.kills {
            if known == texts, timeOfRest == nil {
                // One word has no translation, so the journal is kept and the deck can be written from it again.
                let start = ContinuousClock.now
                let code = try await Trial(input, output, log).wait()
                try #require(code == .exited(0))
                timeOfRest = ContinuousClock.now - start
            }
            let before = TrialLog(log)
            let trial = try Trial(input, output, log)
            if let timeOfRest {
                try await Task.sleep(for: timeOfRest * random.below(1000) / 1000)
            } else if random.below(5) == 0 {
                try await Task.sleep(for: reference.timeToFirst * random.below(1000) / 1000)
            } else {
                // Kills the process after part of the remaining work.
                let rest = reference.log.size * (texts.count - known.count) / texts.count
                let more = min(random.below(4 * reference.log.size / Self.kills), rest * 9 / 10)
                await trial.wait(forLog: log, toHave: before.size + more, atMost: reference.time * 10)
                try await Task.sleep(for: .microseconds(random.below(2 * 1000 * Self.delay)))
            }
            let end = await trial.kill()
            #expect(end == .signalled(SIGKILL) || end == .exited(0))

            // Nothing that was already in the journal is requested again.
            let after = TrialLog(log)
            let asked = after.asked(since: before)
            #expect(asked.isDisjoint(with: known))
            if known == texts {
                kills.writing += 1
            } else if asked.isEmpty {
                kills.reading += 1
            } else {
                kills.asking += 1
            }
            // All answers are now in the journal, except those to requests in progress.
            let now = try Self.known(input, output, in: folder)
            #expect(now.isSuperset(of: known))
            #expect(after.answered(since: before).subtracting(now).count <= Self.underWay)
            known = now
            // The output is complete or absent.
            if let written = contents(output) { #expect(written == reference.deck) }
            #expect(contents(input) == untouched)
        }
        #expect(try await Trial(input, output, log).wait() == .exited(0))
        #expect(contents(output) == reference.deck)
        #expect(contents(input) == untouched)
        let answered = TrialLog(log).answered
        #expect(Set(answered.keys) == texts)
        let again = answered.values.reduce(0) { $0 + $1 - 1 }
        #expect(again <= kills.asking * Self.underWay)
    }

    /// Creates a deck of words, some of which appear twice.
    ///
    /// - Returns: The texts to request.
    private static func makeDeck(_ path: String) throws -> Set<String> {
        let words = (0..<notes).map { number in
            number == 700 ? "missing" : "word \(BatchFixture.letters(number % (notes * 4 / 5)))"
        }
        if path.hasSuffix(".apkg") {
            let notes = words.enumerated().map { PackageBuilder.note($0.offset + 1, "\($0.element)\u{1F}") }
            try PackageBuilder.first(["BEGIN"] + notes + ["COMMIT"]).write(to: path)
        } else {
            let text = "Front\tBack\n" + words.map { "\($0)\t\n" }.joined()
            try AtomicFile.write(Array(text.utf8), to: path)
        }
        return Set(words)
    }

    /// The texts that have a journal record. Reads a copy, so the next run finds the journal untouched.
    private static func known(_ input: String, _ output: String, in folder: TemporaryFolder) throws -> Set<String> {
        guard let journal = contents(folder.file(".\(output.dropFirst(folder.path.count + 1)).parlance-journal")) else {
            return []
        }
        let copy = folder.file("copy")
        try AtomicFile.write(journal, to: folder.file(".copy.parlance-journal"))
        let batch = try BatchTranslation.batch(
            deck: DeckOpening.open(path: input),
            provider: #require(LoggedTranslation(log: "/dev/null", delay: .zero)),
            request: TranslationRequest(texts: [], source: LanguageTag("en"), target: LanguageTag("de")),
            source: "Front",
            target: "Back"
        )
        var known: Set<String> = []
        try batch.survey(output: copy) { note in
            if note.outcome == .failed || !note.answers.isEmpty { known.formUnion(note.texts) }
        }
        return known
    }
}
