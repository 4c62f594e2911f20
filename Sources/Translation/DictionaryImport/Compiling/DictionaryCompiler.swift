public import DictionaryTranslation
import LanguageServices

/// Turns a dictionary into an index.
///
/// The entries go to the file as they are read; in memory are only their keys, the counts of words, and a hash of each
/// entry. The index appears under its name when it is whole.
public enum DictionaryCompiler {
    /// What came of it.
    public struct Outcome: Sendable, Hashable, Codable {
        /// The description, with the number of entries in the index.
        public var info: DictionaryInfo
        /// What the reader left out.
        public var report: DictionaryReadReport
        /// Entries that were there before, word by word, and count once.
        public var repeated: Int
    }

    /// Reads a dictionary and writes its index.
    ///
    /// - Parameters:
    ///   - source: The dictionary.
    ///   - path: Where the index goes; one that is there already is replaced, and stays readable for who has it open.
    ///   - opposite: The index of a dictionary in the other direction, which helps to find the most usual translation.
    ///   - keepsOrder: Whether the order of the entries and their translations is the ranking, as it is where somebody has
    ///     put the most usual ones first.
    ///   - progress: Told now and then how far it is, from 0 to 1.
    /// - Returns: The description of what was written, and what was left out.
    /// - Throws: `ServiceError` when the source cannot be read or the index cannot be written. Nothing is changed then.
    public static func compile(
        _ source: any DictionarySource,
        to path: String,
        opposite: DictionaryIndex? = nil,
        keepsOrder: Bool = false,
        progress: (Double) -> Void = { _ in }
    ) throws -> Outcome {
        try compile(
            source,
            to: path,
            opposites: opposite.map { [$0] } ?? [],
            keepsOrder: keepsOrder,
            progress: progress
        )
    }

    /// - Parameter goesOn: Called for each entry and then for some keys at a time; what it throws ends the work, and nothing
    ///   is changed.
    package static func compile(
        _ source: any DictionarySource,
        to path: String,
        opposites: [DictionaryIndex],
        keepsOrder: Bool = false,
        seed: UInt64 = 1,
        goesOn: () throws -> Void = {},
        progress: (Double) -> Void
    ) throws -> Outcome {
        var intake = EntryIntake(
            try IndexWriter(path: path, seed: seed),
            ranking: TranslationRanking(info: source.info, opposites: opposites, keepsOrder: keepsOrder),
            keys: EntryKeys(language: source.info.source)
        )
        let report = try source.read(progress: { progress($0 * 0.6) }) { entry in
            try goesOn()
            try intake.add(entry)
        }
        let written = try intake.finish(source.info, goesOn: goesOn) { progress(0.6 + $0 * 0.4) }
        progress(1)
        return Outcome(info: written.info, report: report, repeated: written.repeated)
    }
}
