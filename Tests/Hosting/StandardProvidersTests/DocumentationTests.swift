import Foundation
import LanguageServices
import ServiceConfiguration
import ServiceRegistry
import StandardProviders
import Testing

struct DocumentationTests {
    /// The complete configurations among the examples in the documentation.
    static func configurations() throws -> [String] {
        let text = String(decoding: try PackageFiles.bytes(PackageFiles.documentation), as: UTF8.self)
        return fences(in: text).filter { $0.hasPrefix("{") }
    }

    /// The contents of code blocks between ```` ```json ```` and ```` ``` ````.
    static func fences(in text: String) -> [String] {
        var fences: [String] = []
        var open: [Substring]?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if let lines = open {
                if line == "```" {
                    fences.append(lines.joined(separator: "\n"))
                    open = nil
                } else {
                    open = lines + [line]
                }
            } else if line == "```json" {
                open = []
            }
        }
        return fences
    }

    @Test func examplesAreFound() {
        #expect(Self.fences(in: "a\n```json\n{\n}\n```\n```\nno\n```\n```json\n1\n```") == ["{\n}", "1"])
    }

    @Test func everyConfigurationOfTheDocumentationIsRight() throws {
        let configurations = try Self.configurations()
        #expect(!configurations.isEmpty)
        for text in configurations { #expect(Verdicts.problems(text) == [], "\(text)") }
    }

    @Test func theStarterConfigurationIsRight() {
        #expect(Verdicts.problems(StarterConfiguration.text) == [])
    }

    @Test func everySettingIsDocumented() throws {
        let text = String(decoding: try PackageFiles.bytes(PackageFiles.documentation), as: UTF8.self)
        let names =
            ServiceOptions.ofEveryProvider.map(\.name)
            + Service.allCases.flatMap { ServiceOptions.descriptions(of: $0).map(\.name) }
        for name in names { #expect(text.contains("`\(name)`"), "\(name)") }
    }

    /// The examples in the guide are complete configurations, or definitions of providers.
    @Test(arguments: [(PackageFiles.remoteGuide, "http-translation"), (PackageFiles.remoteSpeechGuide, "http-speech")])
    func aGuideToRemoteServicesIsRight(_ guide: URL, _ kindName: String) throws {
        let text = String(decoding: try PackageFiles.bytes(guide), as: UTF8.self)
        let examples = Self.fences(in: text)
        #expect(examples.count >= 4)
        for example in examples {
            let whole = example.hasPrefix("{") ? example : #"{ "version": 1, "providers": { \#(example) } }"#
            let withKey = whole.replacing(/\{ "(env|file)": "[^"]*" \}/, with: #"{ "env": "KEY" }"#)
            #expect(Verdicts.problems(withKey) == [], "\(example)")
        }
        let kinds = StandardProviders.kinds(data: DataLocator(environment: [:], executable: nil))
        let kind = try #require(kinds.first { $0.name == kindName })
        for option in kind.options { #expect(text.contains("| `\(option.name)` |"), "\(option.name)") }
    }
}
