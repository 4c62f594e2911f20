import Testing

@Suite("The map of the architecture")
struct ArchitectureTests {
    @Test("ARCHITECTURE.md names the targets and arrows of Package.swift")
    func targets() throws {
        let package = try Self.targets(ofPackage: Repository.text("Package.swift"))
        let map = try Self.targets(ofMap: Repository.text("ARCHITECTURE.md"))
        #expect(package.count > 10)
        #expect(map == package)
    }

    @Test("the arrows make no circle")
    func circles() throws {
        var open = try Self.targets(ofPackage: Repository.text("Package.swift"))
        while let leaf = open.first(where: { $0.value.allSatisfy { open[$0] == nil } }) { open[leaf.key] = nil }
        #expect(open.isEmpty)
    }

    @Test("there is no package dependency")
    func dependencies() throws {
        #expect(try !Repository.text("Package.swift").contains(".package("))
    }

    @Test("an import of one of our targets is an arrow of Package.swift")
    func imports() throws {
        let targets = try Self.targets(ofPackage: Repository.text("Package.swift"))
        for path in try Repository.files(under: "Sources", suffix: ".swift") {
            let target = String(path.split(separator: "/")[1])
            let allowed = try #require(targets[target], "\(path) belongs to no target")
            for match in try Repository.text(path).matches(of: #/(?m)^\s*(?:\w+ )?import (\w+)/#) {
                let module = String(match.1)
                if targets[module] != nil {
                    #expect(allowed.contains(module), "\(path) imports \(module)")
                }
                #expect(module != "Foundation" && module != "FoundationNetworking", "\(path) imports \(module)")
            }
        }
    }

    private static func targets(ofPackage text: String) -> [String: Set<String>] {
        let declaration =
            #/\.(?:target|executableTarget|systemLibrary)\(\s*name: "([\w-]+)"(?:,\s*dependencies: \[([^\]]*)\])?/#
        var targets: [String: Set<String>] = [:]
        for match in text.matches(of: declaration)
        where !["TestSupport", "batch-trial", "cache-trial"].contains(match.1) {
            targets[String(match.1)] = Set((match.2 ?? "").matches(of: #/"([\w-]+)"/#).map { String($0.1) })
        }
        return targets
    }

    private static func targets(ofMap text: String) -> [String: Set<String>] {
        var targets: [String: Set<String>] = [:]
        for match in text.matches(of: #/(?m)^\| `([\w-]+)` \| ([^|]*)\|/#) {
            targets[String(match.1)] = Set(match.2.matches(of: #/`([\w-]+)`/#).map { String($0.1) })
        }
        return targets
    }
}
