import DictionaryTranslation
import LanguageServices
import Platform
import SentenceChecks
import TemplateSentences

/// A tool for authors of sentence templates: it reports errors in a folder and words with too few sentences, and
/// prints sample sentences.
enum SentenceSampling {
    /// Runs the tool.
    ///
    /// - Returns: The exit status: 0 for no findings, 1 for findings, 2 for invalid arguments.
    static func run(_ arguments: [String]) -> Int32 {
        guard let options = Options(arguments) else {
            Report.fail(
                "sentence-sample --folder DIR [--check] [--pos n] [--word w] [--count 300] [--seed s] [--level A2]"
                    + " [--fewest 5] [--language en] [--starter words.tsv]"
            )
            return 2
        }
        do {
            return try run(options)
        } catch {
            Report.fail("\(error)")
            return 1
        }
    }

    private static func run(_ options: Options) throws -> Int32 {
        let folder = try DataFolder(path: options.folder, language: options.language)
        for problem in folder.problems { print(problem.description) }
        var isWrong = !folder.problems.isEmpty
        guard let writer = SentenceWriter(folder.data) else { return 1 }
        let rows = writer.rows
        let wanted = rows.indices.filter { place in
            (options.part.map { $0 == rows[place].label } ?? true)
                && (options.word.map { $0.lowercased() == rows[place].headword.lowercased() } ?? true)
        }
        if options.isChecking {
            let check = DataCheck(folder.data)
            for problem in check.problems { print(problem.description) }
            isWrong = isWrong || !check.problems.isEmpty
            for place in wanted {
                let count = writer.samples(row: place, count: options.fewest, level: options.level, seed: 1).count
                guard count < options.fewest else { continue }
                isWrong = true
                print("too few: \(title(rows[place])) has \(count) of \(options.fewest) sentences")
            }
            isWrong = inspect(writer, wanted, options) || isWrong
            isWrong = try missing(options, rows) || isWrong
            print("\(rows.count) words, \(folder.data.templateCount) templates")
        }
        if options.count > 0 { sample(writer, wanted, options) }
        return isWrong ? 1 : 0
    }

    /// Validates the first sentences of each word in the same way as a language model's answer.
    private static func inspect(_ writer: SentenceWriter, _ wanted: [Int], _ options: Options) -> Bool {
        let rows = writer.rows
        var found = false
        for place in wanted {
            let inspection = SentenceInspection(
                word: rows[place].headword,
                language: options.language,
                partOfSpeech: writer.partOfSpeech(row: place),
                forms: writer.knownForms(row: place)
            )
            for sample in writer.samples(row: place, count: 3, level: options.level, seed: options.seed) {
                do throws(SentenceFault) {
                    _ = try inspection.inspect(sample.text)
                } catch {
                    found = true
                    print("doubtful: \(title(rows[place])): \(sample.text) -- \(error.reason)")
                }
            }
        }
        return found
    }

    /// Prints the rows of the starter dictionary that are missing from the lexicon.
    private static func missing(_ options: Options, _ rows: [SentenceWriter.Row]) throws -> Bool {
        guard let path = options.starter, WholeFile.exists(path) else { return false }
        let known = Set(rows)
        let bytes = try WholeFile.read(path, limit: 1 << 26)
        var found = false
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
            guard cells.count >= 4, cells[0] != "headword" else { continue }
            let row = SentenceWriter.Row(headword: cells[0], label: cells[1], sense: cells[3].isEmpty ? nil : cells[3])
            guard !known.contains(row), options.part.map({ $0 == row.label }) ?? true else { continue }
            guard options.word.map({ $0.lowercased() == row.headword.lowercased() }) ?? true else { continue }
            found = true
            print("missing: \(title(row))")
        }
        return found
    }

    private static func sample(_ writer: SentenceWriter, _ wanted: [Int], _ options: Options) {
        let rows = writer.rows
        guard !wanted.isEmpty else { return }
        var random = SplitMix64(seed: options.seed)
        // Several sentences per word if there are few words, and one each if there are many.
        let each = max(1, (options.count + wanted.count - 1) / wanted.count)
        let isOrdered = wanted.count <= 20
        let chosen = isOrdered ? wanted : Array(wanted.shuffled(using: &random).prefix(options.count))
        for place in chosen {
            var samples = writer.samples(
                row: place,
                count: isOrdered ? each : 12,
                level: options.level,
                seed: options.seed
            )
            if !isOrdered { samples = samples.randomElement(using: &random).map { [$0] } ?? [] }
            for sample in samples { print("\(title(rows[place])) \(sample.level.rawValue): \(sample.text)") }
        }
    }

    private static func title(_ row: SentenceWriter.Row) -> String {
        "\(row.headword) [\(row.label)\(row.sense.map { " " + $0 } ?? "")]"
    }

    private struct Options {
        var folder = ""
        var isChecking = false
        var part: String?
        var word: String?
        var count = 300
        var seed: UInt64 = 0
        var level: LearnerLevel?
        var fewest = 5
        var language: LanguageTag
        var starter: String?

        init?(_ arguments: [String]) {
            guard let english = LanguageTag("en") else { return nil }
            language = english
            var rest = arguments[...]
            while let name = rest.popFirst() {
                if name == "--check" {
                    isChecking = true
                    continue
                }
                guard let value = rest.popFirst() else { return nil }
                switch name {
                case "--folder": folder = value
                case "--pos": part = value
                case "--word": word = value
                case "--count": count = Int(value) ?? -1
                case "--seed": seed = UInt64(value) ?? 0
                case "--level":
                    guard let known = LearnerLevel(rawValue: value) else { return nil }
                    level = known
                case "--fewest": fewest = Int(value) ?? -1
                case "--language":
                    guard let tag = LanguageTag(value) else { return nil }
                    language = tag
                case "--starter": starter = value
                default: return nil
                }
            }
            guard !folder.isEmpty, count >= 0, fewest >= 0 else { return nil }
            if starter == nil { starter = "\(folder)/../../en-es/words.tsv" }
        }
    }
}

/// A random but reproducible selection of words from a dictionary.
struct SampledWords {
    /// 2,000 words, of which 5 % are not in the dictionary.
    let few: [String]
    /// The words in `few` that are in the dictionary.
    let found: [String]
    /// All headwords, each once, shuffled.
    let many: [String]

    /// Every entry: its headword and its text.
    private let table: [(word: String, text: String)]

    init(_ index: DictionaryIndex) throws {
        var table: [(word: String, text: String)] = []
        var distinct: [String] = []
        var seen: Set<String> = []
        try index.forEachEntry { entry in
            let text = StarDictFiles.text(entry).split(separator: "\n").joined(separator: " ")
            table.append((entry.headword, text.split(separator: "\t").joined(separator: " ")))
            guard !entry.headword.isEmpty,
                // Programs treat words with a leading hyphen as options, and dictionary servers treat some signs as
                // wildcards.
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

    /// Writes the words and the whole table for a peer.
    func write(to folder: String) throws {
        try AtomicFile.write(Array((few.joined(separator: "\n") + "\n").utf8), to: folder + "/few.txt")
        try AtomicFile.write(Array((many.joined(separator: "\n") + "\n").utf8), to: folder + "/many.txt")
        let lines = table.map { "\($0.word)\t\($0.text)\n" }.joined()
        try AtomicFile.write(Array(lines.utf8), to: folder + "/table.tsv")
    }
}
