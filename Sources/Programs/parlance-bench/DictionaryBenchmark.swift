import DictionaryImport
import DictionaryTranslation
import Language
import LanguageServices
import Platform

/// Looks up words in FreeDict's German–English dictionary, compared with sdcv, dictd and an in-memory Python
/// dictionary, over the same words.
struct DictionaryBenchmark {
    let folder: String

    private static let stem = "/usr/share/dictd/freedict-deu-eng"
    private static let rounds = 10
    /// The number of words for a peer that starts once per word.
    private static let sample = 200

    func run() async throws {
        guard WholeFile.exists(Self.stem + ".index") else {
            return Report.skipped("German to English words", "the package dict-freedict-deu-eng is not installed")
        }
        let library = DictionaryLibrary(folder: folder + "/dictionaries")
        let source = try DictionaryOpening.open(path: Self.stem + ".index")
        let begin = ContinuousClock.now
        let info = try library.importDictionary(source).dictionary.info
        let importing = ContinuousClock.now - begin
        Report.title("German to English, \(info.entryCount) entries")
        Report.line("parlance: import", importing, count: info.entryCount, unit: "entries")
        try Report.measure("parlance: open", count: 1, unit: "times") { _ = try library.open(info.name) }
        let index = try library.open(info.name)
        let words = try SampledWords(index)
        try await ours(index, words)
        let best = try fastest(index, words.few, times: 100)
        try python(index, words, best)
        try sdcv(index, words, best)
        try dictd(words, best)
        try start(words)
    }

    // MARK: This package

    private func ours(_ index: DictionaryIndex, _ words: SampledWords) async throws {
        let folding = HeadwordFolding(language: "de")
        let before = Memory.resident()
        let alone = try fastest(index, words.few, times: 100)
        Report.line("parlance: 2,000 words", alone, count: words.few.count, unit: "words")
        let records = try Report.best(of: Self.rounds) {
            for word in words.few { _ = try index.record(key: folding.key(word)) }
        }
        Report.line("parlance: the same, whole records", records, count: words.few.count, unit: "words")
        let many = try fastest(index, words.many, times: 1)
        Report.line("parlance: \(words.many.count) words, each once", many, count: words.many.count, unit: "words")
        let after = Memory.resident()
        Report.note(
            "memory of all these lookups beyond the mapped file: \(max(0, after.anonymous - before.anonymous)) KiB"
        )
        let copies = (0..<2).map { _ in words.many.map { String(decoding: Array($0.utf8), as: UTF8.self) } }
        var both = Duration.seconds(3600)
        for _ in 0..<Self.rounds {
            both = min(both, try await ContinuousClock().measure { try await Self.twice(index, copies, folding) })
        }
        Report.line("parlance: the same in two concurrent threads", both, count: 2 * words.many.count, unit: "words")
        Report.ratio("two threads are faster than one by", both, many + many, goal: "the ratio of two processes")
        try words.write(to: folder)
        let list = folder + "/many.txt"
        let inOne = try LookupLoop.processes(1, index: index.path, words: list, folder: folder)
        let inTwo = try LookupLoop.processes(2, index: index.path, words: list, folder: folder)
        Report.ratio(
            "two processes are faster than one by",
            inTwo,
            inOne + inOne,
            goal: "2 if two processors are available"
        )
    }

    /// The time to look up all words once: the best of several rounds, each with several passes.
    private func fastest(_ index: DictionaryIndex, _ words: [String], times: Int) throws -> Duration {
        let folding = HeadwordFolding(language: "de")
        return try Report.best(of: Self.rounds) { for _ in 0..<times { try LookupLoop.look(index, words, folding) } }
            / times
    }

    // MARK: Peers

    private func python(_ index: DictionaryIndex, _ words: SampledWords, _ ours: Duration) throws {
        guard let python = try? RunningProgram.find("python3") else {
            return Report.skipped("Python", "not installed")
        }
        let result = folder + "/python.txt"
        try RunningProgram.run(python, ["-c", Self.script, folder, result])
        let text = String(decoding: try WholeFile.read(result, limit: 1 << 10), as: UTF8.self)
        let times = text.split(separator: "\n").compactMap { Double($0) }.map { Duration.seconds($0) }
        guard times.count == 4 else {
            throw BenchmarkFailure(description: "cannot parse Python's output: \(text)")
        }
        let many = try fastest(index, words.many, times: 1)
        Report.line("Python: 2,000 words, entries in memory", times[0], count: words.few.count, unit: "words")
        Report.line("Python: \(words.many.count) words, each once", times[2], count: words.many.count, unit: "words")
        Report.line("Python: 2,000 words, dict.get alone", times[1], count: words.few.count, unit: "words")
        Report.line("Python: dict.get alone, each once", times[3], count: words.many.count, unit: "words")
        Report.ratio("faster than Python in memory, 2,000 words", ours, times[0], goal: "at least 2")
        Report.ratio("faster than Python in memory, each once", many, times[2], goal: "at least 2")
        Report.ratio("faster than dict.get alone, 2,000 words", ours, times[1], goal: "none, for comparison")
        Report.ratio("faster than dict.get alone, each once", many, times[3], goal: "none, for comparison")
    }

