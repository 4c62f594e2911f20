import Foundation
import Platform
import TestSupport
import Testing

@testable import parlance

/// `parlance serve --stdio`: front ends in Python, and other instances of Parlance.
@Suite("parlance serve --stdio", .timeLimit(.minutes(10)))
struct FrontEndTests {
    private let box: Sandbox

    init() throws {
        box = try Sandbox()
        try box.write(Self.configuration(), to: "config.json")
    }

    /// A configuration in which feedback needs no device and no sound server.
    private static func configuration(_ more: String = "", speech: String = "espeak") -> String {
        """
        { "version": 1, "speech": { "use": ["\(speech)"] }, \(more)
          "providers": { "second": { "kind": "espeak" }, "patterns": { "kind": "patterns", "enabled": false } } }
        """
    }

    @Test(arguments: ["everything", "cancel", "at-once", "swap", "reload", "killed-server", "killed-client"])
    func thePythonClient(_ scenario: String) async throws {
        let outcome = try await box.shell(
            """
            exec python3 -B '\(Repository.root)/Tests/Programs/parlanceTests/FrontEnd/drive.py' '\(Repository.root)/docs/clients' "$P" \(scenario)
            """
        )
        #expect(outcome.ending == .exited(0) && outcome.text == "right\n", "\(outcome.text)\(outcome.errors)")
    }

    @Test func whatIsWrongIsSaidInAFrameAndInTheLog() async throws {
        try box.write(#"{ "version": 1, "speech": { "use": ["nobody" } }"#, to: "wrong.json")
        let greeting = #"{"id":0,"method":"initialize","params":{"protocol":[1]}}"#
        let wrong = try await box.run(["serve", "--stdio", "--config", "wrong.json"], input: "\(greeting)\n")
        #expect(wrong.ending == .exited(78) && wrong.errors.contains("wrong.json:1:"))
        let error = try #require(try wrong.json().first?["error"] as? [String: Any])
        #expect(error["code"] as? String == "configuration")
        let broken = try await box.run(["serve", "--stdio", "--config", "config.json"], input: "\(greeting)\nhello\n")
        #expect(broken.ending == .exited(1) && broken.errors.contains("the client wrote a line that is not JSON"))
        #expect(try broken.json().count == 1)
        let both = try await box.run(["serve", "--stdio", "--mcp"])
        #expect(both.ending == .exited(64))
    }

    // MARK: Two instances of Parlance

    /// Creates a folder with a plug-in that is the program itself.
    private func makePlugin(_ id: String, arguments: String = "", program: String? = nil) throws {
        let program = try program ?? Binary.path()
        try FileManager.default.createDirectory(
            atPath: box.path(id),
            withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755]
        )
        try box.write(
            """
            { "schema": 1, "id": "\(id)", "version": "1", "protocol": [1],
              "command": ["\(program)", "serve", "--stdio"\(arguments)],
              "services": [
                { "service": "speech", "concurrency": 4,
                  "features": ["rate", "pitch", "volume", "wordGap", "deterministic", "pronunciations", "marks"] },
                { "service": "translation", "concurrency": 4 },
                { "service": "sentences", "concurrency": 4, "features": ["stream"] },
                { "service": "feedback", "concurrency": 4 }
              ],
              "samples": {
                "speech": { "text": "one two three", "language": "en-GB" },
                "translation": { "texts": ["water", "dog"], "source": "en", "target": "es" },
                "sentences": { "word": "water", "language": "en" },
                "feedback": { "event": "success" }
              } }
            """,
            to: "\(id)/plugin.json"
        )
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path("\(id)/plugin.json"))
    }

    /// A configuration in which a plug-in provides all services.
    private static func chained(_ id: String) -> String {
        let kinds = ["speech", "translation", "sentences", "feedback"]
        let services = kinds.map { #""\#($0)": { "use": ["far-\#($0)"] }"# }.joined(separator: ", ")
        let providers = kinds.map { #""far-\#($0)": { "kind": "plugin-\#($0)", "plugin": "\#(id)" }"# }
        return #"{ "version": 1, \#(services), "providers": { \#(providers.joined(separator: ", ")) } }"#
    }

    @Test func anotherParlanceIsAPlugin() async throws {
        try makePlugin("inner", arguments: #", "--config", "\#(box.path("config.json"))""#)
        let added = try await box.run(["plugin", "add", "inner"])
        #expect(added.ending == .exited(0), "\(added.errors)")
        try box.write(Self.chained("inner"), to: "outer.json")
        let config = ["--config", "outer.json"]
        let spoken = try await box.run(
            ["speak", "Good morning", "-o", "far.wav", "--marks", "far.json", "--accent", "en-GB"] + config
        )
        #expect(spoken.ending == .exited(0), "\(spoken.errors)")
        let near = try await box.run(
            [
                "speak", "Good morning", "-o", "near.wav", "--marks", "near.json", "--accent", "en-GB", "--config",
                "config.json",
            ]
        )
        #expect(near.ending == .exited(0), "\(near.errors)")
        #expect(
            try Data(contentsOf: URL(filePath: box.path("far.wav")))
                == Data(contentsOf: URL(filePath: box.path("near.wav")))
        )
        let translated = try await box.run(["translate", "dog", "--from", "en", "--to", "es"] + config)
        #expect(translated.text.hasPrefix("perro"), "\(translated.errors)")
        let sentences = try await box.run(["sentence", "book", "--language", "en", "--count", "2"] + config)
        #expect(sentences.ending == .exited(0) && sentences.text.contains("book"), "\(sentences.errors)")
        let felt = try await box.run(["feedback", "play", "success"] + config)
        #expect(felt.ending == .exited(0), "\(felt.errors)")
        #expect(processes(in: box.path("inner")).isEmpty)
    }

    /// A bare name is searched in PATH when the plug-in is added.
    @Test func theSuitePasses() async throws {
        try makePlugin("inner", arguments: #", "--config", "\#(box.path("config.json"))""#, program: "parlance")
        let folder = try Binary.path().split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
        let verdicts = try await box.run(
            ["plugin", "test", "inner"],
            environment: ["PATH": "\(folder):/usr/local/bin:/usr/bin:/bin"]
        )
        #expect(verdicts.ending == .exited(0), "\(verdicts.text)\(verdicts.errors)")
        #expect(verdicts.text.count { $0.isNewline } > 100)
        #expect(processes(in: box.path("inner")).isEmpty)
    }

    @Test(arguments: [["speak", "hello", "-o", "x.wav"], ["translate", "dog", "--from", "en", "--to", "es"]])
    func whoAsksItselfIsTold(_ command: [String]) async throws {
        try makePlugin("mirror", arguments: #", "--config", "\#(box.path("mirror.json"))""#)
        try box.write(Self.chained("mirror"), to: "mirror.json")
        #expect(try await box.run(["plugin", "add", "mirror"]).ending == .exited(0))
        let outcome = try await box.run(command + ["--config", "mirror.json"])
        #expect(outcome.ending == .exited(78), "\(outcome.errors)")
        #expect(outcome.errors.contains("nested plug-ins are running"), "\(outcome.errors)")
        #expect(await eventually { processes(in: box.path("mirror")).isEmpty })
    }

    /// The processes with the given working folder.
    private func processes(in folder: String) -> [Int32] {
        TemporaryFolder.names(in: "/proc").compactMap { Int32($0) }.filter { number in
            guard let place = realpath("/proc/\(number)/cwd", nil) else { return false }
            defer { free(place) }
            return String(cString: place) == folder
        }
    }
}
