import JSON
import LanguageServices
import Platform

/// Resolves the secrets that a configuration file refers to.
struct SecretLocation {
    /// The path of the configuration file. Relative paths are resolved against its folder.
    let configuration: String
    /// The variables from which secrets can be read.
    let environment: [String: String]

    /// The keys that name the source of a secret.
    static let sources: Set = ["env", "file", "secretService"]

    /// The secret in an environment variable. A string that cannot be a variable name is never repeated in a message,
    /// because it may be the secret itself, written after `env` by mistake.
    func variable(_ name: String, of key: String) throws(ServiceError) -> Secret {
        guard Self.isNameOfVariable(name) else {
            throw ServiceError(
                .configuration,
                "'env' of \(JSONExcerpt.singleQuoted(key)) is not the name of an environment variable",
                remedy: "write the name of a variable that contains the secret, not the secret itself"
            )
        }
        guard let value = environment[name], !value.isEmpty else {
            throw ServiceError(
                .configuration,
                "the environment variable \(name) is not set",
                remedy: "set it to the secret"
            )
        }
        return Secret(value, source: "environment variable \(name)")
    }

    /// The secret in the first line of a file.
    func file(_ name: String) throws(ServiceError) -> Secret {
        let file = try path(name)
        let bytes = try WholeFile.read(file, limit: 1 << 16)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ServiceError(.io, "\(SystemFailure.quoted(file)) is not UTF-8")
        }
        guard let line = text.split(whereSeparator: \.isNewline).first else {
            throw ServiceError(.io, "\(SystemFailure.quoted(file)) is empty", remedy: "write the secret into it")
        }
        return Secret(String(line), source: "file \(JSONExcerpt.escaped(file))")
    }

    /// The secret in the Secret Service with the given attributes. It is looked up when a provider needs it.
    func secretService(_ node: JSONNode, of key: String) throws(ServiceError) -> Secret {
        let attributes = (node.members ?? []).compactMap { member in
            member.value.string.map { (name: member.key, value: $0) }
        }
        // secret-tool treats a word that starts with '-' as an option.
        let isSound = attributes.allSatisfy { attribute in
            [attribute.name, attribute.value].allSatisfy { !$0.isEmpty && $0.first != "-" && !$0.utf8.contains(0) }
        }
        guard !attributes.isEmpty, attributes.count == node.members?.count, isSound else {
            // The values are not repeated, because one of them may be the secret itself.
            throw ServiceError(
                .configuration,
                "'secretService' of \(JSONExcerpt.singleQuoted(key)) is not an object of attributes",
                remedy: "write attributes such as { \"application\": \"parlance\", \"key\": \"deepl\" }"
            )
        }
        return SecretService(attributes: attributes, environment: environment).secret
    }

    private func path(_ name: String) throws(ServiceError) -> String {
        if name.hasPrefix("~/") {
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw ServiceError(
                    .configuration,
                    "no home folder for \(SystemFailure.quoted(name)), because HOME is not set",
                    remedy: "write the full path"
                )
            }
            return home + name.dropFirst()
        }
        guard !name.hasPrefix("/"), let slash = configuration.lastIndex(of: "/") else { return name }
        return configuration[...slash] + name
    }

    private static func isNameOfVariable(_ name: String) -> Bool {
        guard let first = name.utf8.first, first == UInt8(ascii: "_") || isLetter(first) else { return false }
        return name.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }
}
