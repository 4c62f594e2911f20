import Testing

/// The guide 'Writing a plug-in' is followed to the letter.
@Suite(.timeLimit(.minutes(10)))
struct WritingAPluginTests {
    @Test func everyStep() async throws {
        let (files, commands) = try await ExampleShell().follow("docs/tutorials/writing-a-plugin.md")
        #expect(files == 6 && commands >= 13)
    }
}
