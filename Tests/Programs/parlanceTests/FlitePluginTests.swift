import Foundation
import Platform
import TestSupport
import Testing

/// Speech by the plug-in in `Plugins/flite`, with the real program.
@Suite("the plug-in flite", .timeLimit(.minutes(10)))
struct FlitePluginTests {
    private let shipped: ShippedPlugins
    private var box: Sandbox { shipped.box }

    init() async throws {
        shipped = try await ShippedPlugins()
        try box.write(
            """
            { "version": 1, "speech": { "use": ["flite", "espeak"] },
              "providers": { "flite": { "kind": "plugin-speech", "plugin": "flite" } } }
            """,
            to: "config.json"
        )
        try #require(try await box.run(["plugin", "add", "plugins/flite"]).ending == .exited(0))
    }

    private func speak(_ arguments: String..., environment: [String: String] = [:]) async throws -> Outcome {
        try await box.run(["speak", "--config", "config.json"] + arguments, environment: environment)
    }

    /// Speaks a text in American English with flite alone.
    private func say(
        _ text: String,
        _ more: String...,
        voice: [String] = ["--accent", "en-US"],
        to name: String
    ) async throws -> Wave {
        let arguments = ["--provider", "flite", "-o", name] + voice + more + ["--", text]
        let outcome = try await box.run(["speak", "--config", "config.json"] + arguments)
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        return try #require(Wave(path: box.path(name)))
    }

    @Test func everyRule() async throws { try await shipped.expectEveryRule(of: "flite") }

    @Test("with a substitute for flite that prints its arguments")
    func theProgram() async throws {
        try await shipped.expectSuccess(of: "flite_test.py", "plugins/flite", tests: 6)
    }

