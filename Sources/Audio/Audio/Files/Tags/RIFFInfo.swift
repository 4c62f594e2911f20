import LanguageServices

/// The `INFO` list of a RIFF file (Microsoft and IBM, Multimedia Programming Interface and Data Specifications 1.0).
///
/// The format says nothing of the encoding of its texts; UTF-8 is what players of today expect.
enum RIFFInfo {
    /// The chunk, of an even length; empty when there are no tags.
    static func chunk(_ tags: SoundTags) -> [UInt8] {
        var list = Array("INFO".utf8)
        if let title = tags.writtenTitle { list += subchunk("INAM", title) }
        if let language = tags.language { list += subchunk("ILNG", language.text) }
        guard list.count > 4 else { return [] }
        return Array("LIST".utf8) + littleEndian(list.count) + list
    }

    private static func subchunk(_ name: String, _ text: String) -> [UInt8] {
        let body = Array(text.utf8) + [0]
        return Array(name.utf8) + littleEndian(body.count) + body + (body.count.isMultiple(of: 2) ? [] : [0])
    }

    private static func littleEndian(_ number: Int) -> [UInt8] {
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).littleEndian) { Array($0) }
    }
}
