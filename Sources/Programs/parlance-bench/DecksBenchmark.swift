import Decks
import DictionaryImport
import DictionaryTranslation
import JSON
import LanguageServices
import Platform
import Synchronization

/// Fills decks from FreeDict's German–English dictionary, compared with a script that uses an in-memory dict.
struct DecksBenchmark {
    let folder: String

    private static let stem = "/usr/share/dictd/freedict-deu-eng"
    private static let rounds = 5
    private static let rows = 100_000
    private static let notes = 20_000

    private var library: String { folder + "/home/parlance/dictionary-indexes" }

    func run() throws {
        guard WholeFile.exists(Self.stem + ".index") else {
            return Report.skipped("decks", "the package dict-freedict-deu-eng is not installed")
        }
        try Folder.make(folder + "/home/parlance")
        setenv("XDG_DATA_HOME", folder + "/home", 1)
        let shelf = DictionaryLibrary(folder: library)
        let name = try shelf.importDictionary(DictionaryOpening.open(path: Self.stem + ".index")).dictionary.info.name
        let files = try DeckFiles(shelf.open(name))
        try tables(files, name)
        try memory(files)
        try packages(files)
        try SpeakDeckBenchmark(folder: folder).run()
    }

    // MARK: Tables

    private func tables(_ files: DeckFiles, _ name: String) throws {
        Report.title("a table of \(Self.rows) cards filled from a dictionary, best of \(Self.rounds) rounds")
        let deck = folder + "/deck.tsv"
        try files.write(rows: Self.rows, to: deck)
        let python = try? RunningProgram.find("python3")
        var alone = Duration.seconds(3600)
        var verb: Duration?
        var usual: Duration?
        var script: (whole: Duration, loaded: Duration)?
        let own = try RunningProgram.own()
        // Python gets the dictionary's own words and translations.
        try files.writeWords(to: folder + "/words.tsv")
        _ = try filling(own, folder + "/words.tsv", folder + "/table.tsv")
        let parlance = try RunningProgram.parlance()
        let hasVerb = (try? RunningProgram.run(parlance, ["help", "deck", "translate"], isQuiet: true)) != nil
        // Python reads one dictionary, so the command is measured once with only that dictionary and once with its
        // default dictionaries.
        let configuration = folder + "/one.json"
        let provider = #"{ "kind": "dictionary", "dictionaries": [\#(JSONWriter.string(.string(name)))] }"#
        let text = #"{ "version": 1, "translation": { "use": ["one"] }, "providers": { "one": \#(provider) } }"#
        try AtomicFile.write(Array(text.utf8), to: configuration)
        for _ in 0..<Self.rounds {
            alone = min(alone, try filling(own, deck, folder + "/own.tsv"))
            if hasVerb {
                let arguments = [
                    "deck", "translate", deck, "--output", folder + "/verb.tsv", "--field", "1", "--into", "2",
                    "--from", "de", "--to", "en",
                ]
                let one = try RunningProgram.run(parlance, ["--config", configuration] + arguments, isQuiet: true)
                verb = min(verb ?? one, one)
                let all = try RunningProgram.run(parlance, arguments, isQuiet: true)
                usual = min(usual ?? all, all)
            }
            if let python {
                let arguments = [
                    "-c", Self.script, folder + "/table.tsv", deck, folder + "/python.tsv", folder + "/time",
                ]
                let whole = try RunningProgram.run(python, arguments)
                let text = String(decoding: try WholeFile.read(folder + "/time", limit: 1 << 10), as: UTF8.self)
                guard let seconds = Double(text) else {
                    throw BenchmarkFailure(description: "cannot parse Python's output: \(text)")
                }
                let best = script ?? (whole, .seconds(seconds))
                script = (min(best.whole, whole), min(best.loaded, .seconds(seconds)))
            }
        }
        Report.line("a batch, from its start to the written file", alone, count: Self.rows, unit: "cards")
        if let verb, let usual {
            Report.line("parlance deck translate, that dictionary", verb, count: Self.rows, unit: "cards")
            Report.line("parlance deck translate, starter first", usual, count: Self.rows, unit: "cards")
        } else {
            Report.skipped("parlance deck translate", "the program has no such command")
        }
        guard let script else { return Report.skipped("Python", "not installed") }
        try compare(folder + "/own.tsv", folder + "/python.tsv")
        Report.line("Python: csv and dict, total", script.whole, count: Self.rows, unit: "cards")
        Report.line("Python: the same, dict already loaded", script.loaded, count: Self.rows, unit: "cards")
        Report.ratio("a batch is faster than Python", alone, script.whole, goal: "at least 1")
        Report.ratio("than Python with its dict loaded", alone, script.loaded, goal: "none, for comparison")
        if let verb, let usual {
            Report.ratio("the command is faster than Python", verb, script.whole, goal: "at least 1")
            Report.ratio("with the starter dictionary first", usual, script.whole, goal: "none, for comparison")
        }
    }

