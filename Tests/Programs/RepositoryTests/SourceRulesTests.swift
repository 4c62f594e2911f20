import TestSupport
import Testing

@Suite("Rules that every source keeps")
struct SourceRulesTests {
    @Test("nothing in Sources can end the process of the caller")
    func traps() throws {
        let traps =
            #/\btry!|\bas!|\bfatalError\(|\bprecondition(?:Failure)?\(|\bassert(?:ionFailure)?\(|\bunsafeBitCast\(/#
        for path in try Repository.files(under: "Sources", suffix: ".swift") {
            for (number, line) in try Repository.text(path).split(separator: "\n", omittingEmptySubsequences: false)
                .enumerated()
            {
                #expect(line.firstMatch(of: traps) == nil, "\(path):\(number + 1)")
            }
        }
    }

    @Test("nothing unfinished is left")
    func unfinished() throws {
        let words = #/\b(?:TODO|FIXME|XXX|HACK)\b/#
        for folder in ["Sources", "Plugins", "Voices", "Dictionaries", "docs"] {
            for path in try Repository.files(under: folder, suffix: "") {
                #expect(try Repository.text(path).firstMatch(of: words) == nil, "\(path)")
            }
        }
    }

    @Test("no file is too long to hold one idea")
    func length() throws {
        for path in try Repository.files(under: "Sources", suffix: ".swift") {
            let lines = try Repository.text(path).count { $0 == "\n" }
            #expect(lines <= 450, "\(path) has \(lines) lines")
        }
    }

    @Test("every link between the documents leads somewhere")
    func links() throws {
        let documents =
            try ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
            + Repository.files(under: "docs", suffix: ".md") + Repository.files(under: "Voices", suffix: ".md")
            + Repository.files(under: "Plugins", suffix: ".md") + Repository.files(under: "Dictionaries", suffix: ".md")
        for document in documents {
            let folder = document.lastIndex(of: "/").map { document[...$0] } ?? ""
            for match in try Repository.text(document).matches(of: #/\]\(([^)#:]+)\)/#) {
                #expect(throws: Never.self, "\(document) links to \(match.1)") {
                    _ = try Repository.text("\(folder)\(match.1)")
                }
            }
        }
    }
}
