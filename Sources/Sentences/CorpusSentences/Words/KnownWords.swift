import Language
import LanguageServices
import Platform

/// The starter dictionaries' data about the words of a language: levels and parts of speech.
struct KnownWords: Sendable {
    /// The data about a word.
    struct Word: Sendable, Hashable {
        /// The lowest level at which it is learned.
        var level: LearnerLevel?
        /// The parts of speech.
        var kinds: Set<PartOfSpeech>
    }

    /// The words by their keys.
    private(set) var words: [String: Word] = [:]

    /// The maximum size of a table, in bytes; a larger file is not a valid table.
    private static let maximumTableSize = 16 << 20

    /// Creates an empty list.
    init() {}

    /// Reads the table for a language. If there is none, the list is empty.
    ///
    /// - Parameters:
    ///   - folder: The folder that contains the starter dictionaries.
    ///   - language: The language of the words.
    init(folder: String?, language: LanguageTag) {
        guard let path = Self.table(folder: folder, language: language),
            let bytes = try? WholeFile.read(path, limit: Self.maximumTableSize)
        else { return }
        let isEnglish = language.language == "en"
        let folding = HeadwordFolding(language: language.text)
        var columns: [Substring] = []
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) where !line.hasPrefix("#")
        {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard !columns.isEmpty else {
                columns = cells
                continue
            }
            func cell(_ name: String) -> Substring {
                columns.firstIndex(of: Substring(name)).flatMap { $0 < cells.count ? cells[$0] : nil } ?? ""
            }
            let kind = Self.kinds[String(cell("pos"))]
            let level = LearnerLevel(rawValue: String(cell("level")))
            guard !isEnglish else {
                add(String(cell("headword")), kind, level, folding)
                continue
            }
            for (position, translation) in cell("translations").split(separator: ";").enumerated() {
                // Translations after the first one may be much rarer than the headword.
                add(Self.plain(translation), kind, position == 0 ? level : nil, folding)
            }
        }
    }

    /// The path of a language's table; `nil` if there is none.
    static func table(folder: String?, language: LanguageTag) -> String? {
        guard let folder else { return nil }
        // All tables contain the same English words with the same levels.
        let names = language.language == "en" ? ["en-es", "en-de", "en-fr"] : ["en-\(language.language)"]
        return names.map { "\(folder)/\($0)/words.tsv" }.first(where: WholeFile.exists)
    }

    /// The data about a word, looked up by its key.
    subscript(key: String) -> Word? { words[key] }

    /// Records a part of speech of a word, as stated by a source.
    mutating func note(_ key: String, is kind: PartOfSpeech) {
        words[key, default: Word(level: nil, kinds: [])].kinds.insert(kind)
    }

    private mutating func add(
        _ headword: String,
        _ kind: PartOfSpeech?,
        _ level: LearnerLevel?,
        _ folding: HeadwordFolding
    ) {
        guard !headword.isEmpty, !headword.contains(" ") else { return }
        var word = words[folding.key(headword)] ?? Word(level: level, kinds: [])
        if let level { word.level = min(word.level ?? level, level) }
        if let kind { word.kinds.insert(kind) }
        words[folding.key(headword)] = word
    }

    /// A translation without its gender and reading: `casa {f}`, `水 [みず]`.
    private static func plain(_ translation: Substring) -> String {
        let end = translation.firstIndex { "{[(".contains($0) } ?? translation.endIndex
        return translation[..<end].trimmingWhitespace()
    }

    private static let kinds: [String: PartOfSpeech] = [
        "n": .noun, "v": .verb, "adj": .adjective, "adv": .adverb, "prep": .preposition, "det": .determiner,
        "pron": .pronoun, "conj": .conjunction, "num": .numeral, "interj": .interjection, "part": .particle,
        "phr": .phrase, "propn": .properNoun,
    ]
}
