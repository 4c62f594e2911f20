public import DictionaryTranslation
public import LanguageServices

/// A dictionary in some format, to be read from its beginning to its end.
public protocol DictionarySource: Sendable {
    /// What it says of itself.
    var info: DictionaryInfo { get }

    /// Reads all entries, in the order in which they are to count as the dictionary's own.
    ///
    /// What is damaged in one entry is skipped and counted; what is damaged in the file as a whole is an error.
    ///
    /// - Parameters:
    ///   - progress: Told now and then how much has been read, from 0 to 1.
    ///   - entry: Told of each entry.
    /// - Returns: What was left out.
    /// - Throws: `ServiceError` when the file cannot be read or is not what it should be, and what `entry` throws.
    func read(progress: (Double) -> Void, entry: (TranslationEntry) throws -> Void) throws -> DictionaryReadReport
}

/// What became of the entries of a dictionary that was read.
public struct DictionaryReadReport: Sendable, Hashable, Codable {
    /// Entries that were read.
    public var entries: Int
    /// Entries in which no translation was found; they are not among ``entries``.
    public var withoutTranslation: Int
    /// Entries that could not be read, and were skipped.
    public var damaged: Int
    /// What was wrong with the first of the damaged ones.
    public var firstDamage: String?

    /// Creates a report.
    public init(entries: Int = 0, withoutTranslation: Int = 0, damaged: Int = 0, firstDamage: String? = nil) {
        self.entries = entries
        self.withoutTranslation = withoutTranslation
        self.damaged = damaged
        self.firstDamage = firstDamage
    }
}

extension DictionaryReadReport {
    /// Hands an entry on, and counts it; one without a translation is counted only.
    mutating func take(_ value: TranslationEntry?, _ entry: (TranslationEntry) throws -> Void) rethrows {
        guard let value, value.senses.contains(where: { !$0.translations.isEmpty }) else {
            withoutTranslation += 1
            return
        }
        entries += 1
        try entry(value)
    }

    /// Counts what could not be read.
    mutating func skip(_ reason: @autoclosure () -> String, count: Int = 1) {
        guard count > 0 else { return }
        damaged += count
        firstDamage = firstDamage ?? reason()
    }
}

/// A format in which dictionaries are handed on.
public enum DictionaryFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// The dictionary server's: `.index` and `.dict` or `.dict.dz` (RFC 2229).
    case dictd
    /// StarDict's: `.ifo`, `.idx` and `.dict` or `.dict.dz`, perhaps `.syn`.
    case stardict
    /// EDICT, Japanese–English, one entry a line.
    case edict
    /// CC-CEDICT, Chinese–English, one entry a line.
    case cedict
    /// A table with tabs between the columns.
    case tsv
    /// A table with commas or semicolons between the columns.
    case csv
}

/// What the user says of a dictionary that is read; each of these goes before what the dictionary says of itself.
public struct DictionaryOptions: Sendable, Hashable {
    /// The name to install it under.
    public var name: String?
    /// The language of the headwords.
    public var source: LanguageTag?
    /// The language of the translations.
    public var target: LanguageTag?
    /// The format, when it cannot be seen.
    public var format: DictionaryFormat?
    /// The title, for people.
    public var title: String?
    /// The licence.
    public var licence: String?

    /// Creates options.
    public init(
        name: String? = nil,
        source: LanguageTag? = nil,
        target: LanguageTag? = nil,
        format: DictionaryFormat? = nil,
        title: String? = nil,
        licence: String? = nil
    ) {
        self.name = name
        self.source = source
        self.target = target
        self.format = format
        self.title = title
        self.licence = licence
    }
}
