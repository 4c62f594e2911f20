import DictionaryTranslation
import Files
import LanguageServices

/// Words of a dictionary, picked at random, always the same ones.
struct SampledWords {
    /// 2,000, of which 5 % are not in the dictionary.
    let few: [String]
    /// The few that are in it.
    let found: [String]
    /// All headwords, each once, mixed.
    let many: [String]

    private let table: [(word: String, translation: String)]

    init(_ index: DictionaryIndex) throws {
        var table: [(word: String, translation: String)] = []
        var seen: Set<String> = []
        try index.forEachEntry { entry in
            guard let word = entry.senses.first?.translations.first?.text, !entry.headword.isEmpty,
                // What begins with a hyphen is an option to programs, and wildcards are none to dictionaries.
                entry.headword.utf8.count < 200, !entry.headword.hasPrefix("-"), !entry.headword.contains("*"),
                !entry.headword.contains("?"), !entry.headword.hasPrefix("/"), !entry.headword.hasPrefix("|"),
                !entry.headword.contains("\\"), seen.insert(entry.headword).inserted
            else { return }
            table.append((entry.headword, word))
        }
        var generator = Generator(state: 1)
        table.shuffle(using: &generator)
        self.table = table
        many = table.map(\.word)
        found = table.prefix(1900).map(\.word)
        var few = found + table.prefix(100).map { "zzq" + $0.word }
        few.shuffle(using: &generator)
        self.few = few
    }

    /// Writes the words and the whole table, for a peer.
    func write(to folder: String) throws {
        try AtomicFile.write(Array((few.joined(separator: "\n") + "\n").utf8), to: folder + "/few.txt")
        try AtomicFile.write(Array((many.joined(separator: "\n") + "\n").utf8), to: folder + "/many.txt")
        let lines = table.map { "\($0.word)\t\($0.translation)\n" }.joined()
        try AtomicFile.write(Array(lines.utf8), to: folder + "/table.tsv")
    }

    private struct Generator: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var mixed = state
            mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
            mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
            return mixed ^ (mixed >> 31)
        }
    }
}
