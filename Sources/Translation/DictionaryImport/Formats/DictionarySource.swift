public import DictionaryTranslation
public import LanguageServices

/// A dictionary in some format, read sequentially from beginning to end.
public protocol DictionarySource: Sendable {
    /// The description of the dictionary.
    var info: DictionaryInfo { get }

    /// Reads all entries; the dictionary keeps their order.
    ///
    /// Damaged entries are skipped and counted. If the file as a whole is damaged, an error is thrown.
    ///
    /// - Parameters:
    ///   - progress: Called periodically with the fraction read, from 0 to 1.
    ///   - entry: Called with each entry.
    /// - Returns: The counts of entries read and skipped.
    /// - Throws: `ServiceError` if the file cannot be read or is invalid, or an error thrown by `entry`.
    func read(progress: (Double) -> Void, entry: (TranslationEntry) throws -> Void) throws -> DictionaryReadReport
}

/// The numbers of dictionary entries that were read and skipped.
public struct DictionaryReadReport: Sendable, Hashable, Codable {
    /// The number of entries that were read.
    public var entries: Int
    /// The number of entries without a translation, not included in ``entries``.
    public var withoutTranslation: Int
    /// The number of entries that could not be read and were skipped.
    public var damaged: Int
    /// The error for the first damaged entry.
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
    /// Passes an entry to the closure and counts it. An entry without a translation is only counted.
    mutating func take(_ value: TranslationEntry?, _ entry: (TranslationEntry) throws -> Void) rethrows {
        guard let value, value.senses.contains(where: { !$0.translations.isEmpty }) else {
            withoutTranslation += 1
            return
        }
        entries += 1
        try entry(value)
    }

    /// Counts entries that could not be read.
    mutating func skip(_ reason: @autoclosure () -> String, count: Int = 1) {
        guard count > 0 else { return }
        damaged += count
        firstDamage = firstDamage ?? reason()
    }
}

/// A file format in which dictionaries are distributed.
public enum DictionaryFormat: String, Sendable, Hashable, Codable, CaseIterable {
    /// dictd: `.index` and `.dict` or `.dict.dz` (RFC 2229).
    case dictd
    /// StarDict: `.ifo`, `.idx` and `.dict` or `.dict.dz`, optionally `.syn`.
    case stardict
    /// EDICT, Japanese–English, one entry per line.
    case edict
    /// CC-CEDICT, Chinese–English, one entry per line.
    case cedict
    /// A table with tab-separated columns.
    case tsv
    /// A table with comma- or semicolon-separated columns.
    case csv
}

/// The user's options for reading a dictionary. Each option overrides the dictionary's own information.
public struct DictionaryOptions: Sendable, Hashable {
    /// The name under which the dictionary is installed.
    public var name: String?
    /// The language of the headwords.
    public var source: LanguageTag?
    /// The language of the translations.
    public var target: LanguageTag?
    /// The format, if it cannot be detected.
    public var format: DictionaryFormat?
    /// The display title.
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
