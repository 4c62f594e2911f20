import Foundation
import HTTPTransport
import Platform
import TestSupport
import Testing

@testable import parlance

/// Cached answers of a local server, kept between runs of the program.
@Suite("cache", .enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement))
struct CacheTests {
    private static let secret = "sesame-4711-open"

    private static let shared = Result {
        try LoopbackServer.start(
            Repository.path("Tests/Translation/RemoteTranslationTests/Server/services.py")
        )
    }

    private let box: Sandbox
    private let server: LoopbackServer
    private let part = "service=libretranslate,id=\(UInt64.random(in: .min ... .max))"

    init() throws {
        box = try Sandbox()
        server = try Self.shared.get()
        try configure()
    }

    /// Writes the configuration, with a `cache` section.
    private func configure(_ cache: String = "", url: String? = nil) throws {
        try box.write(
            """
            { "version": 1, "translation": { "use": ["libre"], "from": "en", "to": "es" }\(cache.isEmpty ? "" : ", \"cache\": \(cache)"),
              "providers": { "libre": { "kind": "http-translation", "dialect": "libretranslate",
                "url": "\(url ?? "\(server.address)/\(part)")", "key": { "env": "REMOTE_KEY" } } } }
            """,
            to: "c.json"
        )
    }

    private var folder: String { box.path("cache/parlance") }
    private var file: String { "\(folder)/answers/answers.sqlite" }

    private func run(_ arguments: String..., environment: [String: String] = [:]) async throws -> Outcome {
        var all = ["REMOTE_KEY": Self.secret, "XDG_CACHE_HOME": box.path("cache"), "PARLANCE_CACHE_ENABLED": ""]
        all.merge(environment) { _, new in new }
        return try await box.run(["--config", box.path("c.json")] + arguments, environment: all)
    }

    /// The texts that the server received.
    private func asked() async throws -> [String] {
        let url = "\(server.address)/log/\(part)"
        let data = Data(try await CurlTransport().send(HTTPRequest(.get, url)).body)
        let log = try #require(JSONSerialization.jsonObject(with: data) as? [[String: Any]])
        return log.flatMap { entry -> [String] in
            let json = (entry["body"] as? String).flatMap { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }
            return (json as? [String: Any])?["q"] as? [String] ?? []
        }
    }

    @Test("a repeated translation comes from the cache, and the answer is marked as cached")
    func known() async throws {
        let first = try await run("translate", "water", "fire", "--json")
        first.expectSuccess()
        #expect(try first.json().map { $0["cached"] as? String } == [nil, nil])
        let second = try await run("translate", "fire", "water", "earth", "--json")
        second.expectSuccess()
        #expect(try second.json().map { $0["cached"] as? String } == ["fresh", "fresh", nil])
        #expect(try second.json().map { $0["translation"] as? String } == ["[es] fire", "[es] water", "[es] earth"])
        #expect(try await asked() == ["water", "fire", "earth"])
        // Another language has its own answer.
        try await run("translate", "water", "--to", "de").expectSuccess()
        #expect(try await asked().count == 4)
    }

    @Test("the cache can be bypassed and refreshed")
    func flags() async throws {
        try await run("translate", "water", "--no-cache").expectSuccess()
        #expect(TemporaryFolder.names(in: folder).isEmpty)
        try await run("translate", "water").expectSuccess()
        try await run("translate", "water", "--no-cache").expectSuccess()
        try await run("translate", "water", "--refresh").expectSuccess()
        #expect(try await asked().count == 4)
        try await run("translate", "water").expectSuccess()
        #expect(try await asked().count == 4)
        #expect(try await run("translate", "water", "--refresh", "--no-cache").ending == .exited(64))
    }

