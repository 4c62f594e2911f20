import LanguageServices
import ServiceRegistry
import Testing

@testable import ServiceConfiguration

@Suite("Renamed configuration keys")
struct RenamedKeyTests {
    private func read(_ options: String) -> FileReading {
        FileReading("{ \"version\": 1, \"providers\": { \"a\": { \"kind\": \"speaker\", \(options) } } }")
    }

    @Test("an old key sets the renamed option and adds a note")
    func oldKey() {
        let reading = read("\"restAfterFailures\": 3")
        #expect(reading.complaints == [])
        #expect(reading.provider("a")?.options.values.keys.sorted() == ["cooldownAfterFailures"])
        #expect(reading.provider("a")?.options.values["cooldownAfterFailures"]?.content == .number(3))
        #expect(
            reading.notes
                == ["p.json:1:58: provider 'a': 'restAfterFailures' is deprecated; use 'cooldownAfterFailures'"]
        )
    }

    @Test(
        "a new key overrides its old one",
        arguments: [
            "\"retryMaxSeconds\": 1, \"longestWaitSeconds\": 2", "\"longestWaitSeconds\": 2, \"retryMaxSeconds\": 1",
        ]
    )
    func bothKeys(_ options: String) {
        let reading = read(options)
        #expect(reading.provider("a")?.options.values["retryMaxSeconds"]?.content == .number(1))
        #expect(reading.notes.count == 1)
    }

    @Test("a new key adds no note, and no new key is also an old one")
    func newKeys() {
        #expect(read("\"retriesUncertain\": true").notes == [])
        #expect(RenamedKeys.options.values.allSatisfy { RenamedKeys.options[$0] == nil })
    }
}
