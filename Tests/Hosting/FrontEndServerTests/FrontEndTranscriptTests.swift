import JSON
import LanguageServices
import Platform
import PluginHost
import ServiceRegistry
import TestSupport
import Testing

@testable import FrontEndServer

/// The server follows the transcript of a front end that also tests the schemas.
@Suite(.timeLimit(.minutes(10)))
struct FrontEndTranscriptTests {
    @Test func theServerKeepsToIt() async throws {
        let path = Repository.path("Tests/Fixtures/plugin-protocol/front-end.txt")
        let lines = String(decoding: try WholeFile.read(path, limit: 1 << 20), as: UTF8.self).split(separator: "\n")
        let opened = Opened()
        let client = Client { try await opened.next() }
        var expected = 0
        for line in lines {
            switch line.prefix(2) {
            case "> ": client.send(String(line.dropFirst(2)))
            case "< ":
                _ = await eventually { client.frames.count > expected }
                let frame = try #require(client.frames.dropFirst(expected).first, "\(line)")
                let wanted = try JSONDocument.parse(Array(line.dropFirst(2).utf8), source: "", author: .program)
                #expect(JSONValue(frame.object) == JSONValue(wanted))
                expected += 1
            default: #expect(line.hasPrefix("# "))
            }
        }
        try await client.task.value
        #expect(client.frames.count == expected && expected > 8)
    }
}

/// The first call returns a registry; later calls report a configuration error.
private actor Opened {
    private var count = 0

    func next() async throws -> ServiceRegistry {
        count += 1
        if count > 1 {
            throw ServiceError(.configuration, "parlance.json:2:3: there is no key 'speach'", remedy: "write 'speech'")
        }
        return try await sampleRegistry()
    }
}
