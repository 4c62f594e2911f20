import Foundation
import HTTPTransport
import JSON
import LanguageServices
import Platform
import ServiceConfiguration
import TestSupport
import Testing

@testable import parlance

/// `parlance data`, with the real program and folders of its own.
@Suite("data", .enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement), .timeLimit(.minutes(10)))
struct DataTests {
    private static let shared = Result {
        try LoopbackServer.start(
            Repository.path("Tests/Translation/RemoteTranslationTests/Server/services.py")
        )
    }

    private let box: Sandbox
    private let server: LoopbackServer
    private let environment: [String: String]

    /// The XDG folders of the program, and its folder for temporary files.
    private let roots: [String]

    init() throws {
        let box = try Sandbox()
        self.box = box
        server = try Self.shared.get()
        let names = ["CONFIG", "DATA", "CACHE", "STATE"]
        var environment = ["PARLANCE_CACHE_ENABLED": "", "TMPDIR": box.path("tmp")]
        for name in names { environment["XDG_\(name)_HOME"] = box.path(name.lowercased()) }
        self.environment = environment
        roots = names.map { box.path($0.lowercased()) } + [box.path("tmp")]
        try #require(mkdir(box.path("tmp"), 0o700) == 0)
    }

    private func run(_ arguments: [String], input: String? = nil) async throws -> Outcome {
        try await box.run(arguments, input: input, environment: environment)
    }

    private func run(_ arguments: String...) async throws -> Outcome { try await run(arguments) }

    private func configure(url: String? = nil) throws {
        try box.write("The horse sleeps in the old stable.\nNobody has seen the horse today.\n", to: "corpus.txt")
        try box.write(
            """
            { "version": 1, "translation": { "use": ["libre"], "from": "en", "to": "es" },
              "sentences": { "use": ["own"], "language": "en" }, "providers": {
              "libre": { "kind": "http-translation", "dialect": "libretranslate", "charactersPerDay": 10000,
                "url": "\(url ?? "\(server.address)/service=libretranslate,id=\(UInt32.random(in: .min ... .max))")" },
              "own": { "kind": "corpus", "path": "\(box.path("corpus.txt"))", "language": "en" } } }
            """,
            to: "c.json"
        )
    }

