import Audio
import Platform
import TestSupport
import Testing

@Suite("Closed standard streams")
struct ClosedStreamsTests {
    private let box: Sandbox

    init() throws { box = try Sandbox() }

    @Test("streams that are closed at startup give errors, and are never replaced by other files")
    func closed() async throws {
        let input = try await box.shell(#"timeout 20 "$P" speak -o x.wav <&-"#)
        input.expectFailure(74, "cannot read", "standard input", "bad file descriptor")
        let output = try await box.shell(#"timeout 20 "$P" speak hello -o x.wav >&-"#)
        output.expectFailure(74, "standard output", "bad file descriptor")
        #expect(Wave(path: box.path("x.wav"))?.hasSound == true)
        let errors = try await box.shell(#"timeout 20 "$P" speak hello hello -d all 2>&-; timeout 20 "$P" speek 2>&-"#)
        #expect(errors.ending == .exited(64))
        #expect(Wave(path: box.path("all/hello.wav"))?.hasSound == true)
        let all = try await box.shell(#"timeout 20 "$P" speak hello -o y.wav <&- >&- 2>&-"#)
        #expect(all.ending == .exited(74))
        #expect(Wave(path: box.path("y.wav"))?.hasSound == true)
    }
}
