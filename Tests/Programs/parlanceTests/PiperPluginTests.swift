import Foundation
import Platform
import TestSupport
import Testing

/// Speech by the plug-in in `Plugins/piper`, with a substitute for the package piper-tts; `.ci/piper-check.sh` tests it
/// with the real package.
@Suite("the plug-in piper", .timeLimit(.minutes(10)))
struct PiperPluginTests {
    private let shipped: ShippedPlugins
    private var box: Sandbox { shipped.box }

    init() async throws {
        shipped = try await ShippedPlugins()
        try shipped.place("piper.py", in: "piper")
        for folder in ["data/piper-voices", "more"] {
            try FileManager.default.createDirectory(atPath: box.path(folder), withIntermediateDirectories: true)
        }
        try voice("data/piper-voices/de_DE-duo-low", "\"language\":{\"code\":\"de_DE\"},\"num_speakers\":2")
        try voice("data/piper-voices/en_US-tones-high", "\"espeak\":{\"voice\":\"en-us\"},\"num_speakers\":1", "high")
    }

    /// Creates both files of a voice.
    private func voice(_ name: String, _ members: String, _ quality: String = "low") throws {
        try box.write("a model", to: "\(name).onnx")
        try box.write(
            """
            {"audio":{"sample_rate":16000,"quality":"\(quality)"},"speaker_id_map":{"deep":0,"loud":1},\(members)}
            """,
            to: "\(name).onnx.json"
        )
    }

    private func configure(_ options: String = "{}") async throws {
        try box.write(
            """
            { "version": 1, "speech": { "use": ["piper"] },
              "providers": { "piper": { "kind": "plugin-speech", "plugin": "piper", "options": \(options) } } }
            """,
            to: "config.json"
        )
        try #require(try await box.run(["plugin", "add", "plugins/piper"], environment: home).ending == .exited(0))
    }

    private var home: [String: String] { ["XDG_DATA_HOME": box.path("data")] }

    private func speak(_ text: String, _ more: String...) async throws -> Outcome {
        try await box.run(
            ["speak", "--config", "config.json", "-o", "out.wav"] + more + ["--", text],
            environment: home
        )
    }

    private func sound(_ text: String, _ more: String...) async throws -> Wave {
        let outcome = try await box.run(
            ["speak", "--config", "config.json", "-o", "out.wav", "--accent", "de"] + more + ["--", text],
            environment: home
        )
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        return try #require(Wave(path: box.path("out.wav")))
    }

    @Test func everyRule() async throws {
        // Skips the rule of identical bytes, which the plug-in does not guarantee.
        try await shipped.expectEveryRule(of: "piper", skipping: 1, environment: home)
    }

    @Test("frame by frame")
    func frames() async throws {
        try await shipped.expectSuccess(of: "piper_test.py", "plugins/piper", box.path("data/piper-voices"), tests: 4)
    }

    @Test func voicesSayWhatTheyAre() async throws {
        try await configure()
        let listed = try await box.run(
            ["voices", "--config", "config.json", "--json"],
            environment: home
        )
        let voices = try listed.json()
        #expect(voices.compactMap { $0["id"] as? String } == ["en_US-tones-high", "de_DE-duo-low"], "\(listed.errors)")
        #expect(voices.compactMap { $0["quality"] as? String } == ["premium", "standard"])
        #expect(voices.compactMap { $0["languages"] as? [String] } == [["en-US"], ["de-DE"]])
    }

    @Test func speedAndSpeaker() async throws {
        try await configure("{ \"speaker\": \"loud\" }")
        // Ten letters of 0.01 s each, at the voice's normal speed.
        let plain = try await sound("Guten Tag ihr")
        #expect(plain.samples.count == 11 * 160 && plain.samples.first == -8000)
        #expect(try await sound("Guten Tag ihr", "--rate", "0.5").samples.count == 2 * 11 * 160)
        #expect(try await sound("Guten Tag ihr", "--rate", "2").samples.count == 11 * 80)
        try await configure("{ \"speaker\": 0 }")
        #expect(try await sound("Guten Tag ihr").samples.first == -4000)
        try await configure("{ \"speaker\": 2 }")
        try await speak("Tag", "--accent", "de").expectFailure(78, "has no speaker '2'", "a number from 0 to 1")
    }