    @Test(
        "the configuration can switch the cache off, or keep it in memory only",
        arguments: [
            (#"{ "enabled": false }"#, [:]), (#"{ "private": true }"#, [:]), ("", ["PARLANCE_CACHE_ENABLED": "false"]),
            (#"{ "private": false }"#, ["PARLANCE_CACHE_PRIVATE": "true"]),
        ]
    )
    func off(_ section: String, _ environment: [String: String]) async throws {
        try configure(section)
        for _ in 0..<2 { try await run("translate", "water", environment: environment).expectSuccess() }
        #expect(try await asked().count == 2)
        #expect(TemporaryFolder.names(in: folder).isEmpty)
    }

    @Test("translating a deck twice sends no requests the second time, and the summary reports it")
    func deck() async throws {
        let words = (0..<300).map { "word \(BatchLetters.letters($0))" }
        try box.write("Front\tBack\n" + words.map { "\($0)\t\n" }.joined(), to: "w.tsv")
        let arguments = ["deck", "translate", "w.tsv", "--header", "present", "--field", "Front", "--into", "Back"]
        func translate(_ output: String, _ more: String...) async throws -> Outcome {
            let all = ["--config", box.path("c.json")] + arguments + ["-o", output, "--json"] + more
            return try await box.run(
                all,
                environment: [
                    "REMOTE_KEY": Self.secret, "XDG_CACHE_HOME": box.path("cache"), "PARLANCE_CACHE_ENABLED": "",
                ]
            )
        }
        let first = try await translate("a.tsv")
        #expect(try first.json().first?["ok"] as? Int == 300, "\(first.errors)")
        #expect(try first.json().first?["cached"] == nil)
        let count = try await asked().count
        #expect(count == 300)
        let second = try await translate("b.tsv")
        #expect(try second.json().first?["cached"] as? Int == 300)
        #expect(second.errors.contains("300 answers came from the cache; '--refresh' ignores the cache"))
        #expect(try await asked().count == count)
        let written = try #require(contents(box.path("a.tsv")))
        #expect(contents(box.path("b.tsv")) == written)
        _ = try await translate("c.tsv", "--refresh")
        #expect(try await asked().count == 2 * count)
    }

    @Test("the cache can be shown, exported and cleared, and doctor reports its location")
    func verb() async throws {
        let none = try await run("cache", "stats", "--json")
        none.expectSuccess()
        #expect(try none.json().first?["answers"] as? Int == 0)
        try await run("cache", "clear").expectSuccess()
        #expect(TemporaryFolder.names(in: folder).isEmpty)

        try await run("translate", "water", "fire", "earth").expectSuccess()
        let stats = try await run("cache", "stats", "--json")
        stats.expectSuccess()
        let object = try #require(try stats.json().first)
        #expect(object["answers"] as? Int == 3 && object["folder"] as? String == "\(folder)/answers")
        #expect((object["shares"] as? [[String: Any]])?.first?["provider"] as? String == "libre")
        let people = try await run("cache", "stats")
        people.expectSuccess()
        #expect(people.text.contains("translation by libre"))
        #expect(people.text.contains(" of 256.0 MiB"))
        #expect(try await run("doctor").text.contains("on; 3 answers, "))

        let export = try await run("cache", "export", "--service", "translation", "--provider", "libre")
        export.expectSuccess()
        #expect(
            try export.json().map { $0["translation"] as? String }.sorted { ($0 ?? "") < ($1 ?? "") } == [
                "[es] earth", "[es] fire", "[es] water",
            ]
        )
        #expect(try await run("cache", "export", "--service", "speech").text == "")
        #expect(try await run("cache", "export", "--older-than", "1").text == "")

        #expect(try await run("cache", "clear", "--older-than", "1").text == "0 answers removed\n")
        #expect(try await run("cache", "clear", "--provider", "deepl", "--json").json().first?["removed"] as? Int == 0)
        #expect(try await run("cache", "clear").text == "3 answers removed\n")
        let before = try await asked().count
        try await run("translate", "water").expectSuccess()
        #expect(try await asked().count == before + 1)
        #expect(try await run("cache", "clear", "--service", "feedback").ending == .exited(64))
    }

    @Test("a damaged file is set aside with a notice, and the command succeeds")
    func damaged() async throws {
        try await run("translate", "water").expectSuccess()
        for suffix in ["-wal", "-shm"] { TemporaryFolder.remove(file + suffix) }
        try Data(String(repeating: "rubbish ", count: 4000).utf8).write(to: URL(fileURLWithPath: file))
        #expect(try await run("doctor").text.contains("'parlance cache clear'"))
        #expect(try await run("cache", "stats").ending == .exited(74))
        let before = try await asked().count
        let outcome = try await run("translate", "water")
        #expect(outcome.ending == .exited(0) && outcome.lines == ["[es] water"])
        #expect(outcome.errors.hasPrefix("parlance: note: a new cache was created: "))
        #expect(outcome.errors.count { $0 == "\n" } == 1)
        try await run("translate", "water").expectSuccess()
        #expect(try await asked().count == before + 1)
        let stats = try await run("cache", "stats", "--json")
        #expect((try stats.json().first?["damaged"] as? [String])?.count == 1)
        // Clearing also removes unreadable files.
        try Data("rubbish".utf8).write(to: URL(fileURLWithPath: file))
        try await run("cache", "clear").expectSuccess()
        #expect(TemporaryFolder.names(in: folder).allSatisfy { !$0.contains("damaged") })
        try await run("translate", "water").expectSuccess()
    }

    @Test("if nothing can be stored, the command succeeds with a single notice")
    func impossible() async throws {
        try box.write("a file", to: "cache")
        let outcome = try await run("translate", "water", "fire")
        #expect(outcome.ending == .exited(0) && outcome.lines.count == 2)
        #expect(outcome.errors.hasPrefix("parlance: note: answers are not cached: "))
        #expect(outcome.errors.count { $0 == "\n" } == 1)
    }

    @Test("without a network, cached answers are used, expired ones with a notice")
    func offline() async throws {
        try await run("translate", "water").expectSuccess()
        let known = try await run("translate", "water", "--offline", "--json")
        known.expectSuccess()
        #expect(try known.json().first?["cached"] as? String == "fresh")
        // With a lifetime of zero days, every answer is expired.
        try configure(#"{ "translationDays": 0 }"#)
        let old = try await run("translate", "water", "--offline", "--json")
        #expect(old.ending == .exited(0))
        #expect(try old.json().first?["cached"] as? String == "stale")
        #expect(try old.json().first?["translation"] as? String == "[es] water")
        #expect(old.errors.contains("'libre' is not reachable; an expired cached answer was used"))
        #expect(try await run("translate", "fire", "--offline").ending == .exited(69))
        #expect(try await asked().count == 1)
    }

    @Test("the key appears neither in the file nor in command output")
    func secrets() async throws {
        try await run("translate", "water").expectSuccess()
        var size = 0
        for name in TemporaryFolder.names(in: "\(folder)/answers") {
            let bytes = try #require(contents("\(folder)/answers/\(name)"))
            size += bytes.count
            #expect(!String(decoding: bytes, as: UTF8.self).contains(Self.secret))
        }
        #expect(size > 0)
        for arguments in [["cache", "export"], ["cache", "stats"], ["cache", "stats", "--json"], ["doctor"]] {
            let outcome = try await box.run(
                ["--config", box.path("c.json")] + arguments,
                environment: ["REMOTE_KEY": Self.secret, "XDG_CACHE_HOME": box.path("cache")]
            )
            #expect(!outcome.text.isEmpty)
            #expect(!(outcome.text + outcome.errors).contains(Self.secret))
        }
    }

    @Test("a file in the current folder can only reduce what is stored")
    func project() async throws {
        for (section, isRight) in [
            (#"{ "enabled": false }"#, true), (#"{ "private": true }"#, true), (#"{ "private": false }"#, false),
            (#"{ "enabled": true }"#, false), (#"{ "maxMegabytes": 1 }"#, false), (#"{ "folder": "/tmp" }"#, false),
        ] {
            try box.write(#"{ "version": 1, "cache": "# + section + " }", to: "parlance.json")
            let outcome = try await box.run(["config", "check"])
            #expect(outcome.ending == .exited(isRight ? 0 : 78), "\(section): \(outcome.errors)")
        }
    }
}

/// Words of letters only, because numbers are not translated.
private enum BatchLetters {
    static func letters(_ number: Int) -> String {
        var rest = number
        var letters = ""
        repeat {
            letters.unicodeScalars.append(Unicode.Scalar(UInt8(ascii: "a") + UInt8(rest % 26)))
            rest /= 26
        } while rest > 0
        return letters
    }
}
