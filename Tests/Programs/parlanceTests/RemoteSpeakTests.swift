import Foundation
import HTTPTransport
import Platform
import TestSupport
import Testing

@testable import parlance

/// `parlance speak` and related commands with a remote service, simulated by a local server.
@Suite("speech by a service", .enabled(if: LoopbackServer.isInstalled, LoopbackServer.requirement))
struct RemoteSpeakTests {
    private static let secret = "sesame-4711-open"

    private static let shared = Result {
        try LoopbackServer.start(
            Repository.path("Tests/Speech/RemoteSpeechTests/Server/speech.py")
        )
    }

    private let box: Sandbox
    private let server: LoopbackServer
    private let id = UInt64.random(in: .min ... .max)

    /// Providers with their simulated faults.
    private static let providers = [
        "tones": "", "eleven": "dialect=elevenlabs", "key": "status=401,body=key", "busy": "status=429,body=key",
        "html": "html", "down": "status=503", "cut": "cut,plain", "truncated": "truncated",
        "late": "after=2,status=503",
        "once": "after=1,cut,plain", "quota": "status=429,body=insufficient", "slow": "pause=60,piece=600",
    ]

    init() throws {
        box = try Sandbox()
        server = try Self.shared.get()
        let definitions = Self.providers.map { name, how in
            """
            "\(name)": { "kind": "http-speech", "dialect": "\(name == "eleven" ? "elevenlabs" : "openai")",
              "url": "\(server.address)/\(path(how))/v1", "key": { "env": "SPEECH_KEY" }, "concurrentRequests": 3,
              "textLimit": 60 }
            """
        }
        try box.write(
            #"{ "version": 1, "speech": { "use": ["tones"], "accent": "en-US" }, "providers": {"#
                + definitions.joined(separator: ",") + "} }",
            to: "c.json"
        )
    }

    private func path(_ how: String) -> String { (how.isEmpty ? "" : "\(how),") + "id=\(id)" }

    private func run(_ arguments: String..., more: [String] = [], use: String? = nil) async throws -> Outcome {
        var environment = ["SPEECH_KEY": Self.secret]
        environment["PARLANCE_SPEECH_USE"] = use
        return try await box.run(["--config", box.path("c.json")] + arguments + more, environment: environment)
    }

    /// The texts that a provider received.
    private func sent(_ name: String) async throws -> [String] {
        let url = "\(server.address)/log/\(path(Self.providers[name] ?? ""))"
        let data = Data(try await CurlTransport().send(HTTPRequest(.get, url)).body)
        let log = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
        let asked = try #require(log["asked"] as? [[String: Any]])
        return asked.compactMap { entry in
            (entry["body"] as? String).flatMap { body in
                let json = try? JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
                return (json?["input"] ?? json?["text"]) as? String
            }
        }
    }

    @Test("a text is written to a file, in every dialect", arguments: ["tones", "eleven"])
    func speaks(_ provider: String) async throws {
        let outcome = try await run("speak", "hello", "--provider", provider, "-o", "x.wav", "--json")
        outcome.expectSuccess()
        let line = try #require(try outcome.json().first)
        let report = try #require(line["report"] as? [String: Any])
        let attempts = try #require(report["attempts"] as? [[String: Any]])
        #expect(attempts.first?["provider"] as? String == provider)
        let wave = try #require(Wave(path: box.path("x.wav")))
        #expect(wave.hasSound)
        #expect(abs(wave.seconds - 0.2) < 0.01)
        #expect(wave.sampleRate == (provider == "eleven" ? 22_050 : 24_000))
    }

    @Test("sound goes to standard output, and into other formats")
    func formats() async throws {
        let outcome = try await run("speak", "hello", "-o", "-")
        outcome.expectSuccess()
        #expect(Wave(outcome.output)?.hasSound == true)
        try await run("speak", "hello", "-o", "x.flac", "--normalize", "--rate", "0.5", "--pitch", "0.9")
            .expectSuccess()
        #expect(contents(box.path("x.flac"))?.starts(with: "fLaC".utf8) == true)
    }

