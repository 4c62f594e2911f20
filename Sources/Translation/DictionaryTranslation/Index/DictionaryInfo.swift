public import LanguageServices

/// The description of a dictionary.
public struct DictionaryInfo: Sendable, Hashable, Codable {
    /// The name under which it is installed: `freedict-eng-deu`. At most 100 letters, digits, `.`, `_` and `-`.
    public var name: String

    /// The display title.
    public var title: String

    /// The language of the headwords.
    public var source: LanguageTag

    /// The language of the translations.
    public var target: LanguageTag

    /// The format from which it was imported: `dictd`, `stardict`, `edict`, `cedict`, `tsv`, `csv`.
    public var format: String

    /// The licence as stated by the dictionary; empty if none is stated.
    public var licence: String

    /// The author or source to credit, and where to find it.
    public var attribution: String

    /// The version or date as stated by the dictionary.
    public var version: String

    /// The number of entries; 0 if the dictionary has not been read yet.
    public var entryCount: Int

    /// Creates a description.
    public init(
        name: String,
        title: String = "",
        source: LanguageTag,
        target: LanguageTag,
        format: String,
        licence: String = "",
        attribution: String = "",
        version: String = "",
        entryCount: Int = 0
    ) {
        self.name = name
        self.title = title
        self.source = source
        self.target = target
        self.format = format
        self.licence = licence
        self.attribution = attribution
        self.version = version
        self.entryCount = entryCount
    }
}

/// Encodes and decodes a dictionary's description in an index.
package enum InfoCoding {
    package static func encoded(_ info: DictionaryInfo) -> [UInt8] {
        var writer = ByteWriter()
        writer.word64(0)
        writer.texts([
            info.name, info.title, info.source.text, info.target.text, info.format, info.licence, info.attribution,
            info.version,
        ])
        writer.number(info.entryCount)
        writer.seal()
        return writer.bytes
    }

    /// The description, or `nil` if it is damaged.
    static func read(_ bytes: UnsafeRawBufferPointer) -> DictionaryInfo? {
        guard bytes.isSealed else { return nil }
        var reader = ByteReader(bytes, at: 8)
        let texts = reader.texts()
        let count = reader.number()
        guard !reader.hasFailed, texts.count == 8, let source = LanguageTag(texts[2]),
            let target = LanguageTag(texts[3])
        else { return nil }
        return DictionaryInfo(
            name: texts[0],
            title: texts[1],
            source: source,
            target: target,
            format: texts[4],
            licence: texts[5],
            attribution: texts[6],
            version: texts[7],
            entryCount: count
        )
    }
}
