import DictionaryTranslation
import LanguageServices
import Platform

/// Words of a dictionary, picked at random, always the same ones.
struct SampledWords {
    /// 2,000, of which 5 % are not in the dictionary.
    let few: [String]
    /// The few that are in it.
    let found: [String]
    /// All headwords, each once, mixed.
    let many: [String]

    /// Every entry: its headword, and what it says.
    private let table: [(word: String, text: String)]

    init(_ index: DictionaryIndex) throws {
        var table: [(word: String, text: String)] = []
        var distinct: [String] = []
        var seen: Set<String> = []
        try index.forEachEntry { entry in
            let text = StarDictFiles.text(entry).split(separator: "\n").joined(separator: " ")
            table.append((entry.headword, text.split(separator: "\t").joined(separator: " ")))
            guard !entry.headword.isEmpty,
                // What begins with a hyphen is an option to programs, and wildcards are none to dictionaries.
                entry.headword.utf8.count < 200, !entry.headword.hasPrefix("-"), !entry.headword.contains("*"),
                !entry.headword.contains("?"), !entry.headword.hasPrefix("/"), !entry.headword.hasPrefix("|"),
                !entry.headword.contains("\\"), seen.insert(entry.headword).inserted
            else { return }
            distinct.append(entry.headword)
        }
        self.table = table
        var generator = SplitMix64(seed: 1)
        distinct.shuffle(using: &generator)
        many = distinct
        found = Array(distinct.prefix(1900))
        var few = found + distinct.prefix(100).map { "zzq" + $0 }
        few.shuffle(using: &generator)
        self.few = few
    }

    /// Writes the words and the whole table, for a peer.
    func write(to folder: String) throws {
        try AtomicFile.write(Array((few.joined(separator: "\n") + "\n").utf8), to: folder + "/few.txt")
        try AtomicFile.write(Array((many.joined(separator: "\n") + "\n").utf8), to: folder + "/many.txt")
        let lines = table.map { "\($0.word)\t\($0.text)\n" }.joined()
        try AtomicFile.write(Array(lines.utf8), to: folder + "/table.tsv")
    }
}
