import Audio
import Foundation
import Platform
import TestSupport
import Testing

@Suite("speak to files")
struct SpeakFilesTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    @Test("one file for one text or for several, with pauses in between")
    func oneFile() async throws {
        var outcome = try await box.run(["speak", "hello", "-o", "one.wav"])
        outcome.expectSuccess()
        let one = try #require(Wave(path: box.path("one.wav")))
        #expect(one.hasSound && one.sampleRate == 22_050 && (0.2...2).contains(one.seconds))
        #expect(outcome.lines.count == 1)
        #expect(outcome.text.hasPrefix("one.wav  0."))
        // An existing file is replaced, and the new one is as long as both texts and the pause.
        outcome = try await box.run(["speak", "hello", "hello", "-o", "one.wav", "--json"])
        outcome.expectSuccess()
        let two = try #require(Wave(path: box.path("one.wav")))
        let parts = try outcome.json().compactMap { $0["seconds"] as? Double }
        #expect(parts.count == 2)
        #expect(abs(two.seconds - parts.reduce(0.3, +)) < 0.001)
        #expect(box.names() == ["one.wav"])
    }

    @Test("an independent reader accepts the file")
    func python() async throws {
        try await box.run(["speak", "hello", "-o", "one.wav"]).expectSuccess()
        let script = "import wave; w = wave.open('one.wav'); print(w.getparams()[:3], w.getnframes())"
        let outcome = try await box.shell("command -v python3 >/dev/null || exit 99; python3 -c \"\(script)\"")
        guard outcome.ending != .exited(99) else { return print("skipped: python3 is not installed") }
        let frames = try #require(Wave(path: box.path("one.wav"))).samples.count
        #expect(outcome.text == "(1, 2, 22050) \(frames)\n", "\(outcome.errors)")
    }

    @Test("a folder of files: names, order, case variants, duplicates, and a new folder in a new folder")
    func folder() async throws {
        let texts = ["water", "Polish", "polish", "ice cream", "What?", "water", "Häuser", "../up"]
        let outcome = try await box.run(["speak"] + texts + ["--output-dir", "new/audio"])
        outcome.expectSuccess()
        #expect(outcome.lines.count == texts.count)
        let paths = outcome.lines.compactMap { $0.components(separatedBy: "  ").first }
        #expect(paths[0] == "new/audio/water.wav" && paths[5] == paths[0])
        #expect(paths[1] == "new/audio/Polish.wav" && paths[2].hasPrefix("new/audio/polish-"))
        #expect(paths[3] == "new/audio/ice_cream.wav")
        #expect(paths[4].hasPrefix("new/audio/What-") && paths[6] == "new/audio/Häuser.wav")
        #expect(Set(paths.map { $0.lowercased() }).count == texts.count - 1)
        #expect(Set(box.names(in: "new/audio")) == Set(paths.map { String($0.dropFirst("new/audio/".count)) }))
        for (line, path) in zip(outcome.lines, paths) {
            let wave = try #require(Wave(path: box.path(path)))
            #expect(wave.hasSound)
            let shown = try #require(Double(line.dropFirst(path.count + 2).dropLast(2)))
            #expect(abs(shown - wave.seconds) <= 0.006)
        }
        #expect(box.names() == ["new"])
    }

    @Test("texts from a file, '-' and a pipe: CRLF, byte order mark, empty lines, unterminated last line")
    func lines() async throws {
        let text = "\u{FEFF}one\r\n\r\n   \ntwo\n\nthree"
        try box.write(text, to: "words.txt")
        for (number, arguments) in [["--file", "words.txt"], ["-"], [], ["--file", "-"]].enumerated() {
            let outcome = try await box.run(["speak", "-d", "d\(number)"] + arguments, input: text)
            outcome.expectSuccess()
            let names = outcome.lines.compactMap { $0.components(separatedBy: "  ").first }
            #expect(names == ["one", "two", "three"].map { "d\(number)/\($0).wav" })
        }
        let json = try await box.run(["speak", "first", "-f", "words.txt", "-d", "e", "--json"])
        json.expectSuccess()
        let lines = try json.json()
        #expect(lines.map { $0["text"] as? String } == ["first", "one", "two", "three"])
        #expect(lines.map { $0["place"] as? String } == [nil, "words.txt:1", "words.txt:4", "words.txt:6"])
        for line in lines {
            let report = try #require(line["report"] as? [String: Any])
            let attempts = try #require(report["attempts"] as? [[String: Any]])
            #expect(attempts.first?["provider"] as? String == "espeak")
            #expect(attempts.first?["outcome"] as? String == "answered")
        }
    }

    @Test("valid lines are written, and an invalid line among them is reported")
    func partly() async throws {
        try box.write(Array("one\nt".utf8) + [0xFF] + Array("o\nthree\n".utf8), to: "words.txt")
        let outcome = try await box.run(["speak", "-f", "words.txt", "-d", "out"])
        outcome.expectFailure(2, "words.txt:2:2: the byte 0xff is not valid UTF-8")
        #expect(box.names(in: "out") == ["one.wav", "three.wav"])
        for name in box.names(in: "out") { #expect(Wave(path: box.path("out/\(name)"))?.hasSound == true) }
        // A single file for all texts is complete or not written.
        let one = try await box.run(["speak", "-f", "words.txt", "-o", "all.wav"])
        #expect(one.errors.contains("words.txt:2:2"))
        #expect(one.ending != .exited(0))
        #expect(!box.names().contains("all.wav"))
    }

    @Test("accent, voice and rate change the sound")
    func options() async throws {
        func samples(_ options: String...) async throws -> [Int16] {
            try await box.run(["speak", "water bottle", "-o", "x.wav"] + options).expectSuccess()
            return try #require(Wave(path: box.path("x.wav"))).samples
        }
        let plain = try await samples()
        let british = try await samples("--accent", "en-GB")
        let voice = try await samples("--voice", "en-GB")
        let fast = try await samples("--rate", "2")
        #expect(british == voice && british != plain)
        #expect(fast.count * 3 < plain.count * 2)
        try box.write(#"{ "version": 1, "speech": { "accent": "en-GB" } }"#, to: "parlance.json")
        #expect(try await samples() == british)
        #expect(try await samples("--accent", "en-US") == plain)
    }

    @Test("a symbolic link is followed, and devices are not replaced")
    func links() async throws {
        try box.write("old", to: "real.wav")
        symlink("real.wav", box.path("link.wav"))
        try await box.run(["speak", "hello", "-o", "link.wav"]).expectSuccess()
        #expect(Wave(path: box.path("real.wav"))?.hasSound == true)
        var status = stat()
        #expect(lstat(box.path("link.wav"), &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        try await box.run(["speak", "hello", "-o", "/dev/null"]).expectSuccess()
        #expect(stat("/dev/null", &status) == 0 && status.st_mode & S_IFMT == S_IFCHR)
        #expect(box.names() == ["link.wav", "real.wav"])
    }
}
