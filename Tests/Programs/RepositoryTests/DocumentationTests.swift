import Platform
import TestSupport
import Testing

@Suite("Documentation pages")
struct DocumentationTests {
    /// A link to another page, or to a heading of the same page.
    private struct Link {
        /// The target from the root of the repository.
        var path: String
        /// The anchor of a heading, without `#`; empty if there is none.
        var anchor: String
    }

    private static let documents: [String] = {
        let folders = ["docs", "Voices", "Plugins", "Dictionaries"]
        return ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
            + folders.flatMap { (try? Repository.files(under: $0, suffix: ".md")) ?? [] }
    }()

    @Test("every relative link leads to an existing file and heading", arguments: documents)
    func links(document: String) throws {
        for link in try Self.links(in: document) {
            #expect(access(Repository.path(link.path), F_OK) == 0, "\(document) links to \(link.path)")
            guard !link.anchor.isEmpty, link.path.hasSuffix(".md") else { continue }
            let anchors = try Self.anchors(of: Repository.text(link.path))
            #expect(anchors.contains(link.anchor), "\(document) links to \(link.path)#\(link.anchor)")
        }
    }

    @Test("README.md has at most 200 lines, a tutorial 150, and any other page 300", arguments: documents)
    func length(document: String) throws {
        guard document == "README.md" || document.hasPrefix("docs/") else { return }
        let limit = document == "README.md" ? 200 : document.hasPrefix("docs/tutorials/") ? 150 : 300
        let lines = try Repository.text(document).count { $0 == "\n" }
        #expect(lines <= limit, "\(document) has \(lines) lines")
    }

    /// A folder README, such as that of `internals`, counts as a part of the index.
    @Test("every page is reachable from docs/README.md")
    func reachability() throws {
        var reachable: Set<String> = ["docs/README.md"]
        var open = ["docs/README.md"]
        while let page = open.popLast() {
            for link in try Self.links(in: page) where reachable.insert(link.path).inserted {
                if link.path.hasPrefix("docs/"), link.path.hasSuffix("/README.md") { open.append(link.path) }
            }
        }
        for page in Self.documents where page.hasPrefix("docs/") {
            #expect(reachable.contains(page), "docs/README.md has no link to \(page)")
        }
    }

    @Test("a page has one title, which is its first line", arguments: documents)
    func titles(document: String) throws {
        let text = Self.withoutBlocks(try Repository.text(document))
        #expect(text.hasPrefix("# "), "\(document)")
        #expect(text.matches(of: #/(?m)^# /#).count == 1, "\(document)")
    }

    @Test("the requirements list every Debian package of the build and the tests")
    func packages() throws {
        let requirements = try Repository.text("docs/reference/requirements.md")
        var packages: [Substring] = []
        for list in try Repository.text(".ci/setup.sh").matches(of: #/\bpackages="(?:\$packages )?([a-z0-9 -]+)"/#) {
            packages += list.1.split(separator: " ")
        }
        #expect(packages.count > 10)
        for package in packages { #expect(requirements.contains("`\(package)`"), "\(package)") }
    }

    @Test("the glossary is in alphabetical order")
    func glossary() throws {
        let terms = try Repository.text("docs/glossary.md").matches(of: #/(?m)^\| ([^|]+?) \|/#).dropFirst()
            .map { $0.1.lowercased() }
        #expect(terms.count > 40)
        #expect(terms == terms.sorted())
    }

    @Test("anchors are generated in the same way as on GitHub")
    func anchorsOfHeadings() {
        let text = "# A title\n\n## `--all`, and more\n```sh\n# a comment\n```\n## A title\n"
        #expect(Self.anchors(of: text) == ["a-title", "--all-and-more", "a-title-1"])
    }

    /// The relative links of a document.
    private static func links(in document: String) throws -> [Link] {
        let folder = document.split(separator: "/").dropLast()
        let text = withoutBlocks(try Repository.text(document)).replacing(#/`[^`\n]*`/#, with: "")
        return text.matches(of: #/\]\(([^)\s:]+)\)/#).map { match in
            let parts = match.1.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
            let anchor = parts.count > 1 ? String(parts[1]) : ""
            guard let target = parts.first, !target.isEmpty else { return Link(path: document, anchor: anchor) }
            var path = folder
            for part in target.split(separator: "/") where part != "." {
                if part == "..", !path.isEmpty { path.removeLast() } else { path.append(part) }
            }
            return Link(path: path.joined(separator: "/"), anchor: anchor)
        }
    }

    /// The anchors that GitHub generates for the headings of a page.
    private static func anchors(of text: String) -> [String] {
        var counts: [String: Int] = [:]
        return withoutBlocks(text).matches(of: #/(?m)^#{1,6} +(.+?) *$/#).map { match in
            let heading = match.1.replacing(#/\]\([^)]*\)/#, with: "").lowercased()
            let anchor = String(heading.filter { $0.isLetter || $0.isNumber || "-_ ".contains($0) })
                .replacing(" ", with: "-")
            let count = counts[anchor, default: 0]
            counts[anchor] = count + 1
            return count == 0 ? anchor : "\(anchor)-\(count)"
        }
    }

    /// A page without its fenced blocks.
    private static func withoutBlocks(_ text: String) -> String {
        text.replacing(#/(?ms)^```.*?^```$/#, with: "")
    }
}
