import Foundation
import TestSupport
import Testing

/// Prevents words and names that have been replaced from returning; `.ci/wording.tsv` lists them with their
/// replacements.
@Suite("Wording")
struct WordingTests {
    /// A row of the list.
    private struct Rule {
        var pattern: String
        var instead: String

        static func all(of kind: String) throws -> [Rule] {
            try Repository.text(".ci/wording.tsv").split(separator: "\n").filter { !$0.hasPrefix("#") }.compactMap {
                let fields = $0.split(separator: "\t", omittingEmptySubsequences: false)
                try #require(fields.count == 3, "\($0)")
                return fields[0] == kind ? Rule(pattern: String(fields[1]), instead: String(fields[2])) : nil
            }
        }
    }

    private static let folders = ["Sources", "Tests", "Plugins", "docs"]
    private static let documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "Voices/README.md"]

    @Test("phrases that were replaced do not come back")
    func phrases() throws {
        let rules = try Rule.all(of: "phrase")
        let anyRule = try NSRegularExpression(
            pattern: #"\b(?:"# + rules.map(\.pattern).joined(separator: "|") + #")\b"#,
            options: [.caseInsensitive]
        )
        for path in try Self.documents + Self.folders.flatMap({ try Self.texts(under: $0) }) {
            let text = Self.prose(of: try Repository.text(path))
            for match in anyRule.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                let found = String(text[try #require(Range(match.range, in: text))])
                let rule = rules.first {
                    found.range(of: "^(?:\($0.pattern))$", options: [.regularExpression, .caseInsensitive]) != nil
                }
                Issue.record("\(path): '\(found)': write \(rule?.instead ?? "something else")")
            }
        }
    }

    @Test("names that were replaced do not come back")
    func names() throws {
        let rules = try Rule.all(of: "name")
        // Names in quotation marks are allowed, because stored files keep their member names.
        let anyRule = try NSRegularExpression(
            pattern: #"(?<!")\b(?:"# + rules.map(\.pattern).joined(separator: "|") + #")\b(?!")"#
        )
        for path in try Self.folders.flatMap({ try Self.texts(under: $0) }) {
            let text = try Repository.text(path)
            for match in anyRule.matches(in: text, range: NSRange(text.startIndex..., in: text)) {
                let found = text[try #require(Range(match.range, in: text))]
                let rule = rules.first {
                    found.range(of: "^(?:\($0.pattern))$", options: .regularExpression) != nil
                }
                Issue.record("\(path): '\(found)': the name is \(rule?.instead ?? "another one")")
            }
        }
    }

    @Test("sentences of help and errors are short")
    func lengths() throws {
        for path in try Repository.files(under: "Tests/Programs/parlanceTests/Snapshots", suffix: ".txt")
        where path.contains("/help-") {
            for paragraph in try Repository.text(path).split(separator: "\n\n") where paragraph.contains(" ") {
                // Lines of usage, examples and tables are not sentences.
                let lines = paragraph.split(separator: "\n").filter { !$0.hasPrefix("  ") }
                Self.expectShort(lines.joined(separator: " "), in: path)
            }
        }
        for path in try Repository.files(under: "Sources", suffix: ".swift") where !Self.isPrompt(path) {
            for literal in Self.literals(of: try Repository.text(path)) { Self.expectShort(literal, in: path) }
        }
    }

    /// The maximum number of words in a sentence: about 20 are intended, and a name or a list may add a few.
    private static let maximumWords = 25

    private static func expectShort(_ text: String, in path: String) {
        for sentence in text.split(separator: #/[.;:?!](?:\s|$)/#) {
            let words = sentence.split(whereSeparator: \.isWhitespace).filter { $0.contains(where: \.isLetter) }
            #expect(words.count <= maximumWords, "\(path): \(words.count) words: \(sentence)")
        }
    }

    /// Whether a file contains prompts for language models, or output of the benchmarks.
    private static func isPrompt(_ path: String) -> Bool {
        let prompts = [
            "RemoteSentences/Order/", "RemoteSentences/Lessons/LessonPromptInput", "RemoteTranslation/Chat/ChatPrompt",
            "parlance-bench/",
        ]
        return prompts.contains { path.contains($0) }
    }

    /// The string literals in a source file. Parts joined by `+` form one literal, and each interpolation is one word.
    private static func literals(of source: String) -> [String] {
        let code = source.split(separator: "\n").filter { !$0.drop(while: \.isWhitespace).hasPrefix("//") }
            .joined(separator: "\n")
        let joined = code.replacing(#/"\s*\+\s*"/#, with: "")
        return joined.matches(of: #/"((?:[^"\\\n]|\\.)*)"/#).map { match in
            String(match.1).replacing(#/\\\([^()]*(?:\([^()]*\)[^()]*)*\)/#, with: "x")
        }.filter { $0.contains(#/[a-z]{2,} [a-z]{2,} [a-z]{4,}/#) }
    }

    /// A text without comment markers and with single spaces, so that phrases are found across lines.
    private static func prose(of text: String) -> String {
        text.replacing(#/\n\s*(?:\/\/\/?|#)? ?/#, with: " ").replacing(#/ {2,}/#, with: " ")
    }

    private static func texts(under folder: String) throws -> [String] {
        try Repository.files(under: folder, suffix: "").filter { path in
            [".swift", ".md", ".py", ".c", ".h", ".txt", ".sh"].contains { path.hasSuffix($0) }
                && !path.contains("/Fixtures/") && !path.hasSuffix("/WordingTests.swift")
        }
    }
}
