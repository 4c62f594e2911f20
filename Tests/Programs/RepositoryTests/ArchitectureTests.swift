import Platform
import TestSupport
import Testing

@Suite("ARCHITECTURE.md")
struct ArchitectureTests {
    /// A target as `Package.swift` declares it.
    private struct Declaration {
        let name: String
        let dependencies: Set<String>
        let path: String

        var room: String { path.split(separator: "/").count > 2 ? String(path.split(separator: "/")[1]) : "" }
    }

    @Test("every target belongs to a room of ARCHITECTURE.md")
    func rooms() throws {
        let sources = try Self.declarations().filter { $0.path.hasPrefix("Sources/") }
        #expect(sources.count > 30)
        for target in sources { #expect(target.path == "Sources/\(target.room)/\(target.name)") }
        let rooms = try Self.rooms()
        #expect(Set(sources.map(\.room)) == Set(rooms))
        #expect(try Set(Repository.names(in: "Sources")) == Set(rooms))
        #expect(try Set(Repository.names(in: "Tests")).isSubset(of: rooms + ["Fixtures", "TestSupport"]))
    }

    @Test("a room depends only on earlier rooms")
    func order() throws {
        let rooms = try Self.rooms()
        let targets = try Self.declarations()
        for target in targets where target.path.hasPrefix("Sources/") {
            let allowed = rooms.prefix { $0 != target.room } + [target.room]
            for dependency in targets where target.dependencies.contains(dependency.name) {
                #expect(allowed.contains(dependency.room), "\(target.name) depends on \(dependency.name)")
            }
        }
    }

    @Test("ARCHITECTURE.md names every Swift target once")
    func targets() throws {
        let named = try Repository.text("ARCHITECTURE.md").matches(of: #/(?m)^\| `([\w-]+)` \|/#).map { String($0.1) }
        let declared = try Self.declarations().filter { $0.path.hasPrefix("Sources/") }.map(\.name)
        #expect(named.count == Set(named).count)
        #expect(Set(named) == Set(declared.filter { !$0.contains(#/^C[A-Z]/#) || $0 == "CorpusSentences" }))
    }

    @Test("the dependencies are acyclic")
    func circles() throws {
        var open = try Dictionary(uniqueKeysWithValues: Self.declarations().map { ($0.name, $0.dependencies) })
        while let leaf = open.first(where: { $0.value.allSatisfy { open[$0] == nil } }) { open[leaf.key] = nil }
        #expect(open.isEmpty)
    }

    @Test("there is no package dependency")
    func dependencies() throws {
        #expect(try !Repository.text("Package.swift").contains(".package("))
    }

    @Test("the imports of a target are its dependencies in Package.swift")
    func imports() throws {
        let targets = try Self.declarations()
        let names = Set(targets.map(\.name))
        for target in targets where target.path.hasPrefix("Sources/") {
            var imported: Set<String> = []
            for path in try Repository.files(under: target.path, suffix: ".swift") {
                for match in try Repository.text(path).matches(of: #/(?m)^\s*(?:@\w+ )?(?:\w+ )?import (\w+)/#) {
                    let module = String(match.1)
                    if names.contains(module) { imported.insert(module) }
                    let isSystem = ["Darwin", "Glibc", "Musl"].contains(module)
                    #expect(!isSystem || path == "Sources/Platform/Platform/LibC.swift", "\(path) imports \(module)")
                    #expect(module != "Foundation" && module != "FoundationNetworking", "\(path) imports \(module)")
                }
            }
            let isSwift = try !Repository.files(under: target.path, suffix: ".swift").isEmpty
            // Programs are dependencies that cannot be imported.
            let modules = target.dependencies.filter { !$0.contains("-") }
            if isSwift { #expect(imported == modules, "\(target.name)") }
        }
    }

    /// Paths are relative to the root or to `Sources`. A bare name is a file anywhere in `Sources`.
    @Test("every file that ARCHITECTURE.md names exists")
    func files() throws {
        let sources = try Repository.files(under: "Sources", suffix: "")
        let known = try ["Tests", "docs"].reduce(sources) { try $0 + Repository.files(under: $1, suffix: "") }
        var checked = 0
        for match in try Repository.text("ARCHITECTURE.md").matches(of: #/[`(]([\w\/+.-]+\.(?:swift|c|md|py))[`)]/#) {
            let name = String(match.1)
            let isThere =
                known.contains(name) || known.contains("Sources/\(name)") || access(Repository.path(name), F_OK) == 0
                || !name.contains("/") && sources.contains { $0.hasSuffix("/\(name)") }
            #expect(isThere, "ARCHITECTURE.md names \(name)")
            checked += 1
        }
        #expect(checked > 50)
    }

    /// The targets of `Package.swift`.
    private static func declarations() throws -> [Declaration] {
        let declaration =
            #/\.(?:target|executableTarget|systemLibrary|testTarget)\(\s*name: "([\w-]+)",\s*(?:dependencies: \[([^\]]*)\],\s*)?path: "([^"]+)"/#
        return try Repository.text("Package.swift").matches(of: declaration).map { match in
            Declaration(
                name: String(match.1),
                dependencies: Set((match.2 ?? "").matches(of: #/"([\w-]+)"/#).map { String($0.1) }),
                path: String(match.3)
            )
        }
    }

    /// The rooms in the order of the headings of ARCHITECTURE.md.
    private static func rooms() throws -> [String] {
        try Repository.text("ARCHITECTURE.md").matches(of: #/(?m)^### (\w+)$/#).map { String($0.1) }
    }
}
