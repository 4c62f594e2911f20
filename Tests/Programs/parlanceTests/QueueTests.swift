import Foundation
import HTTPTransport
import JSON
import LanguageServices
import Platform
import Synchronization
import TestSupport
import Testing

/// `--queue` and `parlance queue`, with the real program and a local server that counts requests.
@Suite("queue", .enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement))
struct QueueTests {
    private static let secret = "sesame-4711-open"

    private static let shared = Result {
        try LoopbackServer.start(
            Repository.path("Tests/Translation/RemoteTranslationTests/Server/services.py")
        )
    }

    private static let count = Mutex(0)

    private let box: Sandbox
    private let server: LoopbackServer
    private let name: String

    init() throws {
        box = try Sandbox()
        server = try Self.shared.get()
        name = Self.count.withLock { count in
            count += 1
            return "queue=\(count)"
        }
        try connect(isUp: false)
    }

    /// Writes a configuration whose service is reachable or not.
    private func connect(isUp: Bool, _ how: String = "", translation: String = "") throws {
        let url = isUp ? "\(server.address)/service=libretranslate,\(name)\(how)" : "http://127.0.0.1:1"
        try box.write(
            """
            { "version": 1, "translation": { "use": ["libre"], "from": "en", "to": "es"\(translation) }, "providers": {
              "libre": { "kind": "http-translation", "dialect": "libretranslate", "url": "\(url)",
                "key": { "env": "QUEUE_KEY" } } } }
            """,
            to: "c.json"
        )
    }

    private func run(_ arguments: String..., input: String? = nil) async throws -> Outcome {
        try await run(arguments, input: input)
    }

    private func run(_ arguments: [String], input: String? = nil) async throws -> Outcome {
        try await box.run(
            ["--config", box.path("c.json")] + arguments,
            input: input,
            environment: ["QUEUE_KEY": Self.secret]
        )
    }

    private func runCaching(_ arguments: String...) async throws -> Outcome {
        try await box.run(
            ["--config", box.path("c.json")] + arguments,
            environment: [
                "QUEUE_KEY": Self.secret, "XDG_CACHE_HOME": box.path("cache"), "PARLANCE_CACHE_ENABLED": "",
            ]
        )
    }

