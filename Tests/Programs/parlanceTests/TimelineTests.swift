import Foundation
import Platform
import Testing

@testable import parlance

@Suite("Marks, subtitles and IPA")
struct TimelineTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    @Test("marks of several texts in one file have their start times and valid JSON")
    func marks() async throws {
        let arguments = ["speak", "in the house", "25 😀 times", "-o", "a.wav", "--marks", "a.jsonl"]
        try await box.run(arguments).expectSuccess()
        let wave = try #require(Wave(path: box.path("a.wav")))
        let lines = try read("a.jsonl").split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.map { $0["text"] as? String } == ["in the house", "25 😀 times"])
        let starts = lines.compactMap { $0["start"] as? Double }
        let lengths = lines.compactMap { $0["seconds"] as? Double }
        #expect(starts[0] == 0 && abs(starts[1] - lengths[0] - 0.3) < 0.001)
        #expect(abs(starts[1] + lengths[1] - wave.seconds) < 0.001)
        let marks = try #require(lines[1]["marks"] as? [[String: Any]])
        let words = marks.filter { $0["kind"] as? String == "word" }
        #expect(words.map { $0["text"] as? String } == ["25", "😀", "times"])
        #expect(words.map { $0["offset"] as? Int } == [0, 3, 5])
        #expect(words.allSatisfy { ($0["ipa"] as? String)?.isEmpty == false })
        #expect(marks.contains { $0["kind"] as? String == "phoneme" })
    }

    @Test("marks of a folder of files include the file names")
    func folder() async throws {
        try await box.run(["speak", "one", "two", "-d", "out", "--marks", "m.jsonl"]).expectSuccess()
        let text = try read("m.jsonl")
        #expect(text.contains(#""file":"out/one.wav""#) && text.contains(#""file":"out/two.wav""#))
        #expect(text.split(separator: "\n").allSatisfy { $0.contains(#""start":0,"#) })
    }

    @Test("subtitles follow the sentences and the words in them")
    func subtitles() async throws {
        let text = "Dr. Smith said: \"Hello & <bye>.\" Then he left."
        try await box.run(["speak", text, "-o", "a.wav", "--srt", "a.srt", "--vtt", "a.vtt"]).expectSuccess()
        let srt = try read("a.srt").split(separator: "\n", omittingEmptySubsequences: false)
        #expect(srt.first == "1" && srt[1].hasPrefix("00:00:00,000 --> 00:00:0"))
        #expect(srt[2] == "Dr. Smith said: \"Hello & <bye>.\"")
        #expect(srt[3].isEmpty && srt[4] == "2" && srt[6] == "Then he left.")
        let vtt = try read("a.vtt")
        #expect(vtt.hasPrefix("WEBVTT\n\n00:00:00.000 --> "))
        #expect(vtt.contains("&amp; <00:00:0") && vtt.contains("&lt;bye&gt;.\""))
        #expect(!vtt.contains("<bye>"))
    }

    @Test("a repeated text has its subtitles each time")
    func repeated() async throws {
        let texts = ["Hello there. What is it?", "And more."]
        try await box.run(["speak"] + texts + ["--repeat", "2", "-o", "a.wav", "--srt", "a.srt"]).expectSuccess()
        let lines = try read("a.srt").split(separator: "\n").map(String.init)
        let shown = lines.filter { !$0.contains("-->") && Int($0) == nil }
        let once = ["Hello there.", "What is it?"]
        #expect(shown == once + once + ["And more.", "And more."])
    }

    @Test("marks on standard output are not mixed with other output")
    func standardOutput() async throws {
        let outcome = try await box.run(["speak", "tea", "-o", "a.wav", "--marks", "-"])
        #expect(try outcome.json().count == 1)
        let both = try await box.run(["speak", "tea", "-o", "a.wav", "--marks", "-", "--srt", "-"])
        both.expectFailure(64, "standard output")
        let same = try await box.run(["speak", "tea", "-o", "a.wav", "--marks", "./a.wav"])
        same.expectFailure(64, "same file name")
    }

    @Test("a word longer than a piece has one mark, and the words after it have theirs")
    func longWord() async throws {
        for text in [String(repeating: "x", count: 1000), String(repeating: "y", count: 1500) + " and some more."] {
            let outcome = try await box.run(["speak", text, "-o", "a.wav", "--marks", "-"])
            let line = try #require(try outcome.json().first)
            let marks = try #require(line["marks"] as? [[String: Any]])
            let words = marks.filter { $0["kind"] as? String == "word" }.compactMap { $0["text"] as? String }
            #expect(words == text.split { !$0.isLetter }.map(String.init))
        }
    }

    @Test("IPA of one accent, of all accents, and as JSON")
    func ipa() async throws {
        var outcome = try await box.run(["ipa", "bath", "house", "--accent", "en-GB"])
        outcome.expectSuccess()
        #expect(outcome.text == "bath   ˈbɑːθ\nhouse  ˈhaʊs\n")
        outcome = try await box.run(["ipa", "bath", "--all", "--json"])
        outcome.expectSuccess()
        let line = try #require(try outcome.json().first)
        let ipa = try #require(line["ipa"] as? [String: String])
        #expect(ipa["en-GB"] == "ˈbɑːθ" && ipa["en-US"] == "ˈbæθ")
        outcome = try await box.run(["ipa", "bath", "--all"])
        #expect(outcome.lines.first?.contains("en-GB  ") == true)
        outcome = try await box.run(["ipa", "Haus", "...", "--accent", "de"])
        #expect(outcome.ending == .exited(2) && outcome.text == "Haus  ˈhaʊs\n")
    }

    @Test(
        "impossible requests are rejected immediately",
        arguments: [
            (["speak", "a", "-d", "out", "--srt", "x.srt"], 64, "'--output'"),
            (["speak", "a", "-o", "a.wav", "--marks", "no/such/folder/x"], 73, "no/such/folder/x"),
            (["speak", "a", "-o", "a.wav", "--vtt", "."], 73, "."),
            (["speak", "a", "-o", "a.wav", "--pitch", "3"], 64, "--pitch"),
            (["speak", "a", "-o", "a.wav", "--gap", "-1"], 64, "--gap"),
            (["ipa", "a", "--voice", "en-GB", "--all"], 64, "--all"),
            (["ipa"], 65, "nothing"),
        ] as [([String], Int32, String)]
    )
    func refused(_ arguments: [String], _ code: Int32, _ part: String) async throws {
        let outcome = try await box.run(arguments)
        #expect(outcome.ending == .exited(code), "\(outcome.errors)")
        #expect(outcome.errors.contains(part) && outcome.errors.split(separator: "\n").count == 1, "\(outcome.errors)")
        #expect(box.names().isEmpty)
    }

    @Test("pitch and gap change the sound")
    func prosody() async throws {
        try await box.run(["speak", "one two three", "-o", "plain.wav"]).expectSuccess()
        try await box.run(["speak", "one two three", "-o", "gap.wav", "--gap", "0.5"]).expectSuccess()
        try await box.run(["speak", "one two three", "-o", "quiet.wav", "--volume", "0.25"]).expectSuccess()
        let plain = try #require(Wave(path: box.path("plain.wav")))
        let gap = try #require(Wave(path: box.path("gap.wav")))
        let quiet = try #require(Wave(path: box.path("quiet.wav")))
        #expect((0.9...1.2).contains(gap.seconds - plain.seconds))
        let peaks = [plain, quiet].map { $0.samples.map { abs(Int($0)) }.max() ?? 0 }
        #expect(peaks[1] > 500 && peaks[1] * 3 < peaks[0])
    }

    private func read(_ name: String) throws -> String {
        try String(contentsOfFile: box.path(name), encoding: .utf8)
    }
}
