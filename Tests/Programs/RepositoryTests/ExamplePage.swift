import TestSupport

/// The examples on a documentation page, in reading order.
struct ExamplePage {
    /// What a reader does with a block on a page.
    enum Step {
        /// Saves a block under the name given on the page.
        case file(name: String, text: String)
        /// Runs a command, and compares its output.
        case command(String, output: String)
    }

    /// The files and commands on the page.
    private(set) var steps: [Step] = []

    /// The `json` blocks that contain a configuration, each with the number of its first line.
    private(set) var configurations: [(line: Int, text: String)] = []

    /// Malformed blocks.
    private(set) var problems: [String] = []

    /// Reads the page at a path from the root of the repository.
    init(path: String) throws {
        self.init(text: try Repository.text(path))
    }

    /// Reads the fenced blocks of a page.
    ///
    /// A block after a line `<!-- not run: REASON -->` is omitted. A block after a line that contains only a name in
    /// backquotes is a file.
    init(text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var index = 0
        while index < lines.count {
            guard lines[index].hasPrefix("```") else {
                index += 1
                continue
            }
            let start = index
            let language = lines[start].dropFirst(3).prefix { $0 != " " }
            let body = lines[(start + 1)...].prefix { $0 != "```" }
            index = body.endIndex + 1
            let before = lines[..<start].last { !$0.isEmpty }
            if index > lines.count { problems.append("line \(start + 1): the block has no end") }
            if let before, before.hasPrefix("<!-- not run") {
                if before.firstMatch(of: #/^<!-- not run: \S.* -->$/#) == nil {
                    problems.append("line \(start): give a reason, as in '<!-- not run: needs a key -->'")
                }
                continue
            }
            let content = body.map { $0 + "\n" }.joined()
            if language == "json" { addConfiguration(content, line: start + 2) }
            if let before, let name = before.wholeMatch(of: #/`([^`]+)`:/#)?.1 {
                steps.append(.file(name: String(name), text: content))
            } else if language == "console" {
                addCommands(body, line: start + 2)
            }
        }
    }

    /// Adds the commands of a block, each with the output that follows it.
    private mutating func addCommands(_ block: ArraySlice<Substring>, line: Int) {
        var block = block
        if let first = block.first, !first.hasPrefix("$ ") {
            problems.append("line \(line): a console block begins with '$ ' and a command")
        }
        while let first = block.popFirst() {
            guard first.hasPrefix("$ ") else { continue }
            let output = block.prefix { !$0.hasPrefix("$ ") }
            block = block[output.endIndex...]
            steps.append(.command(String(first.dropFirst(2)), output: output.joined(separator: "\n")))
        }
    }

    /// Adds a block that is a configuration, or the definition of a provider in one.
    private mutating func addConfiguration(_ text: String, line: Int) {
        if text.hasPrefix("{"), text.contains(#/(?m)^(?:\{|  )\s*"version":\s*[0-9]/#), !text.contains(#""schema":"#) {
            configurations.append((line, text))
        } else if text.contains(#/^"[\w-]+":\s*\{\s*"kind":/#) {
            configurations.append((line, "{\"version\":1,\"providers\":{" + text + "}}"))
        }
    }
}