    /// How often the server received each text.
    private func asked(_ how: String = "") async throws -> [String: Int] {
        let url = "\(server.address)/log/service=libretranslate,\(name)\(how)"
        let response = try await CurlTransport().send(HTTPRequest(.get, url))
        let entries = try #require(try JSONDocument.parse(response.body, source: "log").elements)
        var counts: [String: Int] = [:]
        for entry in entries where entry["method"]?.string == "POST" {
            let body = try JSONDocument.parse(Array(try #require(entry["body"]?.string).utf8), source: "body")
            let texts = body["q"]?.string.map { [$0] } ?? body["q"]?.elements?.compactMap(\.string) ?? []
            for text in texts { counts[text, default: 0] += 1 }
        }
        return counts
    }

    private func states() async throws -> [String: Int] {
        let outcome = try await run("queue", "list", "--json")
        var counts: [String: Int] = [:]
        for line in try outcome.json() { counts[try #require(line["state"] as? String), default: 0] += 1 }
        return counts
    }

    // MARK: Life of a request

    @Test("a request that cannot be sent is queued, sent once, and its answer is printed once")
    func wholeWay() async throws {
        let first = try await run("translate", "water", "the whole way", "--queue")
        #expect(first.ending == .exited(75))
        #expect(first.text == "")
        #expect(
            first.errors.contains(
                "queued as 1: cannot connect to http://127.0.0.1:1; send it later with 'parlance queue run'"
            )
        )
        #expect(first.errors.contains("queued as 2: "))
        // Still no network: it stays in the queue.
        let inVain = try await run("queue", "run")
        #expect(inVain.ending == .exited(75))
        #expect(inVain.text == "")
        #expect(inVain.errors.contains("2 requests are queued"))
        // The same text again: it is queued only once.
        #expect(try await run("translate", "water", "--queue").errors.contains("queued as 1: "))
        let list = try await run("queue", "list")
        list.expectSuccess()
        #expect(list.lines.map { $0.prefix(10) } == ["1  waiting", "2  waiting"])
        #expect(list.text.contains("en → es") && list.text.contains("the whole way"))
        try connect(isUp: true)
        let sent = try await run("queue", "run")
        sent.expectSuccess()
        #expect(sent.text == "water\t[es] water\nthe whole way\t[es] the whole way\n")
        let again = try await run("queue", "run")
        #expect(again.ending == .exited(0))
        #expect(again.text == "")
        #expect(again.errors.contains("nothing is queued"))
        #expect(try await asked() == ["water": 1, "the whole way": 1])
        // The answer is available offline.
        try connect(isUp: false)
        let known = try await run("translate", "water", "--queue", "--brief")
        known.expectSuccess()
        #expect(known.text == "[es] water\n")
        let shown = try await run("queue", "show", "2")
        shown.expectSuccess()
        #expect(shown.lines.contains("answer     [es] the whole way"))
        #expect(try await run("queue", "remove", "--done").text == "2 requests removed\n")
        #expect(try await states() == [:])
    }

    @Test("with --json, all output is JSON")
    func forPrograms() async throws {
        let queued = try await run("translate", "water", "--queue", "--json")
        #expect(queued.ending == .exited(75))
        let error = try #require(try queued.json().first?["error"] as? [String: Any])
        #expect(error["code"] as? String == "network")
        #expect(error["queued"] as? String == "1")
        let listed = try #require(try await run("queue", "list", "--json").json().first)
        #expect(listed["id"] as? Int == 1)
        #expect(listed["state"] as? String == "waiting")
        #expect(listed["text"] as? String == "water")
        #expect(listed["to"] as? String == "es")
        #expect((listed["error"] as? [String: Any])?["code"] as? String == "network")
        try connect(isUp: true)
        let sent = try #require(try await run("queue", "run", "--json").json().first)
        #expect(sent["state"] as? String == "done")
        #expect((sent["answer"] as? [String: Any])?["translation"] as? String == "[es] water")
        let exported = try #require(try await run("queue", "export").json().first)
        #expect((exported["options"] as? [String: Any])?["target"] as? String == "es")
        #expect(try await run("queue", "remove", "--all", "--json").json().first?["removed"] as? Int == 1)
    }

    @Test("the exit code is 75 if all missing answers are queued, and 2 if there are other failures")
    func exitCodes() async throws {
        _ = try await run("translate", "known", "--queue")
        try connect(isUp: true)
        _ = try await run("queue", "run")
        try connect(isUp: false)
        #expect(try await run("translate", "known", "unknown", "--queue").ending == .exited(75))
        // The third is not valid text.
        let outcome = try await run("translate", "-f", "-", "--queue", input: "known\nunknown\na\u{0}b\n")
        #expect(outcome.ending == .exited(2))
        #expect(try await run("translate", "unknown").ending == .exited(75))
        try connect(isUp: true, ",status=400,body=lines")
        let refused = try await run("queue", "run")
        #expect(refused.ending != .exited(0))
        #expect(try await states() == ["done": 1, "failed": 1])
        // Rejected requests are sent again only on demand.
        try connect(isUp: true)
        _ = try await run("queue", "run")
        #expect(try await states() == ["done": 1, "failed": 1])
        try await run("queue", "run", "--resend-failed").expectSuccess()
        #expect(try await asked() == ["known": 1, "unknown": 1])
    }

    @Test("a filter of JSON lines keeps its items, and their errors state that they are queued")
    func filter() async throws {
        let outcome = try await run(
            "translate",
            "--jsonl",
            "--queue",
            input: "{\"text\":\"one\"}\n{\"text\":\"two\",\"id\":7}\n"
        )
        #expect(outcome.ending == .exited(75))
        #expect(try outcome.json().map { ($0["error"] as? [String: Any])?["queued"] as? String } == ["1", "2"])
        #expect(outcome.errors.contains("2 of 2 lines are queued"))
    }

    @Test("the configuration can enable the queue, and the command line can disable it")
    func configured() async throws {
        try connect(isUp: false, translation: ", \"queue\": true")
        let refused = try await run("translate", "water", "--no-queue")
        refused.expectFailure(75, "cannot connect to")
        #expect(!box.names(in: "../home").contains(".local"))
        #expect(try await run("translate", "water").errors.contains("queued as 1"))
        #expect(try await run("translate", "water", "--queue", "--no-queue").ending == .exited(64))
    }

    @Test("with a setting that stores nothing on disk, there is no queue")
    func keptPrivate() async throws {
        let text = String(decoding: try #require(contents(box.path("c.json"))), as: UTF8.self)
        let privately = text.replacing(#""version": 1,"#, with: #""version": 1, "cache": { "private": true },"#)
        try box.write(privately, to: "c.json")
        try await run("translate", "water", "--queue").expectFailure(78, "stores them unencrypted", "omit '--queue'")
        try box.write(privately.replacing(#""to": "es""#, with: #""to": "es", "queue": true"#), to: "c.json")
        let noted = try await run("translate", "water")
        #expect(noted.ending == .exited(75))
        #expect(noted.errors.contains("note: texts are not queued"))
        #expect(!noted.errors.contains("queued as"))
        try box.write(text, to: "c.json")
        #expect(try await states() == [:])
    }

    @Test("with --offline, all requests are queued, and sent later without it")
    func offline() async throws {
        try connect(isUp: true)
        let queued = try await runCaching("translate", "water", "--offline", "--queue")
        #expect(queued.ending == .exited(75))
        #expect(queued.errors.contains("queued as 1: "))
        #expect(try await runCaching("queue", "run", "--offline").ending == .exited(75))
        #expect(try await asked() == [:])
        try await runCaching("queue", "run").expectSuccess()
        #expect(try await asked() == ["water": 1])
        // The answer is also in the provider's cache.
        #expect(try await run("queue", "remove", "--all").ending == .exited(0))
        let known = try await runCaching("translate", "water", "--offline", "--brief")
        #expect(known.text == "[es] water\n")
    }

    @Test("a removed provider is reported, and its requests stay queued")
    func withoutProvider() async throws {
        _ = try await run("translate", "water", "--queue")
        try box.write(#"{ "version": 1 }"#, to: "c.json")
        let outcome = try await run("queue", "run")
        #expect(outcome.ending == .exited(75))
        #expect(outcome.errors.contains("the translation provider 'libre' no longer exists"))
        #expect(try await states() == ["waiting": 1])
    }

    @Test("doctor reports the number of queued requests")
    func doctor() async throws {
        func finding() async throws -> String? {
            try await run("doctor", "--json").json().first { $0["name"] as? String == "queue" }?["detail"] as? String
        }
        #expect(try await finding() == "empty")
        _ = try await run("translate", "water", "fire", "--queue")
        #expect(try await finding() == "2 waiting")
    }

    @Test(
        "invalid arguments are rejected",
        arguments: [
            ["queue"], ["queue", "show"], ["queue", "show", "x"], ["queue", "show", "-1"], ["queue", "remove"],
            ["queue", "remove", "1", "--all"], ["queue", "remove", "--done", "--all"],
            ["queue", "run", "--limit", "0"], ["queue", "remove", "99999999999999999999"], ["speak", "hi", "--queue"],
            ["speak", "a", "b", "-o", "x.wav", "--queue"], ["speak", "a", "-d", "x", "--marks", "m", "--queue"],
            ["speak", "a", "-d", "x", "--repeat", "2", "--queue"],
        ]
    )
    func refused(_ arguments: [String]) async throws {
        try await run(arguments).expectFailure(64)
    }

    @Test("unknown numbers are reported")
    func unknown() async throws {
        try await run("queue", "show", "7").expectFailure(1, "no request 7")
        try await run("queue", "remove", "7", "8").expectFailure(1, "no request 7, 8")
    }

    @Test("no key appears in the queue or in the output")
    func hidden() async throws {
        var shown = ""
        for arguments in [
            ["translate", "water", "--queue"], ["translate", "water", "--queue", "--json"], ["queue", "run", "--json"],
            ["queue", "list", "--json"], ["queue", "export"], ["queue", "show", "1"],
        ] {
            let outcome = try await run(arguments)
            shown += outcome.text + outcome.errors
        }
        try connect(isUp: true, ",status=401,body=key")
        let refused = try await run("queue", "run", "--json")
        shown += refused.text + refused.errors
        #expect(shown.contains("127.0.0.1"))
        #expect(!shown.contains(Self.secret))
        let folder = "../home/.local/share/parlance/queue"
        let names = box.names(in: folder)
        #expect(names.contains("requests.sqlite"))
        for name in names {
            let bytes = try #require(contents(box.path("\(folder)/\(name)")))
            #expect(!String(decoding: bytes, as: UTF8.self).contains(Self.secret), "\(name)")
        }
        #expect(try await states() == ["waiting": 1])
    }

    // MARK: Several processes

    private static let texts = (0..<400).map { "number \($0)" }

    private func fill() async throws {
        try box.write(Self.texts.joined(separator: "\n"), to: "texts.txt")
        let outcome = try await run("translate", "-f", box.path("texts.txt"), "--queue")
        #expect(outcome.ending == .exited(75))
        #expect(try await states() == ["waiting": Self.texts.count])
    }

    private func start() throws -> ChildProcess {
        try box.start(["--config", box.path("c.json"), "queue", "run"], environment: ["QUEUE_KEY": Self.secret])
    }

    @Test("two concurrent runs share the work and send nothing twice")
    func together() async throws {
        try await fill()
        let how = ",ms=20"
        try connect(isUp: true, how)
        let runs = try (0..<3).map { _ in try start() }
        for run in runs { #expect(await run.wait().ending == .exited(0)) }
        #expect(try await states() == ["done": Self.texts.count])
        #expect(try await asked(how) == Dictionary(uniqueKeysWithValues: Self.texts.map { ($0, 1) }))
    }

    @Test("runs killed at any time send nothing twice")
    func killed() async throws {
        try await fill()
        let how = ",ms=30"
        try connect(isUp: true, how)
        for round in 0..<8 {
            let runs = try (0...(round % 2)).map { _ in try start() }
            try await Task.sleep(for: .milliseconds(Int.random(in: 20...250)))
            for run in runs { kill(run.identifier, SIGKILL) }
            for run in runs { _ = await run.wait() }
        }
        _ = try await run("queue", "run")
        let before = try await asked(how)
        #expect(before.values.allSatisfy { $0 == 1 })
        let states = try await states()
        #expect(states["done", default: 0] + states["uncertain", default: 0] == Self.texts.count)
        // Requests with an unknown outcome are sent again only on demand; then everything is answered.
        let last = try await run("queue", "run", "--resend-uncertain")
        #expect(last.ending == .exited(0))
        #expect(try await self.states() == ["done": Self.texts.count])
        let after = try await asked(how)
        #expect(Set(after.keys) == Set(Self.texts))
        #expect(after.values.allSatisfy { $0 <= 2 })
        #expect(after.values.count { $0 == 2 } <= states["uncertain", default: 0])
    }

    @Test("an interrupted run waits for the requests it has sent, and keeps the others queued")
    func interrupted() async throws {
        try await fill()
        let how = ",ms=150"
        try connect(isUp: true, how)
        let process = try start()
        #expect(try await eventually { try await !asked(how).isEmpty })
        kill(process.identifier, SIGINT)
        let report = await process.wait()
        #expect(report.ending == .exited(130) || report.ending == .exited(0))
        let states = try await states()
        #expect(states["uncertain"] == nil)
        #expect(states["done", default: 0] + states["waiting", default: 0] == Self.texts.count)
        #expect(states["done"] == (try await asked(how)).count)
        _ = try await run("queue", "run")
        #expect(try await asked(how) == Dictionary(uniqueKeysWithValues: Self.texts.map { ($0, 1) }))
    }

    @Test("answers that could not be printed are printed by the next run")
    func unread() async throws {
        _ = try await run("translate", "water", "fire", "--queue")
        try connect(isUp: true)
        let broken = try await box.shell(
            "( \"$P\" --config c.json queue run; echo $? > code ) | true",
            environment: ["QUEUE_KEY": Self.secret]
        )
        #expect(broken.text == "")
        let outcome = try await run("queue", "run")
        outcome.expectSuccess()
        #expect(outcome.text == "water\t[es] water\nfire\t[es] fire\n" || outcome.text == "")
        #expect(try await asked() == ["water": 1, "fire": 1])
    }
}
