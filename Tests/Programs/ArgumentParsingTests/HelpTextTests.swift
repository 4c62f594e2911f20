import ArgumentParsing
import Testing

@Suite("Help")
struct HelpTextTests {
    static let paths = [
        ["tool"], ["tool", "voices"], ["tool", "config"], ["tool", "config", "check"], ["tool", "config", "init"],
        ["tool", "deck"], ["tool", "deck", "translate"], ["tool", "completions"],
    ]

    @Test("Lines stay within the width", arguments: paths)
    func width(_ path: [String]) {
        for width in HelpText.widths {
            let text = HelpText(path, of: Sample.root, width: width).text
            #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"))
            for line in text.split(separator: "\n") {
                #expect(line.count <= width, "\(width): \(line)")
                #expect(line.last != " ", "\(width): \(line)")
            }
        }
    }

    @Test("Widths out of bounds are clamped")
    func clamp() {
        func text(_ width: Int) -> String { HelpText(["tool", "speak"], of: Sample.root, width: width).text }
        for width in [Int.min, -1, 0, 39] { #expect(text(width) == text(40)) }
        for width in [121, Int.max] { #expect(text(width) == text(120)) }
        #expect(text(41) != text(40))
    }

    @Test("The help includes all visible declarations and no hidden ones")
    func complete() {
        let root = HelpText(["tool"], of: Sample.root).text
        let speak = HelpText(["tool", "speak"], of: Sample.root).text
        for name in [
            "speak", "voices", "config", "deck", "learn", "completions", "help", "--config", "--json", "--version",
        ] {
            #expect(root.contains("  \(name) ") || root.contains(", \(name) "), "\(name)")
        }
        #expect(!root.contains("backdoor") && !root.contains("--debug-dump") && !speak.contains("--debug-dump"))
        #expect(
            speak.contains("[TEXT...]") && speak.contains("default: wav") && speak.contains("one of: wav, ogg, mp3")
        )
        #expect(HelpText(["tool", "config", "init"], of: Sample.root).text.contains("--profile NAME"))
        #expect(!speak.contains("--profile"))
    }

    @Test("A path with an unknown name shows the help of the last known command")
    func unknownPath() {
        #expect(
            HelpText(["tool", "config", "x"], of: Sample.root).text
                == HelpText(["tool", "config"], of: Sample.root).text
        )
        #expect(HelpText([], of: Sample.root).text == HelpText(["tool"], of: Sample.root).text)
    }

    @Test("Width counts characters, white space is collapsed, and a no-break space does not break")
    func characters() {
        let family = "👨‍👩‍👧‍👦"
        let words = Array(repeating: family, count: 21).joined(separator: "\n\t ")
        let root = Command(
            "t",
            summary: words,
            discussion: [.paragraph("ten\u{A0}\(String(repeating: "x", count: 40))")]
        )
        let lines = HelpText(["t"], of: root, width: 40).text.split(separator: "\n")
        #expect(lines.first == Array(repeating: family, count: 20).joined(separator: " ")[...])
        #expect(lines.dropFirst().first == family[...])
        #expect(lines.last == "ten\u{A0}\(String(repeating: "x", count: 40))")
    }

    @Test("The examples are valid command lines")
    func examples() throws {
        #expect(Sample.speak.examples.count == 2)
        for example in Sample.speak.examples {
            let words = example.split(separator: " ").dropFirst().map { $0.filter { $0 != "\"" } }
            #expect(try Sample.parser.parse(words).arguments != nil, "\(example)")
        }
    }
}
