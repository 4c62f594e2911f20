import Foundation
import Platform
import TestSupport
import Testing

/// Budgets shared by several runs of the program.
@Suite(
    "Budgets",
    .enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement),
    .timeLimit(.minutes(10))
)
struct BudgetTests {
    private static let shared = Result {
        try LoopbackServer.start(
            Repository.path("Tests/Translation/RemoteTranslationTests/Server/services.py")
        )
    }

    private let box: Sandbox
    private let server: LoopbackServer
    private let name = "id=\(UInt32.random(in: .min ... .max))"

    init() throws {
        box = try Sandbox()
        server = try Self.shared.get()
    }

    /// Configures a provider; `how` selects the server's behaviour.
    private func configure(_ options: String, how: String = "") throws {
        try box.write(
            """
            { "version": 1, "translation": { "use": ["libre"], "from": "en", "to": "es" }, "providers": {
              "libre": { "kind": "http-translation", "dialect": "libretranslate",
                "url": "\(server.address)/service=libretranslate\(how),\(name)", \(options) } } }
            """,
            to: "c.json"
        )
    }

    private func run(_ arguments: String...) async throws -> Outcome {
        try await box.run(["--config", "c.json"] + arguments)
    }

    /// The number of characters that have reached the server.
    private func arrived(how: String = "") async throws -> Int {
        let script = """
            import json, sys, urllib.request
            entries = json.load(urllib.request.urlopen(sys.argv[1]))
            print(sum(len(json.loads(entry["body"])["q"]) for entry in entries if entry["body"]))
            """
        try box.write(script, to: "log.py")
        let outcome = try await box.shell(
            "python3 log.py '\(server.address)/log/service=libretranslate\(how),\(name)'"
        )
        return try #require(outcome.lines.first.flatMap { Int($0) }, "\(outcome.errors)")
    }

    private func used() async throws -> (requests: Int?, characters: Int?) {
        let outcome = try await run("providers", "--usage", "--json")
        outcome.expectSuccess()
        let month = try outcome.json().last
        return (month?["requests"] as? Int, month?["characters"] as? Int)
    }

