import LanguageServices
import Platform
import ServiceRegistry
import Testing

@testable import ServiceConfiguration

/// Secrets from the Secret Service, read with a script named `secret-tool`.
@Suite(.timeLimit(.minutes(5)))
struct SecretServiceTests {
    private static let key = #"{ "secretService": { "application": "parlance", "key": "MARKER-value" } }"#

    private let folder: TemporaryFolder
    private let environment: [String: String]

    init() throws {
        folder = try TemporaryFolder()
        environment = ["PATH": "\(folder.path):/usr/bin:/bin", "HOME": folder.path, "OTHER_KEY": "MARKER-other"]
    }

    /// Installs a shell script as `secret-tool`.
    private func install(_ script: String) throws {
        try folder.write("#!/bin/sh\n\(script)\n", to: "secret-tool")
        try #require(chmod(folder("secret-tool"), 0o755) == 0)
    }

    private func reading(_ key: String = Self.key, mayHoldSecrets: Bool = true) -> FileReading {
        FileReading(
            SecretOfVariableTests.file(key: key),
            environment: environment,
            mayHoldSecrets: mayHoldSecrets
        )
    }

    private func failure() throws -> ServiceError {
        let reading = reading()
        #expect(reading.complaints == [])
        let options = try #require(reading.provider("mt")?.options)
        let error = try #require(throws: ServiceError.self) { try options.secret("key") }
        // The value of an attribute may be the secret itself.
        #expect(!"\(error)".contains("MARKER"))
        #expect(error.message.hasPrefix("p.json:2:8: provider 'mt': 'key': "))
        return error
    }

    @Test func theProgramIsRunWhenTheSecretIsNeeded() throws {
        try install(#"echo "$@" >> "$HOME/calls"; env > "$HOME/variables"; printf 'MARKER-secret\nsecond line\n'"#)
        let reading = reading()
        #expect(reading.complaints == [])
        let options = try #require(reading.provider("mt")?.options)
        #expect(!WholeFile.exists(folder("calls")))
        for _ in 0..<3 { #expect(try options.secret("key")?.reveal() == "MARKER-secret") }
        let calls = try WholeFile.read(folder("calls"), limit: 1000)
        #expect(String(decoding: calls, as: UTF8.self) == "lookup application parlance key MARKER-value\n")
        let variables = String(decoding: try WholeFile.read(folder("variables"), limit: 100_000), as: UTF8.self)
        #expect(variables.contains("HOME=") && !variables.contains("OTHER_KEY"))
        let secret = try #require(try options.secret("key"))
        #expect(secret.source == "Secret Service, attributes application, key")
    }

    @Test func aMissingProgramIsReported() throws {
        let error = try SecretService(attributes: [("a", "b")], environment: ["PATH": folder.path]).failure()
        #expect(error.code == .configuration && error.message.contains("'secret-tool' is not installed"))
        #expect(error.remedy?.contains("libsecret-tools") == true)
    }

    @Test func aMissingSecretIsReported() throws {
        try install(#"[ "$1" = search ] || exit 1"#)
        let error = try failure()
        #expect(error.code == .configuration)
        #expect(error.message.hasSuffix("the Secret Service has no secret with the attributes application, key"))
    }

    @Test func aLockedKeyringIsReported() throws {
        // A search finds the attributes of a locked secret; of an unlocked one it prints the secret, too.
        try install(#"[ "$1" = search ] && printf '[/1]\nlabel = x\nsecret = MARKER\n' || exit 1"#)
        let error = try failure()
        #expect(error.code == .unavailable && error.message.hasSuffix("the keyring that contains the secret is locked"))
    }

    @Test func anUnreachableServiceIsReported() throws {
        try install("echo 'secret-tool: Cannot autolaunch D-Bus' >&2; exit 1")
        let error = try failure()
        #expect(error.code == .unavailable)
        #expect(error.message.hasSuffix("cannot reach the Secret Service: secret-tool: Cannot autolaunch D-Bus"))
    }

    @Test(arguments: [(#"printf '\n'"#, "is empty"), (#"printf '\377'"#, "is not UTF-8")])
    func anUnusableSecretIsReported(script: String, reason: String) throws {
        try install(script)
        #expect(try failure().message.hasSuffix("the secret in the Secret Service \(reason)"))
    }

    @Test func theTimeIsLimited() throws {
        try install("sleep 1000")
        let service = SecretService(
            attributes: [("a", "b")],
            environment: environment,
            timeout: .milliseconds(200)
        )
        let error = try service.failure()
        #expect(error.code == .unavailable && error.message.contains("did not answer"))
    }

    @Test(arguments: [
        "{}", "[]", "1", #""MARKER""#, #"{ "a": 1 }"#, #"{ "a": "" }"#, #"{ "": "MARKER" }"#, #"{ "a": "-MARKER" }"#,
        #"{ "--MARKER": "b" }"#, #"{ "a": "MARKER\u0000" }"#, #"{ "a": { "b": "MARKER" } }"#,
    ])
    func attributesAreChecked(attributes: String) {
        let complaints = reading("{ \"secretService\": \(attributes) }").complaints
        #expect(complaints.count == 1)
        #expect(complaints.first?.contains("'secretService' of 'key' is not an object of attributes") == true)
        #expect(complaints.allSatisfy { !$0.contains("MARKER") })
    }

    @Test func aProjectFileMustNotNameOne() {
        let complaints = reading(mayHoldSecrets: false).complaints
        #expect(complaints.contains { $0.contains("must not use secrets") })
    }

    @Test func nestedOptionsMayContainOne() throws {
        try install("printf MARKER")
        let text = """
            { "version": 1, "providers": { "p": { "kind": "plugin-speech", "plugin": "x",
              "options": { "key": \(Self.key), "other": { "env": "OTHER_KEY" } } } } }
            """
        let own = try #require(FileReading(text, environment: environment).provider("p")?.options)
        let options = try #require(try own.options("options"))
        #expect(try options.secret("key")?.reveal() == "MARKER")
        #expect(try options.secret("other")?.reveal() == "MARKER-other")
    }
}

extension SecretService {
    fileprivate func failure() throws -> ServiceError {
        try #require(throws: ServiceError.self) { try lookUp() }
    }
}