    private func filling(_ own: String, _ deck: String, _ output: String) throws -> Duration {
        try RunningProgram.run(own, ["--fill-deck", library, deck, output])
    }

    /// Checks that at least 99 % of the rows match; otherwise the comparison is meaningless.
    private func compare(_ first: String, _ second: String) throws {
        func rows(_ path: String) throws -> [Substring] {
            String(decoding: try WholeFile.read(path, limit: 1 << 28), as: UTF8.self).split(separator: "\n")
        }
        let (ours, theirs) = (try rows(first), try rows(second))
        let same = zip(ours, theirs).count { $0 == $1 }
        guard ours.count == theirs.count, same * 100 >= ours.count * 99 else {
            throw BenchmarkFailure(description: "only \(same) of \(ours.count) rows match Python's")
        }
        Report.note("identical rows: \(same) of \(ours.count)")
    }

    /// A typical one-off script: it saves nothing for a later run and does not sync files.
    private static let script = """
        import csv, sys, time
        table, deck, output, result = sys.argv[1:]
        with open(table, encoding="utf-8", newline="") as file:
            words = dict(line.rstrip("\\n").split("\\t") for line in file)
        start = time.perf_counter()
        with open(deck, encoding="utf-8", newline="") as source, \\
                open(output, "w", encoding="utf-8", newline="") as target:
            rows = csv.reader(source, delimiter="\\t")
            out = csv.writer(target, delimiter="\\t", lineterminator="\\n")
            out.writerow(next(rows))
            for row in rows:
                translation = words.get(row[0])
                if translation is not None:
                    row[1] = translation
                out.writerow(row)
        open(result, "w").write("%.9f" % (time.perf_counter() - start))
        """

    private func memory(_ files: DeckFiles) throws {
        Report.title("memory of a batch")
        let own = try RunningProgram.own()
        for rows in [10_000, 100_000, 1_000_000] {
            let deck = folder + "/large.tsv"
            try files.write(rows: rows, to: deck)
            let output = folder + "/large.out.tsv"
            let time = try filling(own, deck, output)
            let text = String(decoding: try WholeFile.read(output + ".memory", limit: 1 << 10), as: UTF8.self)
            let parts = text.split(separator: " ").compactMap { Int($0) }
            guard parts.count == 2 else { throw BenchmarkFailure(description: "cannot parse: \(text)") }
            Report.note(
                "\(rows) cards in \(Report.fixed(time / .seconds(1), 2)) s: \(parts[0] / 1024) MiB private; including "
                    + "the pages read from the dictionary, \(parts[1] / 1024) MiB"
            )
        }
    }

    // MARK: Packages

    private func packages(_ files: DeckFiles) throws {
        Report.title("an Anki package of \(Self.notes) notes filled from a dictionary, best of \(Self.rounds) rounds")
        guard let python = try? RunningProgram.find("python3") else {
            return Report.skipped("a package", "Python is not installed")
        }
        let table = folder + "/notes.tsv"
        try files.write(rows: Self.notes, to: table)
        let package = folder + "/deck.apkg"
        try RunningProgram.run(python, ["-c", Self.packageScript, table, package])
        let own = try RunningProgram.own()
        var best = Duration.seconds(3600)
        for _ in 0..<Self.rounds { best = min(best, try filling(own, package, folder + "/filled.apkg")) }
        Report.line("a batch, from its start to the written file", best, count: Self.notes, unit: "notes")
        Report.note("goal: less than 3 s")
    }