    @Test("concurrent processes use up the budget and never exceed it")
    func together() async throws {
        try configure(#""charactersPerDay": 20"#)
        let outcome = try await box.shell(
            #"for i in 01 02 03 04 05 06 07 08 09 10 11 12; do "$P" --config c.json translate "w$i" & done; wait"#
        )
        #expect(outcome.lines.count { $0.hasPrefix("[es] w") } == 6, "\(outcome.text)\(outcome.errors)")
        let refusals = outcome.errors.split(separator: "\n")
        #expect(refusals.count == 6)
        #expect(refusals.allSatisfy { $0.contains("the budget of 20 characters per day has 2 left") }, "\(refusals)")
        #expect(try await arrived() == 6)
        #expect(try await used().characters == 18)
    }

    @Test("a refusal states the budget, the remainder and the reset time")
    func refused() async throws {
        try configure(#""requestsPerMonth": 2"#)
        try await run("translate", "one").expectSuccess()
        // The first run also requested the languages.
        let spent = try await used().requests ?? 0
        for _ in spent..<2 { try await run("translate", "two").expectSuccess() }
        let outcome = try await run("translate", "three", "--json")
        #expect(outcome.ending == .exited(69))
        let error = try outcome.json().first?["error"] as? [String: Any]
        #expect(error?["code"] as? String == "quotaExceeded")
        #expect(error?["provider"] as? String == "libre")
        let message = try #require(error?["message"] as? String)
        #expect(message.contains("the budget of 2 requests per month has 0 left"))
        #expect(message.contains("-01 00:00 UTC"))
        #expect((error?["remedy"] as? String)?.contains("requestsPerMonth") == true)
        let wait = try #require(error?["retryAfterSeconds"] as? Double)
        #expect(wait >= 0 && wait <= 31 * 86_400)
        // A text that exceeds the daily budget.
        try configure(#""charactersPerDay": 4"#)
        try await run("translate", "three").expectFailure(65, "5 characters", "4 characters per day")
    }

    @Test("a killed process has already counted what it sent")
    func killed() async throws {
        // Longer than the check takes on any machine.
        try configure(#""charactersPerDay": 5, "requestSeconds": 3600"#, how: ",ms=3000000")
        let child = try box.start(["--config", "c.json", "translate", "water"])
        while try await used().characters != 5 { try await Task.sleep(for: .milliseconds(50)) }
        #expect(kill(child.identifier, SIGKILL) == 0)
        _ = await child.wait()
        #expect(try await used().characters == 5)
        try await run("translate", "water").expectFailure(69, "has 0 left")
    }

    @Test("requests that never reached a server are not counted")
    func unreachable() async throws {
        try box.write(
            """
            { "version": 1, "translation": { "use": ["libre"], "from": "en", "to": "es" }, "providers": {
              "libre": { "kind": "http-translation", "dialect": "libretranslate", "url": "http://127.0.0.1:1",
                "charactersPerDay": 5, "requestsPerDay": 1 } } }
            """,
            to: "c.json"
        )
        for _ in 0..<3 { try await run("translate", "water").expectFailure(75, "127.0.0.1:1") }
        #expect(try await used().requests == 0)
    }

    @Test("the list shows what remains, and usage can be reset")
    func listed() async throws {
        try configure(#""charactersPerDay": 20, "requestsPerMonth": 100"#)
        #expect(try await run("providers", "--usage").text.contains("0 of 20 characters, 20 left"))
        try await run("translate", "water").expectSuccess()
        let lines = try await run("providers", "--usage").lines
        #expect(lines.count == 2)
        #expect(lines.first?.contains("5 of 20 characters, 15 left") == true, "\(lines)")
        #expect(lines.last?.contains("of 100 requests") == true, "\(lines)")
        #expect(lines.allSatisfy { $0.hasPrefix("libre ") && $0.hasSuffix(" 00:00 UTC") })
        try await run("providers", "--reset-usage", "libr").expectFailure(1, "did you mean 'libre'?")
        #expect(try await run("providers", "--reset-usage", "libre").text == "libre: reset\n")
        #expect(try await run("providers", "--reset-usage", "all").text == "all: no usage recorded\n")
        #expect(try await run("providers", "--usage").text.contains("0 of 20 characters, 20 left"))
        #expect(try await run("doctor").text.contains("budgets"))
    }

    @Test("an unreadable file stops the provider, and nothing is sent")
    func unreadable() async throws {
        try configure(#""charactersPerDay": 20"#)
        try await run("translate", "water").expectSuccess()
        let before = try await arrived()
        let outcome = try await box.shell(
            #"f="$HOME/.local/state/parlance/usage.sqlite"; printf 'this is no database any more, but long enough to be one, "#
                + #"with a hundred bytes and some at its start ......' > "$f"; "$P" --config c.json translate house"#
        )
        outcome.expectFailure(69, "its budget cannot be enforced", "is damaged", "remove the file")
        #expect(try await arrived() == before)
        let doctor = try await run("doctor")
        #expect(doctor.text.contains("missing  budgets"), "\(doctor.text)")
        let repaired = try await box.shell(
            #"rm "$HOME/.local/state/parlance/usage.sqlite"; "$P" --config c.json translate house"#
        )
        repaired.expectSuccess()
    }

    @Test("a run over a deck calls a provider with an exhausted quota only once")
    func deck() async throws {
        try configure(#""attempts": 5"#, how: ",status=456")
        let cards = (1...500).map { "card number \($0)\t\n" }.joined()
        try box.write("Front\tBack\n" + cards, to: "w.tsv")
        let outcome = try await run("deck", "translate", "w.tsv", "-o", "o.tsv", "--header", "present")
        #expect(outcome.ending != .exited(0))
        #expect(outcome.errors.contains("456"), "\(outcome.errors)")
        let asked = try await arrived(how: ",status=456")
        #expect(asked <= 50 * 4, "\(asked) of 500 texts were requested")
    }
}
