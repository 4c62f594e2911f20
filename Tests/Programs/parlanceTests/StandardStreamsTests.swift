import Audio
import Foundation
import LanguageServicesTesting
import TestSupport
import Testing

@Suite("The streams of the program")
struct StandardStreamsTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    @Test("'-o -' writes a WAV file to a pipe, at the end of a file, and to this process's console")
    func output() async throws {
        try await box.run(["speak", "hello", "-o", "hello.wav"]).expectSuccess()
        let expected = try #require(contents(box.path("hello.wav")))
        let pipe = try await box.shell(#""$P" speak hello -o - | cat"#)
        pipe.expectSuccess()
        #expect(pipe.output == expected)
        let file = try await box.run(["speak", "hello", "-o", "-"])
        file.expectSuccess()
        #expect(file.output == expected)
        let appended = try await box.shell(#"echo first > all; "$P" speak hello -o - >> all; cat all"#)
        appended.expectSuccess()
        #expect(appended.output == Array("first\n".utf8) + expected)
        let named = try await box.shell(#""$P" speak hello -o /dev/stdout | cat"#)
        #expect(named.errors == "")
        #expect(named.output.starts(with: expected))
        // espeak-ng's sound depends on what it spoke before in this process, so a provider of tones speaks here.
        let configuration = #"{ "version": 1, "speech": { "use": ["a"] }, "providers": { "a": { "kind": "tones" } } }"#
        try box.write(configuration, to: "tones.json")
        let program = InProcess(kinds: [InMemorySpeech.kind(named: "tones")])
        let tones = ["--config", box.path("tones.json"), "speak", "hello", "you", "-o"]
        await program.run(tones + [box.path("tones.wav")]).expectSuccess()
        let inside = await program.run(tones + ["-"])
        inside.expectSuccess()
        #expect(Wave(inside.output)?.hasSound == true)
        #expect(inside.output == contents(box.path("tones.wav")))
        let failed = try await box.shell(#"{ "$P" speak hello '' -o - || echo "rc $?"; } | cat"#)
        #expect(failed.text == "rc 65\n")
    }

    @Test("if the reader exits, there is no message, and the exit status is that of the signal")
    func closedPipe() async throws {
        try box.write(manyTexts(300), to: "words.txt")
        let scripts = [
            #""$P" speak -f words.txt -d out"#, #""$P" speak hello -o -"#, #""$P" --help"#, #""$P" voices"#,
            #""$P" completions bash"#, #""$P" config schema"#, #""$P" providers --kinds --json"#,
        ]
        for script in scripts {
            // The reader exits before the program starts.
            let gone = try await box.shell(
                """
                rm -f go status; mkfifo go
                { read x <go; \(script); echo "rc $?" >status; } | { exec <&-; echo >go; }
                cat status
                """
            )
            #expect(gone.text == "rc 141\n", "\(script)")
            #expect(gone.errors == "", "\(script)")
        }
        let head = try await box.shell(
            #"{ "$P" speak -f words.txt -d head; echo "rc $?" >status; } | head -1; cat status"#
        )
        #expect(head.lines.count == 2 && head.lines.last == "rc 141")
        #expect(head.lines.first?.hasPrefix("head/1_") == true)
        #expect(head.errors == "")
        #expect(await eventually { ProcessTable.workers(in: box.work).isEmpty })
        for folder in ["out", "head"] {
            for name in box.names(in: folder) { #expect(Wave(path: box.path("\(folder)/\(name)")) != nil, "\(name)") }
        }
    }

    @Test("a full disk at standard output is reported")
    func full() async throws {
        for command in ["voices", "--help", "speak hello -o -", "config schema", "completions zsh"] {
            let outcome = try await box.shell("\"$P\" \(command) >/dev/full")
            outcome.expectFailure(74, "cannot write", "no space left on device")
        }
    }
}