    @Test func voicesAreThoseOfTheProgram() async throws {
        let listed = try await box.run(["voices", "--config", "config.json", "--provider", "flite", "--json"])
        #expect(listed.ending == .exited(0), "\(listed.errors)")
        let genders = Dictionary(
            uniqueKeysWithValues: try listed.json().compactMap { voice in
                (voice["id"] as? String).map { ($0, voice["gender"] as? String) }
            }
        )
        #expect(genders["slt"] == "female" && genders["kal"] == "male" && genders["awb_time"] == nil)
        let sounds = try await ["slt", "kal", "awb"].asyncMap { voice in
            try await say("good morning", voice: ["--voice", voice], to: "\(voice).wav")
        }
        for sound in sounds { #expect(sound.hasSound) }
        #expect(Set(sounds.map(\.samples)).count == 3 && sounds.map(\.sampleRate) == [16_000, 8_000, 16_000])
        let unknown = try await speak("hello", "--provider", "flite", "--voice", "../slt", "-o", "x.wav")
        unknown.expectFailure(69, "flite has no voice '../slt'", "'flite -lv' lists its voices")
        try box.write(
            """
            { "version": 1, "speech": { "use": ["flite"] }, "providers": { "flite": {
              "kind": "plugin-speech", "plugin": "flite", "options": { "voice": "kal" } } } }
            """,
            to: "config.json"
        )
        #expect(try await say("good morning", to: "default.wav").samples == sounds[1].samples)
    }

    @Test func speedIsFlites() async throws {
        let plain = try await say("good morning to all of you", to: "plain.wav")
        let slow = try await say("good morning to all of you", "--rate", "0.5", to: "slow.wav")
        let fast = try await say("good morning to all of you", "--rate", "2", to: "fast.wav")
        #expect((1.7...2.3).contains(slow.seconds / plain.seconds))
        #expect((1.7...2.3).contains(plain.seconds / fast.seconds))
    }

    @Test func whatItDoesNotSpeakIsSpokenByTheNext() async throws {
        for (text, accent) in [("guten Morgen", "de"), ("good morning", "en-GB"), ("привет", "en-US"), ("🐕", "en-US")] {
            let alone = try await speak(text, "--provider", "flite", "--accent", accent, "-o", "alone.wav")
            alone.expectFailure(69)
            #expect(box.names().allSatisfy { $0 != "alone.wav" })
            let both = try await speak(text, "--accent", accent, "-o", "both.wav")
            #expect(both.ending == .exited(0), "\(both.errors)")
            #expect(Wave(path: box.path("both.wav"))?.hasSound == true)
        }
    }

    @Test(arguments: [
        "$(touch broken) `touch broken`; touch broken", "-o broken", "--help", "-t hello -o broken", "/etc/passwd",
        "line\nline\n\n-voice kal\n", "“café” – naïve…", String(repeating: "a", count: 10_000),
        String(repeating: "7", count: 500), "a\u{301}\u{327}b\u{200B}c \u{1B}[31m", "<s>&lt;</s> [[h@]] %s%n",
    ])
    func nastyTexts(_ text: String) async throws {
        let sound = try await say(text, to: "out.wav")
        #expect(sound.hasSound)
        #expect(!box.names().contains("broken") && !box.names(in: "plugins/flite").contains("broken"))
    }

    @Test func silence() async throws {
        for text in ["...", "\u{E000}\u{FFFF}", "—", "$€"] {
            let sound = try await say(text, to: "out.wav")
            #expect(!sound.samples.isEmpty && sound.seconds < 2, "\(text.debugDescription)")
        }
    }

    @Test func aDeck() async throws {
        try box.write("Front\tBack\nwater\tfire\nbread\twater\n", to: "words.tsv")
        let fields = ["--field", "Front=en-US", "--field", "Back=en-US", "--format", "wav"]
        let spoken = try await box.run(
            ["deck", "speak", "words.tsv", "-o", "out.tsv", "--config", "config.json"] + fields
        )
        #expect(spoken.ending == .exited(0) && spoken.text.contains("2 spoken"), "\(spoken.text)\(spoken.errors)")
        let names = box.names(in: "out.media")
        #expect(names.count == 3)
        for name in names {
            let sound = try #require(Wave(path: box.path("out.media/\(name)")))
            // espeak-ng's rate would be 22,050 Hz.
            #expect(sound.hasSound && sound.sampleRate == 16_000)
        }
    }

    @Test func withoutTheProgram() async throws {
        let tools = try await box.shell("mkdir bin && ln -s \"$(command -v python3)\" bin/python3")
        #expect(tools.ending == .exited(0))
        let bare = ["PATH": box.path("bin")]
        let alone = try await speak("hello", "--provider", "flite", "-o", "out.wav", environment: bare)
        alone.expectFailure(69, "the program 'flite' is not installed", "sudo apt-get install flite")
        let both = try await speak("hello", "--accent", "en-US", "-o", "both.wav", "--json", environment: bare)
        #expect(both.ending == .exited(0) && both.text.contains("the program 'flite' is not installed"), "\(both.text)")
        #expect(both.text.contains(#""provider":"espeak","outcome":"answered""#))
        #expect(Wave(path: box.path("both.wav"))?.hasSound == true)
    }

    @Test func anotherHelperIsNotStarted() async throws {
        // The file is one folder up; the plug-in's folder contains a link to it.
        let helper = try String(contentsOfFile: box.path("plugins/speech_text.py"), encoding: .utf8)
        try shipped.write("raise SystemExit(3)\n" + helper, to: "plugins/speech_text.py")
        let refused = try await speak("hello", "--provider", "flite", "-o", "out.wav")
        refused.expectFailure(78, "does not match the hash in the plug-in's manifest")
    }

    @Test func aCancelledTextEndsTheProgram() async throws {
        try box.write(String(repeating: "These are words that nobody wants to hear. ", count: 2000), to: "long.txt")
        let folder = box.path("plugins/flite")
        let child = try box.start([
            "speak", "--config", "config.json", "--provider", "flite", "--accent", "en-US", "-f", "long.txt",
            "-o", "out.wav",
        ])
        #expect(await eventually { !ProcessTable.processes(in: folder, named: "flite").isEmpty })
        kill(child.identifier, SIGINT)
        #expect(await child.wait().ending == .exited(130))
        #expect(await eventually { ProcessTable.processes(in: folder).isEmpty })
        #expect(!box.names().contains("out.wav"))
    }
}

extension Array {
    /// Transforms the elements one after the other.
    fileprivate func asyncMap<Other>(_ make: (Element) async throws -> Other) async rethrows -> [Other] {
        var others: [Other] = []
        for element in self { others.append(try await make(element)) }
        return others
    }
}