    /// All texts in one byte string, and a dict from each word to the offsets of its entries: the fastest method in
    /// Python. For comparison, it also measures the bare lookup of words spelled like their headword, without reading
    /// the texts.
    private static let script = """
        import sys, time
        folder, result = sys.argv[1:]
        places, text = {}, bytearray()
        for line in open(folder + "/table.tsv", "rb"):
            word, entry = line.rstrip(b"\\n").split(b"\\t")
            places.setdefault(word.decode(), []).append((len(text), len(entry)))
            text += entry
        text = bytes(text)
        def entries(words):
            found = 0
            for word in words:
                if [text[offset:offset + length].decode() for offset, length in places.get(word, ())]:
                    found += 1
        def alone(words):
            found = 0
            for word in words:
                if places.get(word) is not None:
                    found += 1
        times = []
        for name, repeats in (("few", 100), ("many", 1)):
            words = open(folder + "/" + name + ".txt", encoding="utf-8").read().splitlines()
            for look in (entries, alone):
                best = 3600
                for _ in range(10):
                    start = time.perf_counter()
                    for _ in range(repeats):
                        look(words)
                    best = min(best, (time.perf_counter() - start) / repeats)
                times.append(best)
        open(result, "w").write("".join("%.9f\\n" % time for time in times))
        """

    private func sdcv(_ index: DictionaryIndex, _ words: SampledWords, _ ours: Duration) throws {
        guard let sdcv = try? RunningProgram.find("sdcv") else {
            return Report.skipped("sdcv", "not installed")
        }
        let data = folder + "/stardict"
        try Folder.make(data)
        try StarDictFiles.write(index, to: data + "/deu-eng")
        // Dictionaries are distributed in this format. Without dictzip, they remain uncompressed, which makes sdcv
        // faster.
        if let dictzip = try? RunningProgram.find("dictzip") {
            try RunningProgram.run(dictzip, [data + "/deu-eng.dict"])
        } else {
            Report.note("sdcv's dictionary is not compressed: the package dictzip is not installed")
        }
        let options = ["-n", "-e", "-j", "--utf8-input", "--utf8-output", "--data-dir", data]
        let batch = try Report.best(of: 3) { try RunningProgram.run(sdcv, options + words.few) }
        Report.line("sdcv: 2,000 words as arguments", batch, count: words.few.count, unit: "words")
        let few = words.few.prefix(Self.sample)
        try Report.measure("sdcv: one process per word, \(Self.sample) words", count: few.count, unit: "words") {
            for word in few { try RunningProgram.run(sdcv, options + [word]) }
        }
        Report.ratio("faster than sdcv with all words in one call", ours, batch, goal: "at least 150")
    }

    private func dictd(_ words: SampledWords, _ ours: Duration) throws {
        guard let dictd = DictdPeer(folder: folder) else { return Report.skipped("dictd", "not installed") }
        let theirs = try dictd.time(for: words.few, stem: Self.stem)
        Report.line("dictd: 2,000 words in one session", theirs, count: words.few.count, unit: "words")
        Report.ratio("faster than dictd with all words in one session", ours, theirs, goal: "none, for comparison")
    }

    private func start(_ words: SampledWords) throws {
        let parlance = try RunningProgram.parlance()
        guard let sdcv = try? RunningProgram.find("sdcv"),
            (try? RunningProgram.run(parlance, ["help", "translate"], isQuiet: true)) != nil
        else { return Report.skipped("start to answer", "sdcv or the command 'translate' is missing") }
        let list = words.found.prefix(50)
        setenv("XDG_DATA_HOME", folder + "/home", 1)
        try Folder.make(folder + "/home/parlance")
        setenv("XDG_CACHE_HOME", folder + "/cache", 1)
        guard rename(folder + "/dictionaries", folder + "/home/parlance/dictionary-indexes") == 0 else {
            throw BenchmarkFailure(description: "cannot move the dictionary")
        }
        // Compiles the starter dictionaries once, outside the measured runs.
        try RunningProgram.run(parlance, ["translate", "--from", "de", "--to", "en", "--", "Haus"])
        let theirs = try Report.measure("sdcv: start to answer", count: list.count, unit: "runs") {
            for word in list {
                try RunningProgram.run(sdcv, ["-n", "-e", "--utf8-output", "--data-dir", folder + "/stardict", word])
            }
        }
        let ours = try Report.measure("parlance translate: start to answer", count: list.count, unit: "runs") {
            for word in list {
                try RunningProgram.run(parlance, ["translate", "--from", "de", "--to", "en", "--", word])
            }
        }
        Report.ratio("parlance takes", theirs, ours, goal: "at most 1.5")
    }

