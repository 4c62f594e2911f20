import Audio
import Foundation
import Platform
import TestSupport
import Testing

@Suite("Nasty input")
struct NastyInputTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    @Test("blank texts", arguments: ["", " ", "\t \u{A0}\u{2003}", "\u{200B}", "\u{FEFF}", "\u{0}"])
    func blank(_ text: String) async throws {
        // An argument cannot contain a NUL byte; a file can.
        if text != "\0" {
            let argument = try await box.run(["speak", text, "-o", "x.wav"])
            argument.expectFailure(65)
            try await box.run(["speak", text, "-d", "out"]).expectFailure(65)
        }
        try box.write(text + "\n", to: "words.txt")
        try await box.run(["speak", "-f", "words.txt", "-o", "x.wav"]).expectFailure(65)
        try await box.run(["speak", "-o", "x.wav"], input: "").expectFailure(65, "nothing to speak")
        #expect(!box.names().contains("x.wav"))
    }

    @Test("long texts")
    func long() async throws {
        let million = String(repeating: "a ", count: 500_000)
        try box.write(million, to: "words.txt")
        let file = try await box.run(["speak", "-f", "words.txt", "-o", "x.wav"])
        file.expectFailure(65, "words.txt:1: the text has more than 100000 characters")
        // An argument is limited to 128 KiB on Linux.
        let argument = try await box.run(["speak", String(million.prefix(120_000)), "-o", "x.wav"])
        argument.expectFailure(65, "more than 100000 characters")
        try box.write(String(repeating: "x", count: 9 << 20), to: "words.txt")
        let line = try await box.run(["speak", "-f", "words.txt", "-o", "x.wav"])
        line.expectFailure(65, "words.txt:1: the line is longer than 8 MiB")
        #expect(box.names() == ["words.txt"])
    }

    @Test("bytes that are not text")
    func encoding() async throws {
        try box.write(Array("good\nb\u{E9}".utf8) + [0xFF, 0x0A], to: "words.txt")
        let file = try await box.run(["speak", "-f", "words.txt", "-o", "x.wav"])
        file.expectFailure(65, "words.txt:2:4: the byte 0xff is not valid UTF-8")
        try box.write([0x61, 0, 0x62], to: "words.txt")
        let zero = try await box.run(["speak", "-f", "words.txt", "-o", "x.wav"])
        zero.expectFailure(65, "words.txt:1:2: the text contains a NUL byte")
        let argument = try await box.shell(#""$P" speak "$(printf 'ab\377c')" -o x.wav"#)
        argument.expectFailure(65, "argument 2", "0xff", "UTF-8")
        let name = try await box.shell(#""$P" speak hello -o "$(printf 'x\300.wav')""#)
        name.expectFailure(65, "argument 4", "0xc0", "UTF-8")
        #expect(box.names() == ["words.txt"])
    }

    @Test(
        "texts that crash espeak-ng",
        arguments: [
            String(repeating: "s'", count: 70), String(repeating: "a.", count: 90),
            "B." + String(repeating: "x", count: 170), String(repeating: "e\u{301}\u{302}", count: 200),
            "\u{1B}[31mred\u{7}", "[[h@l'oU]]", "<speak><break time='9s'/>x</speak>", "\u{1}\u{2}x",
        ]
    )
    func espeak(_ text: String) async throws {
        let outcome = try await box.run(["speak", text, "-o", "x.wav"])
        #expect(outcome.ending == .exited(0), "\(outcome.errors)")
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count <= 1)
        #expect(lines.allSatisfy { $0.hasPrefix("parlance: note: ") })
        expectNoControls(outcome.errors)
        #expect(Wave(path: box.path("x.wav"))?.hasSound == true)
    }

    @Test("outputs that cannot be written, inputs that cannot be read")
    func places() async throws {
        try box.write("one\n", to: "file")
        let outputs = [
            ("missing/x.wav", 73, "no such file"), (".", 73, "is a directory"), ("file/x.wav", 73, "not a directory"),
            ("x/", 73, "x/"), (String(repeating: "n", count: 300) + ".wav", 73, "too long"),
            ("/dev/full", 74, "no space left"),
            ("", 73, "empty"), ("x", 64, "no extension"), ("x.aac", 64, "not a supported sound format"),
        ]
        for (path, code, part) in outputs {
            try await box.run(["speak", "hello", "-o", path]).expectFailure(Int32(code), part)
        }
        for path in ["file", "file/x", ""] {
            try await box.run(["speak", "hello", "-d", path]).expectFailure(73, "folder")
        }
        try await box.run(["speak", "-f", ".", "-o", "x.wav"]).expectFailure(66, "is a directory")
        try await box.run(["speak", "-f", "none", "-o", "x.wav"]).expectFailure(66, "no such file")
        try await box.run(["speak", "-f", "a\u{1B}[2J\nb", "-o", "x.wav"]).expectFailure(66, #"a\u{1b}[2J\u{a}b"#)
        #expect(box.names() == ["file"])
    }

    @Test("control characters in a name do not reach the terminal")
    func controls() async throws {
        let name = "a\u{1B}]0;title\u{7}\u{202E}b.wav"
        let outcome = try await box.run(["speak", "hello", "-o", name])
        outcome.expectSuccess()
        expectNoControls(outcome.text)
        #expect(outcome.text.contains(#"a\u{1b}]0;title\u{7}\u{202e}b.wav"#))
        #expect(box.names() == [name])
        let json = try await box.run(["speak", "h\u{1B}i", "-o", name, "--json"])
        expectNoControls(json.text)
        #expect(try json.json().first?["file"] as? String == name)
        try box.write(#"{ "version": 1, "speech": { "use": ["e\u001b[31m"] } }"#, to: "parlance.json")
        let shown = try await box.run(["config", "show"])
        expectNoControls(shown.text + shown.errors)
    }

    @Test("a missing accent, voice, provider or sound output")
    func missing() async throws {
        try await box.run(["speak", "hello", "-a", "xx-YY", "-o", "x.wav"]).expectFailure(69, "no voice for xx-YY")
        try await box.run(["speak", "hello", "--voice", "zz", "-o", "x.wav"]).expectFailure(69, "no voice 'zz'")
        try await box.run(["speak", "hello", "--provider", "zz", "-o", "x.wav"]).expectFailure(69, "'zz'")
        try await box.run(["voices", "--provider", "zz"]).expectFailure(69, "'zz'")
        try await box.run(["voices", "--language", "qqq"]).expectFailure(69, "no provider has a voice for qqq")
        let silent = try await box.run(["speak", "hello"], environment: ["PATH": box.work])
        silent.expectFailure(69, "sound output", "--output")
        // With several texts, the first that needs sound output reports the error once.
        let many = try await box.run(["speak", "hello", "you"], environment: ["PATH": box.work])
        many.expectFailure(69, "sound output")
    }

    @Test("invalid command lines")
    func usage() async throws {
        try await box.run(["speek"]).expectFailure(64, "did you mean 'speak'")
        try await box.run(["speak", "--acent", "de"]).expectFailure(64, "did you mean '--accent'")
        try await box.run(["speak", "hello", "-a", "!!"]).expectFailure(64, "language tag")
        try await box.run(["\u{1B}[2J"]).expectFailure(64)
        try await box.run(Array(repeating: "--json", count: 300)).expectFailure(64, "only once")
        let options = (0..<300).flatMap { ["--accent", "x\($0)"] }
        try await box.run(["speak", "hello"] + options).expectFailure(64, "only once")
    }

    @Test("300 texts on the command line")
    func manyArguments() async throws {
        let outcome = try await box.run(["speak", "-d", "out", "--"] + Array(repeating: "-x", count: 300))
        outcome.expectSuccess()
        #expect(outcome.lines.count == 300)
        #expect(box.names(in: "out").count == 1)
    }
}