    /// Creates a package as Anki 2.1 exports it for older versions, with one card per note.
    private static let packageScript = """
        import csv, json, os, sqlite3, sys, zipfile
        table, package = sys.argv[1:]
        path = package + ".anki2"
        base = sqlite3.connect(path)
        base.executescript('''
            create table col (id integer primary key, crt integer, mod integer, scm integer, ver integer,
                dty integer, usn integer, ls integer, conf text, models text, decks text, dconf text, tags text);
            create table notes (id integer primary key, guid text, mid integer, mod integer, usn integer, tags text,
                flds text, sfld integer, csum integer, flags integer, data text);
            create table cards (id integer primary key, nid integer, did integer, ord integer, mod integer,
                usn integer, type integer, queue integer, due integer, ivl integer, factor integer, reps integer,
                lapses integer, left integer, odue integer, odid integer, flags integer, data text);
            create table revlog (id integer primary key, cid integer, usn integer, ease integer, ivl integer,
                lastIvl integer, factor integer, time integer, type integer);
            create table graves (usn integer, oid integer, type integer);
            create index ix_notes_csum on notes (csum);
            create index ix_cards_nid on cards (nid);
        ''')
        fields = [{"name": name, "ord": place, "sticky": False, "rtl": False, "font": "Arial", "size": 20}
                  for place, name in enumerate(("Front", "Back"))]
        template = {"name": "Card 1", "ord": 0, "qfmt": "{{Front}}", "afmt": "{{Back}}", "did": None,
                    "bqfmt": "", "bafmt": ""}
        models = {"1": {"id": 1, "name": "Basic", "type": 0, "mod": 0, "usn": 0, "sortf": 0, "did": 1,
                        "tmpls": [template], "flds": fields, "css": "", "latexPre": "", "latexPost": "",
                        "req": [[0, "any", [0]]], "tags": [], "vers": []}}
        decks = {"1": {"id": 1, "name": "Default", "mod": 0, "usn": 0, "desc": "", "dyn": 0, "conf": 1,
                       "collapsed": False, "newToday": [0, 0], "revToday": [0, 0], "lrnToday": [0, 0],
                       "timeToday": [0, 0], "extendNew": 0, "extendRev": 0}}
        base.execute("insert into col values (1, 0, 0, 0, 11, 0, 0, 0, '{}', ?, ?, '{}', '{}')",
                     (json.dumps(models), json.dumps(decks)))
        with open(table, encoding="utf-8", newline="") as file:
            rows = list(csv.reader(file, delimiter="\\t"))[1:]
        for number, (word, _) in enumerate(rows, 1):
            base.execute("insert into notes values (?, ?, 1, 0, 0, '', ?, ?, 0, 0, '')",
                         (number, "guid%d" % number, word + "\\x1f", word))
            base.execute("insert into cards values (?, ?, 1, 0, 0, 0, 0, 0, ?, 0, 0, 0, 0, 0, 0, 0, 0, '')",
                         (number, number, number))
        base.commit()
        base.close()
        with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as out:
            out.write(path, "collection.anki2")
            out.writestr("media", "{}")
        os.remove(path)
        """
}

/// Fills the second field of a deck by looking up the first field in a dictionary, with one `Batch`. It runs in a
/// separate process, as `--fill-deck`, and does nothing else, so its memory use is that of the library.
enum DeckFilling {
    /// Fills a German deck with English translations. A second file, named after the output with the suffix `.memory`,
    /// receives the private memory at the time when the last notes are written, and the peak total memory, both in KiB.
    static func run(library: String, deck: String, output: String) async throws -> Int32 {
        let batch = try BatchTranslation.batch(
            deck: DeckOpening.open(path: deck),
            provider: DictionaryTranslation(
                locations: DictionaryLocations(library: library)
            ),
            request: TranslationRequest(texts: [], source: LanguageTag("de"), target: LanguageTag("en")),
            source: "1",
            target: "2"
        )
        let memory = Mutex(Memory())
        let summary = try await batch.run(
            output: output,
            report: { note in
                if note.number % 10_000 == 9999 { memory.withLock { $0 = Memory.resident() } }
            }
        )
        let most = memory.withLock { $0 }
        try AtomicFile.write(Array("\(most.anonymous) \(most.peak)".utf8), to: output + ".memory")
        if let error = summary.interruption { throw error }
        return summary.notesChanged > 0 ? 0 : 1
    }
}

/// Generates decks of dictionary words, which are the same in every run.
struct DeckFiles {
    /// Distinct words, shuffled.
    private let words: [String]

    init(_ index: DictionaryIndex) throws {
        words = try SampledWords(index).many.filter { !$0.contains("\"") && !$0.contains("\t") && !$0.contains("#") }
    }

    /// Writes a table with a column of words and an empty column; 60 % of the words are distinct, and the others are
    /// repeats. If the dictionary has too few words, they are also written in upper case, which lookups find too.
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

    /// Writes a table of all words, each once, with an empty column.
    func writeWords(to path: String) throws {
        let lines = ["front\tback\n"] + words.map { "\($0)\t\n" }
        try AtomicFile.write(Array(lines.joined().utf8), to: path)
    }
}