    @Test func textsOfAllKinds() async throws {
        try await configure()
        let long = String(repeating: "Wort um Wort und kein Ende, ", count: 500)
        #expect(try await sound(long).samples.count == long.count { $0.isLetter } * 160)
        #expect(try await sound(String(repeating: "x", count: 10_000)).samples.count == 10_000 * 160)
        for text in ["[[h@'loU]]", "$(touch broken)", "--help", "a\n\nb\u{1B}c", "👍 e\u{301}"] {
            #expect(try await sound(text).hasSound, "\(text)")
        }
        // Characters without a sound in this voice give a short silence.
        #expect(try await sound("…").samples == Array(repeating: 0, count: 3200))
        #expect(!box.names(in: "plugins/piper").contains("broken"))
    }

    @Test func aLanguageThatNoVoiceSpeaks() async throws {
        try await configure()
        try await speak("bonjour", "--accent", "fr").expectFailure(69, "does not support 'fr'")
        try await speak("hello", "--accent", "en-GB").expectFailure(69, "there is no voice for 'en-GB'")
        try await speak("hello", "--voice", "nobody").expectFailure(69, "there is no voice 'nobody'")
    }

    @Test func aCrashIsSaid() async throws {
        try await configure()
        let outcome = try await speak("Die.", "--accent", "de")
        #expect(outcome.ending != .exited(0) && outcome.errors.contains("exit status 7"), "\(outcome.errors)")
    }

    @Test func withoutThePackage() async throws {
        try shipped.write("raise ImportError(\"No module named 'piper'\")\n", to: "plugins/piper/piper.py")
        try await configure()
        try await speak("hello", "--accent", "de")
            .expectFailure(69, "the Python package piper-tts, 1.3 or later, is not installed", "pip install piper-tts")
    }

    @Test func wrongOptions() async throws {
        func refused(_ options: String, _ message: String) async throws {
            try await configure(options)
            try await speak("hello").expectFailure(78, message)
        }
        let folder = box.path("more")
        try await refused("{ \"voice\": \"v.onnx\" }", "'voice' must be an absolute path")
        try await refused("{ \"voice\": 7 }", "'voice' must be an absolute path")
        try await refused("{ \"voice\": \"\(folder)/x\" }", "must be the path of a file NAME.onnx")
        try await refused("{ \"voice\": \"\(folder)/x.onnx\" }", "there is no voice '\(folder)/x.onnx'")
        try await refused("{ \"voices\": \"\(folder)\" }", "there is no voice in '\(folder)'")
        try await refused("{ \"vioce\": \"x\" }", "there is no option 'vioce'")
        try FileManager.default.removeItem(atPath: box.path("data/piper-voices"))
        try await refused("{}", "no voice is configured, and there is no folder")
        try box.write("a model", to: "more/x.onnx")
        try await refused("{ \"voice\": \"\(folder)/x.onnx\" }", "x.onnx.json' cannot be read")
        for (json, message) in [
            ("[]", "it is not a JSON object"), ("{", "does not describe a usable voice"),
            ("{\"phoneme_type\":\"pinyin\"}", "which needs data from the network"),
            ("{\"num_speakers\":1}", "does not describe a usable voice"),
            ("{\"language\":{\"code\":\"en_US\"},\"speaker_id_map\":[1]}", "does not describe a usable voice"),
        ] {
            // The file name does not state a language either.
            try box.write(json, to: "more/x.onnx.json")
            try await refused("{ \"voice\": \"\(folder)/x.onnx\" }", message)
        }
        try voice("more/x", "\"language\":{\"code\":\"en_US\"},\"num_speakers\":1")
        try box.write("a damaged model", to: "more/x.onnx")
        try await refused("{ \"voice\": \"\(folder)/x.onnx\" }", "cannot be loaded: RuntimeError: it is damaged")
    }
}
