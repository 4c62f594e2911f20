import Foundation
import Platform
import TestSupport
import Testing

/// A copy of the `Plugins` folder of the source tree that only this user can change.
struct ShippedPlugins {
    let box: Sandbox

    init() async throws {
        box = try Sandbox()
        let copied = try await box.shell(
            "cp -R \"$SOURCE\" plugins && chmod -R u=rwX,go=rX plugins",
            environment: ["SOURCE": "\(Self.package)/Plugins"]
        )
        try #require(copied.ending == .exited(0), "\(copied.errors)")
    }

    /// The folder of the package.
    static let package = Repository.root

    /// Copies a file of `Tests/Fixtures/speech-plugins` into the folder of a plug-in.
    func place(_ name: String, in plugin: String) throws {
        let text = try String(contentsOfFile: "\(Self.package)/Tests/Fixtures/speech-plugins/\(name)", encoding: .utf8)
        try write(text, to: "plugins/\(plugin)/\(name)")
    }

    /// Writes a file that only this user can change.
    func write(_ text: String, to name: String) throws {
        try box.write(text, to: name)
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: box.path(name))
    }

    /// Runs a file of `Tests/Fixtures/speech-plugins`, and expects all of its tests to pass.
    func expectSuccess(
        of script: String,
        _ folders: String...,
        tests: Int,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let path = "\(Self.package)/Tests/Fixtures/speech-plugins/\(script)"
        let outcome = try await box.shell(
            "python3 -B \"$SCRIPT\" \(folders.joined(separator: " "))",
            environment: ["SCRIPT": path, "PYTHONPATH": box.path("plugins")]
        )
        #expect(outcome.ending == .exited(0), "\(outcome.errors)", sourceLocation: sourceLocation)
        #expect(outcome.errors.contains("Ran \(tests) tests"), "\(outcome.errors)", sourceLocation: sourceLocation)
    }

    /// Expects that a plug-in follows every rule of its service, with the script in its folder.
    func expectEveryRule(
        of plugin: String,
        skipping skipped: Int = 0,
        environment: [String: String] = [:],
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let outcome = try await box.shell("PARLANCE=\"$P\" plugins/\(plugin)/test.sh", environment: environment)
        #expect(outcome.ending == .exited(0), "\(outcome.text)\(outcome.errors)", sourceLocation: sourceLocation)
        let failed = outcome.lines.first?.hasSuffix(" passed, 0 failed, \(skipped) skipped")
        #expect(failed == true, "\(outcome.text)", sourceLocation: sourceLocation)
    }
}
