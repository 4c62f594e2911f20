import TestSupport
import Testing

@Suite("Source rules")
struct SourceRulesTests {
    @Test("no source file contains a trap")
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

    @Test("there are no unfinished notes")
    func unfinished() throws {
        let words = #/\b(?:TODO|FIXME|XXX|HACK)\b/#
        for folder in ["Sources", "Plugins", "Voices", "Dictionaries", "docs"] {
            for path in try Repository.files(under: folder, suffix: "") {
                #expect(try Repository.text(path).firstMatch(of: words) == nil, "\(path)")
            }
        }
    }

    @Test("no source file exceeds 450 lines")
    func length() throws {
        for path in try Repository.files(under: "Sources", suffix: ".swift") {
            let lines = try Repository.text(path).count { $0 == "\n" }
            #expect(lines <= 450, "\(path) has \(lines) lines")
        }
    }
}
