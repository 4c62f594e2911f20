import DictionaryTranslation
import LanguageServices
import Platform

/// Decks of words of a dictionary, always the same ones.
struct DeckFiles {
    /// Different words, mixed.
    private let words: [String]

    init(_ index: DictionaryIndex) throws {
        words = try SampledWords(index).many.filter { !$0.contains("\"") && !$0.contains("\t") && !$0.contains("#") }
    }

    /// Writes a table of a column of words and an empty one; 60 % of the words are different ones, the others come again.
    ///
    /// Where the dictionary has too few, words are written in capitals as well, which finds them too.
    func write(rows: Int, to path: String) throws {
        var list: [String] = []
        list.reserveCapacity(rows)
        let different = rows * 3 / 5
        list += words.prefix(different)
        list += words.prefix(different - list.count).map { $0.uppercased() }
        var random = SplitMix64(seed: 7)
        let known = list.count
        guard known > 0 else { throw BenchmarkFailure(description: "the dictionary has no words") }
        while list.count < rows { list.append(list[Int.random(in: 0..<known, using: &random)]) }
        list.shuffle(using: &random)
        var file = try AtomicFile(path: path)
        try file.write(Array("front\tback\n".utf8))
        var block: [UInt8] = []
        for word in list {
            block.append(contentsOf: word.utf8)
            block.append(contentsOf: [0x09, 0x0A])
            if block.count > 1 << 20 {
                try file.write(block)
                block.removeAll(keepingCapacity: true)
            }
        }
        try file.write(block)
        try file.commit()
    }

    /// Writes a table of all words, each once, and an empty column.
    func writeWords(to path: String) throws {
        let lines = ["front\tback\n"] + words.map { "\($0)\t\n" }
        try AtomicFile.write(Array(lines.joined().utf8), to: path)
    }
}
