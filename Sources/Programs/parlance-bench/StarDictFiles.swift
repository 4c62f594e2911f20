import DictionaryTranslation
import LanguageServices
import Platform

/// Writes a dictionary in StarDict's format, so that sdcv has the same words and entries.
enum StarDictFiles {
    static func write(_ index: DictionaryIndex, to stem: String) throws {
        var words: [(key: [UInt8], word: [UInt8], offset: Int, length: Int)] = []
        var file = try AtomicFile(path: stem + ".dict")
        var pending: [UInt8] = []
        var offset = 0
        try index.forEachEntry { entry in
            let word = Array(entry.headword.utf8)
            guard !word.isEmpty, word.count < 256, !word.contains(0) else { return }
            let article = text(entry)
            let bytes = Array(article.utf8)
            words.append((word.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }, word, offset, bytes.count))
            pending += bytes
            offset += bytes.count
            if pending.count > 1 << 20 {
                try file.write(pending)
                pending.removeAll(keepingCapacity: true)
            }
        }
        try file.write(pending)
        try file.commit()
        words.sort {
            if $0.key != $1.key { return $0.key.lexicographicallyPrecedes($1.key) }
            return $0.word != $1.word ? $0.word.lexicographicallyPrecedes($1.word) : $0.offset < $1.offset
        }
        var list: [UInt8] = []
        for entry in words {
            list += entry.word
            list.append(0)
            for number in [entry.offset, entry.length] {
                withUnsafeBytes(of: UInt32(truncatingIfNeeded: number).bigEndian) { list.append(contentsOf: $0) }
            }
        }
        try AtomicFile.write(list, to: stem + ".idx")
        let description = """
            StarDict's dict ifo file
            version=2.4.2
            bookname=benchmark
            wordcount=\(words.count)
            idxfilesize=\(list.count)
            sametypesequence=m

            """
        try AtomicFile.write(Array(description.utf8), to: stem + ".ifo")
    }

    /// An entry as text, with all that is in it.
    static func text(_ entry: TranslationEntry) -> String {
        var lines = [entry.pronunciations.map { "/\($0)/" }.joined(separator: " ")]
        lines[0] += entry.partsOfSpeech.map { " <\($0.rawValue)>" }.joined()
        for sense in entry.senses {
            lines.append(sense.translations.map(\.text).joined(separator: ", "))
            for example in sense.examples { lines.append("  \"\(example.text)\" - \(example.translation ?? "")") }
        }
        if !entry.seeAlso.isEmpty { lines.append("see: " + entry.seeAlso.joined(separator: ", ")) }
        return (lines + entry.notes).joined(separator: "\n")
    }
}