    /// Looks up the same words in two threads, each with its own strings. Otherwise the shared reference counts would
    /// move between processor caches and distort the measurement.
    private static func twice(_ index: DictionaryIndex, _ words: [[String]], _ folding: HeadwordFolding) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for words in words { group.addTask { try LookupLoop.look(index, words, folding) } }
            try await group.waitForAll()
        }
    }
}

/// Looks up words in a separate process, as `--look-up`, to compare two processes with two threads.
enum LookupLoop {
    /// The number of times that all words are looked up; the best time is reported.
    static let rounds = 10

    /// Looks up the lines of `words` in an index, and writes the time of the fastest round, in seconds, to `result`.
    static func run(index: String, words: String, result: String) throws {
        let index = try DictionaryIndex(path: index)
        let words = try TextLines.of(words).map(String.init)
        let folding = HeadwordFolding(language: "de")
        let best = try Report.best(of: rounds) { try look(index, words, folding) }
        try AtomicFile.write(Array("\(best / .seconds(1))\n".utf8), to: result)
    }

    /// Looks up words; at least 94 % must be found.
    static func look(_ index: DictionaryIndex, _ words: [String], _ folding: HeadwordFolding) throws {
        var found = 0
        for word in words where try index.bestTranslation(key: folding.key(word)) != nil { found += 1 }
        guard found * 100 >= words.count * 94 else {
            throw BenchmarkFailure(description: "only \(found) of \(words.count) words were found")
        }
    }

    /// The time of the slowest of several processes that run this lookup concurrently.
    static func processes(_ count: Int, index: String, words: String, folder: String) throws -> Duration {
        let script = "for number in $(seq \(count)); do \"$0\" --look-up \"$1\" \"$2\" \"$3/look-$number\" & done; wait"
        try RunningProgram.run("/bin/sh", ["-c", script, try RunningProgram.own(), index, words, folder])
        var slowest = Duration.zero
        for number in 1...count {
            let text = String(decoding: try WholeFile.read("\(folder)/look-\(number)", limit: 100), as: UTF8.self)
            guard let seconds = Double(text.filter { !$0.isWhitespace }) else {
                throw BenchmarkFailure(description: "cannot parse the output of a lookup process: '\(text)'")
            }
            slowest = max(slowest, .seconds(seconds))
        }
        return slowest
    }
}

/// The dictionary server dictd, with the same dictionary. It reads all requests from one file, which is faster than any
/// network, and writes its answers to another.
struct DictdPeer {
    let folder: String
    private let program: String

    /// Finds the program; `nil` if it is not installed.
    init?(folder: String) {
        self.folder = folder
        let found = (try? RunningProgram.find("dictd")) ?? "/usr/sbin/dictd"
        guard WholeFile.exists(found) else { return nil }
        program = found
    }

    /// The time to look up words, excluding the start of the server.
    ///
    /// - Parameters:
    ///   - stem: The dictionary's path without its extension.
    ///   - words: The words; the dictionary need not contain all of them.
    func time(for words: [String], stem: String) throws -> Duration {
        let configuration = "database peer {\n data \"\(stem).dict.dz\"\n index \"\(stem).index\"\n}\n"
        try AtomicFile.write(Array(configuration.utf8), to: folder + "/dictd.conf")
        // When started by root, dictd switches to another user, who needs access to its configuration.
        chmod(folder, 0o711)
        chmod(folder + "/dictd.conf", 0o644)
        try write([], to: "none")
        try write(words, to: "all")
        var start = Duration.seconds(3600)
        var all = start
        for _ in 0..<3 {
            start = min(start, try ask("none"))
            all = min(all, try ask("all"))
        }
        let answers = try WholeFile.read(folder + "/all.answers", limit: 1 << 30)
        guard answers.count > words.count * 20 else {
            throw BenchmarkFailure(description: "dictd does not respond")
        }
        return all - start
    }

    private func write(_ words: [String], to name: String) throws {
        let lines = words.filter { !$0.contains("\"") }.map { "DEFINE peer \"\($0)\"\r\n" }
        let text = "CLIENT parlance-bench\r\n" + lines.joined() + "QUIT\r\n"
        try AtomicFile.write(Array(text.utf8), to: "\(folder)/\(name).requests")
    }

    private func ask(_ name: String) throws -> Duration {
        // `-i` is inetd mode: requests come from standard input.
        let script = "exec \"$0\" -i -c \"$1/dictd.conf\" < \"$1/$2.requests\" > \"$1/$2.answers\""
        return try ContinuousClock().measure {
            try RunningProgram.run("/bin/sh", ["-c", script, program, folder, name])
        }
    }
}

/// Writes a dictionary in StarDict format, so sdcv has the same words and entries.
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

    /// The complete content of an entry as text.
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
