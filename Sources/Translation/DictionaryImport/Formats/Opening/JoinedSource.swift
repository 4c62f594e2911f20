public import DictionaryTranslation
public import LanguageServices

/// Several dictionaries of one pair of languages as one, the entries of the first before those of the second.
public struct JoinedSource: DictionarySource {
    private let first: any DictionarySource
    private let second: any DictionarySource

    /// Joins two dictionaries.
    public init(_ first: any DictionarySource, _ second: any DictionarySource) {
        self.first = first
        self.second = second
    }

    /// What the second says of itself.
    public var info: DictionaryInfo { second.info }

    /// Reads the one, then the other.
    public func read(
        progress: (Double) -> Void,
        entry: (TranslationEntry) throws -> Void
    ) throws -> DictionaryReadReport {
        var report = try first.read(progress: { progress($0 / 2) }, entry: entry)
        let more = try second.read(progress: { progress(0.5 + $0 / 2) }, entry: entry)
        report.entries += more.entries
        report.withoutTranslation += more.withoutTranslation
        report.damaged += more.damaged
        report.firstDamage = report.firstDamage ?? more.firstDamage
        return report
    }
}
