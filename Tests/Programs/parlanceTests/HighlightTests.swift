import Testing

@Suite("Highlighted words")
struct HighlightTests {
    @Test("without a terminal it is rejected", arguments: [["-o", "a.wav"], [], ["--json"]])
    func refused(_ more: [String]) async throws {
        let outcome = try await Sandbox().run(["speak", "hi", "--highlight"] + more)
        outcome.expectFailure(64, "--highlight")
    }
}