    /// Uses everything that keeps data.
    private func useEverything() async throws {
        try configure(url: "http://127.0.0.1:1")
        func use(_ code: Int32, _ arguments: String...) async throws {
            let outcome = try await run(["--config", "c.json"] + arguments)
            #expect(outcome.ending == .exited(code), "\(arguments): \(outcome.errors)")
        }
        try await use(75, "translate", "a queued MARKER", "--queue")
        try configure()
        try await use(0, "translate", "a cached MARKER")
        try await use(0, "sentence", "horse")
        #expect(try await run("translate", "water", "--to", "es").ending == .exited(0))
        try await use(0, "speak", "hello", "--accent", "en-GB", "-o", "hello.wav")
        try box.write("cat\tgato\n", to: "words.tsv")
        try await use(0, "dictionary", "import", "words.tsv", "--from", "en", "--to", "es", "--name", "words")
        try FileManager.default.createDirectory(
            atPath: box.path("data/parlance/plugins"),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(
            atPath: "\(Repository.root)/Plugins/template-python",
            toPath: box.path("data/parlance/plugins/loud")
        )
        let library = box.path("data/parlance/plugins/loud/parlance_plugin.py")
        if !WholeFile.exists(library) {
            try FileManager.default.copyItem(atPath: "\(Repository.root)/Plugins/parlance_plugin.py", toPath: library)
        }
        _ = try await box.shell("chmod -R go-w data", environment: environment)
        try await use(0, "plugin", "add", "data/parlance/plugins/loud")
        try box.write(
            """
            { "version": 1, "translation": { "use": ["loud"] }, "providers": {
              "loud": { "kind": "plugin-translation", "plugin": "template-python" } } }
            """,
            to: "plugin.json"
        )
        let arguments = ["--config", "plugin.json", "translate", "loud", "--from", "en", "--to", "en-x-loud"]
        #expect(try await run(arguments).text == "LOUD!\n")
        try await use(0, "config", "init", "--user")
        // What a plug-in keeps.
        try box.write("x", to: "cache/parlance/plugins/template-python/kept")
    }

    /// All files below the folders of the program.
    private func files() -> [String] {
        func files(_ path: String) -> [String] {
            var status = stat()
            guard lstat(path, &status) == 0 else { return [] }
            guard status.st_mode & S_IFMT == S_IFDIR else { return [path] }
            return TemporaryFolder.names(in: path).flatMap { files("\(path)/\($0)") }
        }
        return roots.flatMap(files)
    }

    private func parts() async throws -> [[String: Any]] {
        let outcome = try await run("data", "show", "--json")
        #expect(outcome.ending == .exited(0))
        return try outcome.json()
    }

    private func mode(_ path: String) -> mode_t? {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode & 0o777 : nil
    }

    @Test("every file that is written belongs to exactly one part; texts are private; erasing removes them")
    func everything() async throws {
        let before = try await run("data", "show")
        #expect(before.ending == .exited(0) && before.lines.allSatisfy { $0.contains(" none ") }, "\(before.text)")
        #expect(files().isEmpty)
        try await useEverything()
        let all = files()
        let parts = try await parts()
        var used: Set<String> = []
        for file in all {
            let owners = parts.filter { part in
                (part["existing"] as? [String] ?? []).contains { file == $0 || file.hasPrefix($0 + "/") }
            }
            #expect(owners.count == 1, "\(file) belongs to \(owners.map { $0["name"] ?? "" })")
            used.formUnion(owners.compactMap { $0["name"] as? String })
        }
        #expect(used == Set(parts.compactMap { $0["name"] as? String }), "a part is not covered by this test")
        for part in parts where ["cache", "queue", "plugin-logs", "corpus-indexes"].contains(part["name"] as? String) {
            for place in part["existing"] as? [String] ?? [] {
                #expect(mode(place) == 0o700, "\(place)")
                for file in all where file.hasPrefix(place) { #expect(mode(file) == 0o600, "\(file)") }
            }
        }
        for name in ["config", "data", "cache", "state"] {
            #expect(mode(box.path("\(name)/parlance")) != nil, "\(name)")
        }
        #expect(mode(box.path("cache/parlance/plugins/template-python")) == 0o700)
        #expect(mode(box.path("cache/parlance/plugins")) == 0o700)
        #expect(mode(box.path("state/parlance")) == 0o700)
        #expect(mode(box.path("state/parlance/usage.sqlite")) == 0o600)
        #expect(mode(box.path("data/parlance/plugins.json")) == 0o600)
        func marked() -> [String] {
            files().filter { String(decoding: contents($0) ?? [], as: UTF8.self).contains("MARKER") }
        }
        #expect(!marked().isEmpty)

        let dry = try await run("data", "erase", "--dry-run")
        #expect(dry.ending == .exited(0) && dry.lines.count == 8, "\(dry.text)\(dry.errors)")
        #expect(files() == all)
        let erased = try await run("data", "erase", "--yes", "--json")
        #expect(erased.ending == .exited(0), "\(erased.errors)")
        let results = try erased.json()
        #expect(results.count == 8 && results.allSatisfy { $0["erased"] as? Bool == true })
        #expect(results.first { $0["name"] as? String == "queue" }?["items"] as? Int == 1)
        #expect(results.first { $0["name"] as? String == "cache" }?["items"] as? Int == 1)
        #expect(marked().isEmpty, "\(marked())")
        let left = Set(files().map { $0.split(separator: "/").last.map(String.init) ?? "" })
        #expect(left.isSuperset(of: ["words.pdi", "plugins.json", "plugin.json", "config.json"]), "\(left)")
        #expect(left.isDisjoint(with: ["kept", "template-python.log"]), "\(left)")
        #expect(!Folder.exists(box.path("cache/parlance/sentences")))
        let named = try await run("data", "erase", "dictionaries", "plugin-trust", "--yes")
        named.expectSuccess()
        #expect(named.lines.map { $0.prefix { $0 != ":" } } == ["dictionaries", "plugin-trust"])
        #expect(!Folder.exists(box.path("data/parlance/dictionary-indexes")))
        #expect(!WholeFile.exists(box.path("data/parlance/plugins.json")))
        // Programs recreate what they need.
        for arguments in [["translate", "a cached MARKER"], ["sentence", "horse"], ["speak", "hi", "-o", "hi.wav"]] {
            #expect(try await run(["--config", "c.json"] + arguments).ending == .exited(0))
        }
    }

    @Test("nothing is erased without '--yes', a terminal, or the answer 'yes'")
    func asking() async throws {
        let refused = try await run("data", "erase")
        #expect(refused.ending == .exited(0) && refused.errors.contains("there is nothing to erase"))
        try configure()
        #expect(try await run("--config", "c.json", "translate", "water").ending == .exited(0))
        let all = files()
        let piped = try await run(["data", "erase"], input: "yes\n")
        piped.expectFailure(64, "standard input is not a terminal; '--yes' erases without asking")
        for part in ["configuration", "plugins", "nothing"] {
            (try await run("data", "erase", part, "--yes")).expectFailure(64, "NAME takes cache, queue")
        }
        #expect(files() == all)
        for (answer, isErased) in [("", false), ("y", false), ("no\nyes", false), ("yes", true)] {
            let input = open(try written(answer + "\n"), O_RDONLY)
            defer { close(input) }
            let program = InProcess(
                environment: environment,
                data: DataLocator(environment: environment, executable: nil),
                input: input,
                isKeyboard: true
            )
            let outcome = await program.run(["data", "erase", "cache", "usage"])
            #expect(outcome.ending == .exited(isErased ? 0 : 1), "\(outcome.errors)")
            #expect(outcome.errors.contains("Type 'yes' to erase it: ") && outcome.errors.contains("  cache  "))
            #expect(outcome.errors.contains("nothing was erased") != isErased)
            #expect(outcome.lines.map { $0.prefix { $0 != ":" } } == (isErased ? ["cache", "usage"] : []))
        }
    }

    private func written(_ text: String) throws -> String {
        try box.write(text, to: "answer")
        return box.path("answer")
    }

    @Test("links are not followed, and a part that is a link is reported and kept")
    func links() async throws {
        try configure()
        #expect(try await run("--config", "c.json", "sentence", "horse").ending == .exited(0))
        #expect(try await run("translate", "water", "--to", "es").ending == .exited(0))
        try #require(mkdir(box.path("outside"), 0o700) == 0)
        try box.write("mine", to: "outside/mine.sqlite")
        try #require(symlink(box.path("outside"), box.path("cache/parlance/sentences/link")) == 0)
        try await run("data", "erase", "corpus-indexes", "--yes").expectSuccess()
        #expect(!Folder.exists(box.path("cache/parlance/sentences")))
        #expect(contents(box.path("outside/mine.sqlite")) == Array("mine".utf8))
        for name in ["sentences", "answers"] {
            try #require(symlink(box.path("outside"), box.path("cache/parlance/\(name)")) == 0)
        }
        let partly = try await run("data", "erase", "--yes")
        #expect(partly.ending == .exited(2), "\(partly.errors)")
        #expect(
            partly.errors.contains("is a link or belongs to another user, so it was not erased; remove it yourself")
        )
        let alone = try await run("data", "erase", "corpus-indexes", "--yes", "--json")
        #expect(alone.ending == .exited(1))
        #expect(try alone.json().first?["erased"] as? Bool == false)
        #expect(contents(box.path("outside/mine.sqlite")) == Array("mine".utf8))
        #expect(TemporaryFolder.names(in: box.path("outside")) == ["mine.sqlite"])
    }

    @Test("a running program that uses the cache and the voices survives, and uses them again")
    func running() async throws {
        try configure()
        let script = """
            mkfifo to from
            "$P" --config c.json translate --jsonl < to > from 2> errors & child=$!
            exec 3> to 4< from
            ask() { echo "{\\"text\\":\\"$1\\"}" >&3; read -r line <&4; echo "$line"; }
            ask one; ask two; ask one
            "$P" data erase --yes > erased 2>&1 || { echo "erasing failed"; cat erased; }
            "$P" cache stats --json
            ask one; ask three
            exec 3>&-
            wait $child; echo "status $?"
            cat errors
            "$P" cache stats --json
            """
        let outcome = try await box.shell(script, environment: environment)
        let lines = outcome.lines
        try #require(lines.count == 8, "\(outcome.text)\(outcome.errors)")
        for (line, word) in zip(lines[0..<3] + lines[4..<6], ["one", "two", "one", "one", "three"]) {
            #expect(line.contains("[es] \(word)"), "\(outcome.text)")
        }
        #expect(lines[3].contains(#""answers":0"#) && lines[7].contains(#""answers":2"#), "\(outcome.text)")
        #expect(lines[6] == "status 0")
    }

    @Test("voices in use are kept")
    func voices() async throws {
        let speak = try await run("speak", "hello", "--accent", "en-GB", "-o", "hello.wav")
        #expect(speak.ending == .exited(0), "\(speak.errors)")
        let voices = box.path("cache/parlance/voices")
        let overlay = try #require(TemporaryFolder.names(in: voices).first { $0.count == 16 })
        let record = try #require(TemporaryFolder.names(in: "\(voices)/\(overlay)").first { $0 != "espeak-ng-data" })
        let descriptor = open("\(voices)/\(overlay)/\(record)", O_RDONLY | O_CLOEXEC)
        try #require(flock(descriptor, LOCK_SH | LOCK_NB) == 0)
        let kept = try await run("data", "erase", "voices", "--yes")
        #expect(kept.ending == .exited(0) && kept.errors.contains("voices that another process uses were kept"))
        #expect(TemporaryFolder.names(in: voices) == [overlay])
        flock(descriptor, LOCK_UN)
        close(descriptor)
        try await run("data", "erase", "voices", "--yes").expectSuccess()
        #expect(!Folder.exists(voices))
    }

    @Test("files with texts that other users can read are reported")
    func exposed() async throws {
        try configure()
        #expect(try await run("--config", "c.json", "sentence", "horse").ending == .exited(0))
        let folder = box.path("cache/parlance/sentences")
        try #require(chmod(folder, 0o755) == 0)
        for name in TemporaryFolder.names(in: folder) { try #require(chmod("\(folder)/\(name)", 0o644) == 0) }
        let shown = try await run("data", "show")
        #expect(shown.errors.contains("corpus-indexes: 1 file can be read by other users"), "\(shown.errors)")
        // Using it corrects the folder.
        #expect(try await run("--config", "c.json", "sentence", "horse").ending == .exited(0))
        #expect(mode(folder) == 0o700)
        #expect(try await !run("data", "show").errors.contains("can be read by other users"))
    }
}
