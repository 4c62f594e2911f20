import LanguageServices

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
        guard bytes.count >= 8,
            bytes.loadUnaligned(as: UInt64.self).littleEndian
                == IndexHash.of(UnsafeRawBufferPointer(rebasing: bytes[8...]))
        else { return nil }
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
