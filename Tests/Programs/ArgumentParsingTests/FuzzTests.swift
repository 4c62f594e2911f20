import ArgumentParsing
import LanguageServices
import TestSupport
import Testing

@Suite("Random command lines")
struct FuzzTests {
    private static let pieces = [
        "speak", "voices", "config", "show", "init", "deck", "translate", "learn", "quiz", "completions", "help",
        "backdoor", "spek",
        "--output", "--output=", "--output=--json", "-o", "-of", "-o=", "--rate", "--rate=1", "--pitch", "-3", "-.5",
        "2",
        "--format", "ogg", "--format=mp3", "-f", "-fwav", "--voice=en:us", "--word", "--word=", "-w", "-wx",
        "--level=5",
        "--json", "-j", "-q", "-jq", "-jqo", "--json=yes", "--config", "--profile=p", "--force", "--limit=9",
        "--folder",
        "-h", "--help", "--version", "--", "-", "", "---", "--=", "--=x", "-=", "-=x", "--\u{301}", "-\u{301}",
        "\u{301}",
        "\0", "--\0", "a\0b", "\n", "--a\nb", "\r\n", "\u{2028}", "--out\u{200B}put", "🐈", "--🐈", "-🐈", "👨‍👩‍👧‍👦", "es",
        "bash",
        "word", "two words", "--no-json", "--json\u{301}", "--output=\u{301}x", "-o=\u{301}", "\u{212A}", "-\u{FEFF}j",
    ]
    private static let alphabet: [Unicode.Scalar] = [
        "-", "-", "-", "=", "=", "o", "j", "w", "f", "1", ".", " ", "\0", "\n", "\u{301}", "\u{1B}", "🐈", "é", "'",
        "\\",
    ]

    private static func argument(_ generator: inout SplitMix64) -> String {
        switch Int.random(in: 0..<200, using: &generator) {
        case 0:
            let start = ["", "-", "--", "--output=", "-o"].randomElement(using: &generator) ?? ""
            let unit = ["a", "\u{301}", "🐈", "=", "-"].randomElement(using: &generator) ?? ""
            return start + String(repeating: unit, count: 10_000)
        case 1..<40:
            var text = ""
            for _ in 0..<Int.random(in: 0...8, using: &generator) {
                text.unicodeScalars.append(alphabet.randomElement(using: &generator) ?? "-")
            }
            return text
        default:
            return pieces.randomElement(using: &generator) ?? ""
        }
    }

    @Test("Nothing crashes, errors are one line, and accepted lines have a canonical form")
    func random() throws {
        var generator = SplitMix64(seed: 20_240_229)
        var (runs, requests, errors) = (0, 0, 0)
        for _ in 0..<20_000 {
            var line = (0..<Int.random(in: 0...6, using: &generator)).map { _ in Self.argument(&generator) }
            if Bool.random(using: &generator) { line.insert("speak", at: 0) }
            do throws(UsageError) {
                let invocation = try Sample.parser.parse(line)
                guard case .run(let parsed) = invocation else {
                    requests += 1
                    continue
                }
                runs += 1
                let canonical = parsed.canonicalArguments
                let again = try Sample.parser.parse(canonical)
                #expect(again == invocation, "\(line.map(VisibleText.shown))")
                // `==` would ignore differences in normalisation.
                let rewritten = again.arguments?.canonicalArguments ?? []
                #expect(
                    rewritten.map { Array($0.utf8) } == canonical.map { Array($0.utf8) },
                    "\(line.map(VisibleText.shown))"
                )
            } catch {
                errors += 1
                Self.check(error, line)
            }
        }
        // If all generated lines were invalid, the test would prove nothing.
        #expect(runs > 1000 && requests > 1000 && errors > 1000, "\(runs), \(requests), \(errors)")
    }

    private static func check(_ error: UsageError, _ line: [String]) {
        let text = error.description
        let isVisible = text.unicodeScalars.allSatisfy { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse: false
            default: true
            }
        }
        #expect(
            isVisible && !error.message.isEmpty && text.unicodeScalars.count < 400,
            "\(line.map(VisibleText.shown)): \(text)"
        )
        #expect(error.remedy.hasPrefix("see 'tool") && error.path.first == "tool", "\(line.map(VisibleText.shown))")
    }
}
