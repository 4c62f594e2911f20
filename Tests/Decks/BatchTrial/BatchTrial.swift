import Decks
import LanguageServices
import Platform
import TestSupport

/// A program that fills the field `Back` of a deck, for tests that kill it: `batch-trial DECK OUTPUT LOG`.
///
/// Its provider keeps a log; see `LoggedTranslation`. Packages are written with a fixed timestamp so that two outputs
/// can be compared byte for byte.
@main
enum BatchTrial {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 4, let provider = LoggedTranslation(log: arguments[3], delay: .milliseconds(3)) else {
            exit(64)
        }
        do {
            let deck: any Deck =
                arguments[1].hasSuffix(".apkg")
                ? try AnkiPackage(path: arguments[1]) { 1_700_000_000_000 }
                : try DeckOpening.open(path: arguments[1])
            let batch = try BatchTranslation.batch(
                deck: deck,
                provider: provider,
                request: TranslationRequest(texts: [], source: LanguageTag("en"), target: LanguageTag("de")),
                source: "Front",
                target: "Back",
                options: BatchOptions(textsPerRequest: 5, concurrency: 2)
            )
            let summary = try await batch.run(output: arguments[2])
            if let interruption = summary.interruption { throw interruption }
        } catch {
            let line = Array("batch-trial: \(error)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
            exit(70)
        }
    }
}
