import Testing

/// The guide 'Front ends in other languages' is followed to the letter.
@Suite(.timeLimit(.minutes(10)))
struct ServingTests {
    @Test func everyStep() async throws {
        let (files, commands) = try await ExampleShell().follow("docs/how-to/serving.md")
        #expect(files == 6 && commands >= 9)
    }
}
