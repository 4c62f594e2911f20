import JSON
import LanguageServices
import Platform

/// Reads a secret from the desktop's Secret Service (GNOME Keyring, KeePassXC, KWallet) with the program `secret-tool`.
///
/// The values of attributes never appear in messages, because one of them may be the secret itself, written there by
/// mistake.
struct SecretService: Sendable {
    /// The attributes that identify the secret.
    let attributes: [(name: String, value: String)]
    /// The environment variables; `PATH` is searched for the program.
    let environment: [String: String]
    /// The time limit, which includes the time in which the user enters the password of a locked keyring.
    var timeout = Duration.seconds(30)

    /// The secret, which is looked up when it is needed.
    var secret: Secret { Secret(source: "Secret Service, \(names)") { () throws(ServiceError) in try lookUp() } }

    private var names: String {
        "\(attributes.count == 1 ? "attribute" : "attributes") \(attributes.map { JSONExcerpt.escaped($0.name) }.joined(separator: ", "))"
    }

    /// Looks up the secret.
    ///
    /// - Throws: `ServiceError.Code.configuration` when `secret-tool` is not installed or there is no such secret,
    ///   `ServiceError.Code.unavailable` when the service cannot be reached, or its keyring is locked.
    func lookUp() throws(ServiceError) -> String {
        let path = environment["PATH"].flatMap { $0.isEmpty ? nil : $0 } ?? ProgramSearch.systemPath
        guard let program = ProgramSearch.find("secret-tool", in: path) else {
            throw ServiceError(
                .configuration,
                "cannot read the secret from the Secret Service: the program 'secret-tool' is not installed",
                remedy: "install it (Debian: libsecret-tools), or use { \"env\": \"NAME\" } or { \"file\": \"PATH\" }"
            )
        }
        let found = try run(program, "lookup")
        guard found.ending == .exited(0), !found.output.isEmpty else { throw try failure(found, program) }
        guard let text = String(validating: found.output, as: UTF8.self) else {
            throw ServiceError(.configuration, "the secret in the Secret Service is not UTF-8")
        }
        guard let line = text.split(whereSeparator: \.isNewline).first else {
            throw ServiceError(.configuration, "the secret in the Secret Service is empty", remedy: "store it again")
        }
        return String(line)
    }

    /// Why a lookup found nothing. `secret-tool` prints an error only when it cannot reach the service.
    private func failure(_ found: ShortProgram.Result, _ program: String) throws(ServiceError) -> ServiceError {
        guard OneLine.text(found.errors).isEmpty else {
            return ServiceError(
                .unavailable,
                "cannot reach the Secret Service: \(OneLine.text(found.errors))",
                remedy: "run it in a desktop session, or use { \"env\": \"NAME\" } or { \"file\": \"PATH\" }"
            )
        }
        // A search also finds the attributes of locked secrets. Its output may contain the secret.
        let isThere = try run(program, "search").output.contains { $0 != UInt8(ascii: "\n") }
        guard isThere else {
            return ServiceError(
                .configuration,
                "the Secret Service has no secret with the \(names)",
                remedy: "store it with 'secret-tool store', or correct the values of the attributes"
            )
        }
        return ServiceError(
            .unavailable,
            "the keyring that contains the secret is locked",
            remedy: "unlock it, then try again"
        )
    }

    private func run(_ program: String, _ command: String) throws(ServiceError) -> ShortProgram.Result {
        let variables = environment.map { "\($0)=\($1)" }.sorted()
        let request = ChildRequest(
            program: program,
            arguments: [command] + attributes.flatMap { [$0.name, $0.value] },
            environment: ProgramEnvironment.kept(variables)
        )
        let result = try ShortProgram.run(request, timeout: timeout)
        guard result.ending != nil else {
            throw ServiceError(
                .unavailable,
                "the Secret Service did not answer within \(timeout.components.seconds) seconds",
                remedy: "unlock the keyring, then try again"
            )
        }
        return result
    }
}
