import Foundation
import Platform
import TestSupport
import Testing

@testable import parlance

/// `parlance deck sentences` with templates, killed repeatedly. The timing depends on a seed and the speed of the
/// machine; the checks must hold for any timing.
@Suite("deck sentences, killed")
struct DeckSentencesKillTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    private static let kills = 16

    private func arguments(_ output: String) -> [String] {
        [
            "deck", "sentences", "words.tsv", "-o", output, "--language", "en", "--field", "Front", "--add-field",
            "Example", "--header", "present", "--count", "2", "--accept", "generic",
        ]
    }

    private func kill(_ process: ChildProcess) async -> ExitReport.Ending {
        _ = Platform.kill(process.identifier, SIGKILL)
        return await process.wait().ending
    }

    @Test("resumes with identical bytes", .timeLimit(.minutes(10)), arguments: [1, 20_261_122] as [UInt64])
    func goesOn(seed: UInt64) async throws {
        let known = ["water", "dog", "house", "run", "child", "hour", "quickly", "red"]
        let words = (0..<2000).map { number in
            number % 3 == 0 ? known[number / 3 % known.count] + " (\(number))" : "z" + Self.letters(number)
        }
        let deck = "Front\tBack\n" + words.map { "\($0)\tx\n" }.joined()
        try box.write(deck, to: "words.tsv")
        let start = ContinuousClock.now
        let whole = try await box.run(arguments("whole.tsv"))
        let time = ContinuousClock.now - start
        #expect(whole.ending == .exited(0), "\(whole.errors.suffix(500))")
        let reference = try #require(contents(box.path("whole.tsv")))
        #expect(reference.count > deck.utf8.count + 2000 * 20)

        var random = Mutator(seed: seed)
        var killed = 0
        for _ in 0..<Self.kills {
            let process = try box.start(arguments("out.tsv"))
            try await Task.sleep(for: time * random.below(1000) / 1000)
            switch await kill(process) {
            case .signalled(SIGKILL): killed += 1
            case let ending: #expect(ending == .exited(0))
            }
            #expect(contents(box.path("words.tsv")) == Array(deck.utf8))
            // The output is either complete or missing; then the next run starts over.
            if let written = contents(box.path("out.tsv")) {
                #expect(written == reference)
                TemporaryFolder.remove(box.path("out.tsv"))
            }
        }
        #expect(killed > Self.kills / 4, "\(killed)")
        let last = try await box.run(arguments("out.tsv"))
        #expect(last.ending == .exited(0), "\(last.errors.suffix(500))")
        #expect(contents(box.path("out.tsv")) == reference)
        // A partially written file keeps a name that cannot be mistaken for the deck.
        let left = box.names().filter { !["words.tsv", "whole.tsv", "out.tsv"].contains($0) }
        #expect(left.allSatisfy { $0.hasPrefix(".out.tsv.part-") }, "\(left)")
    }

    private static func letters(_ number: Int) -> String {
        String(String(number).unicodeScalars.compactMap { Unicode.Scalar($0.value + 49) }.map(Character.init))
    }
}
