import Decks
import DictionaryImport
import DictionaryTranslation
import LanguageServices
import Platform
import Synchronization

/// A program that fills the second field of a deck with what a dictionary has for the first, by one `Batch`.
///
/// It runs in a process of its own, as `--fill-deck`, and does nothing else: what it takes is what the library takes.
enum DeckFilling {
    /// Fills a deck from German to English, and writes beside the output, with `.memory` behind its name, what is its own
    /// of its memory when the last notes are written, and the peak of all, in KiB.
    static func run(library: String, deck: String, output: String) async -> Int32 {
        do {
            let batch = try BatchTranslation.batch(
                deck: DeckOpening.open(path: deck),
                provider: DictionaryTranslation(
                    places: DictionaryPlaces(library: library)
                ),
                request: TranslationRequest(texts: [], source: LanguageTag("de"), target: LanguageTag("en")),
                source: "1",
                target: "2"
            )
            let memory = Mutex(Memory())
            let summary = try await batch.run(
                output: output,
                report: { note in
                    if note.number % 10_000 == 9999 { memory.withLock { $0 = Memory.resident() } }
                }
            )
            let most = memory.withLock { $0 }
            try AtomicFile.write(Array("\(most.anonymous) \(most.peak)".utf8), to: output + ".memory")
            if let error = summary.interruption { throw error }
            return summary.notesChanged > 0 ? 0 : 1
        } catch {
            Report.fail("\(error)")
            return 1
        }
    }
}
