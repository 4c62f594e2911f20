public import LanguageServices

/// What a dictionary says of itself.
public struct DictionaryInfo: Sendable, Hashable, Codable {
    /// The name under which it is installed: `freedict-eng-deu`. Letters, digits, `.`, `_`, `-`; at most 100 of them.
    public var name: String

    /// Its title, for people.
    public var title: String

    /// The language of its headwords.
    public var source: LanguageTag

    /// The language of its translations.
    public var target: LanguageTag

    /// The format it was read from: `dictd`, `stardict`, `edict`, `cedict`, `tsv`, `csv`.
    public var format: String

    /// Its licence, as it states it; empty when it states none.
    public var licence: String

    /// Whom to name as the author or source, and where it is found.
    public var attribution: String

    /// Its version or date, as it states it.
    public var version: String

    /// How many entries it has; 0 before it has been read.
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

/// How the description of a dictionary is written in an index.
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

    /// The description, or `nil` when it is damaged.
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
