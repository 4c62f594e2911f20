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