    @Test("a list of words fills a folder, and existing files are not requested again")
    func folder() async throws {
        try box.write((1...40).map { "word number \($0)" }.joined(separator: "\n"), to: "words.txt")
        let first = try await run("speak", "--file", "words.txt", "--output-dir", "sounds")
        first.expectSuccess()
        #expect(first.lines.count == 40)
        #expect(box.names(in: "sounds").count == 40)
        for name in box.names(in: "sounds") { #expect(Wave(path: box.path("sounds/\(name)"))?.hasSound == true) }
        #expect(try await sent("tones").count == 40)
        let again = try await run("speak", "--file", "words.txt", "--output-dir", "sounds")
        #expect(again.ending == .exited(0))
        #expect(again.errors.contains("40 files already existed"))
        #expect(try await sent("tones").count == 40)
        try await run("speak", "--file", "words.txt", "-o", "all.wav").expectSuccess()
        #expect(try #require(Wave(path: box.path("all.wav"))).seconds > 20)
    }

    @Test("a deck is spoken by a service, and each text is sent once")
    func deck() async throws {
        try box.write("Front\tBack\nwater\tagua\nfire\tfuego\nwater\tagua\n", to: "words.tsv")
        let arguments = [
            "words.tsv", "-o", "out.tsv", "--format", "wav", "--field", "Front=en-US", "--field", "Back=fr",
        ]
        let dry = try await run("deck", "speak", more: arguments + ["--dry-run"])
        #expect(dry.ending == .exited(0), "\(dry.errors)")
        #expect(dry.text.contains("over the network"))
        #expect(try await sent("tones") == [])
        let outcome = try await run("deck", "speak", more: arguments)
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        #expect(outcome.text.contains("3 spoken"), "\(outcome.text)")
        #expect(try await sent("tones").sorted() == ["agua", "fire", "fuego", "water"])
        for name in box.names(in: "out.media") { #expect(Wave(path: box.path("out.media/\(name)"))?.hasSound == true) }
        // Neither the timeout nor the price changes the sound.
        let text = try String(contentsOfFile: box.path("c.json"), encoding: .utf8)
        try box.write(
            text.replacing(#""concurrentRequests": 3"#, with: #""concurrentRequests": 9, "requestSeconds": 9"#),
            to: "c.json"
        )
        let again = try await run("deck", "speak", "out.tsv", more: Array(arguments.dropFirst()) + ["--json"])
        #expect(try again.json().first?["kept"] as? Int == 3, "\(again.text)")
        #expect(try await sent("tones").count == 4)
    }

    @Test("the voices of a service are listed, and one can be selected")
    func voices() async throws {
        let outcome = try await run("voices", "--provider", "eleven", "--language", "en", "--json")
        outcome.expectSuccess()
        let voices = try outcome.json()
        #expect(voices.map { $0["name"] as? String } == ["Carla", "Daniel", "Rachel"])
        #expect(voices.map { $0["quality"] as? String } == ["premium", "enhanced", "enhanced"])
        #expect(voices.allSatisfy { $0["provider"] as? String == "eleven" })
        try await run("speak", "hello", "--provider", "eleven", "--voice", "onyx", "-o", "x.wav").expectSuccess()
        let unknown = try await run("speak", "hello", "--provider", "eleven", "--voice", "onix", "-o", "y.wav")
        unknown.expectFailure(69, "there is no voice 'onix'", "did you mean 'onyx'", "voices --provider eleven")
    }

    @Test(
        "a failure is reported with its exit code, and leaves no file",
        arguments: [
            ("key", 69, "refuses the key"), ("quota", 69, "quota is used up"), ("busy", 75, "too many requests"),
            ("down", 69, "is currently unavailable"), ("html", 1, "web page"), ("cut", 75, "interrupted"),
            ("truncated", 1, "truncated"),
        ] as [(String, Int32, String)]
    )
    func failures(_ provider: String, _ code: Int32, _ words: String) async throws {
        for target in [["-o", "x.wav"], ["-o", "x.mp3"], ["--output-dir", "d"]] {
            let outcome = try await run("speak", "hello", "--provider", provider, more: target)
            outcome.expectFailure(code, words, "127.0.0.1")
            #expect(!outcome.errors.contains(Self.secret))
            #expect(box.names().filter { $0 != "c.json" && $0 != "d" } == [])
        }
        #expect(box.names(in: "d") == [])
        let json = try await run("speak", "hello", "--provider", provider, "--json", "-o", "x.wav")
        #expect(!(json.text + json.errors).contains(Self.secret))
        #expect(try json.json().last?["error"] != nil)
    }

    @Test("a failure in a later part of a text leaves no incomplete file")
    func later() async throws {
        let text = Array(repeating: "This is a sentence of some words.", count: 6).joined(separator: " ")
        let outcome = try await run("speak", text, "--provider", "late", "-o", "x.wav")
        outcome.expectFailure(69, "is currently unavailable")
        #expect(try await sent("late").count == 3, "nothing more is asked for")
        let folder = try await run("speak", text, "--provider", "once", "--output-dir", "d")
        #expect(folder.ending == .exited(75), "\(folder.errors)")
        #expect(box.names(in: "d") == [])
        #expect(box.names().sorted() == ["c.json", "d"])
    }

    @Test("a chain skips a failed service and reports it")
    func chained() async throws {
        let outcome = try await run("speak", "hello", "-o", "x.wav", "--json", use: "down,espeak")
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        let report = try #require(try outcome.json().first?["report"] as? [String: Any])
        let attempts = try #require(report["attempts"] as? [[String: Any]])
        #expect(attempts.map { $0["provider"] as? String } == ["down", "espeak"])
        // A feature that the service lacks comes from another provider.
        let marks = try await run("speak", "hello", "-o", "x.wav", "--marks", "m.json", use: "tones,espeak")
        #expect(marks.ending == .exited(0), "\(marks.errors)")
        #expect(try await sent("tones") == [])
        let timed = try await run("speak", "Hello there", "--provider", "eleven", "-o", "y.wav", "--vtt", "y.vtt")
        timed.expectSuccess()
        #expect(try String(contentsOfFile: box.path("y.vtt"), encoding: .utf8).contains("Hello <00:00:00.180>there"))
        let alone = try await run("speak", "hello", "-o", "x.wav", "--marks", "m.json")
        alone.expectFailure(69, "when each phoneme is spoken", "espeak")
    }

    @Test("an interruption ends the transfer and leaves no file")
    func interrupted() async throws {
        let text = String(repeating: "long ", count: 11)
        try box.write(Array(repeating: text, count: 3).joined(separator: "\n"), to: "t.txt")
        let script = """
            SPEECH_KEY=x "$P" --config c.json speak --file t.txt --provider slow -o x.wav 2>err & P=$!
            sleep 1; kill -TERM $P; wait $P; echo $?
            """
        let outcome = try await box.shell(script)
        #expect(outcome.text == "143\n", "\(outcome.text) \(outcome.errors)")
        #expect(box.names().sorted() == ["c.json", "err", "t.txt"])
    }

    @Test("a file in the current folder must not configure a remote provider")
    func untrusted() async throws {
        let text = try String(contentsOfFile: box.path("c.json"), encoding: .utf8)
        try box.write(text.replacing(#""key": { "env": "SPEECH_KEY" },"#, with: ""), to: "parlance.json")
        let outcome = try await box.run(["speak", "hello", "-o", "x.wav"])
        #expect(outcome.ending == .exited(78), "\(outcome.errors)")
        #expect(outcome.errors.contains("may not send texts over the network"))
        #expect(try await sent("tones") == [])
    }
}
