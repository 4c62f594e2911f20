package import JSON
package import LanguageServices
import Platform

/// The contents of `plugin.json`, which describe a plug-in without starting it.
package struct PluginManifest: Sendable, Hashable {
    /// The name of the file.
    package static let fileName = "plugin.json"

    /// The default limit on a process's private memory in bytes: half of the machine's memory, but at least 1 and at
    /// most 8 GiB.
    ///
    /// A neural voice needs a few hundred MiB. Numerical libraries reserve another 30 to 50 MiB per processor, which
    /// counts towards the limit even if it is unused.
    package static let defaultMemoryLimit: Int = {
        let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
        let (all, isTooMuch) = pages.multipliedReportingOverflow(by: size)
        return isTooMuch ? 8 << 30 : min(max(all / 2, 1 << 30), 8 << 30)
    }()

    /// The name in configurations and commands: lowercase letters, digits and hyphens.
    package var id: String
    /// The display name.
    package var name: String
    /// The plug-in's version.
    package var version: String
    /// The licence of the program as an SPDX expression.
    package var licence: String?
    /// The URL of the plug-in's home page.
    package var homepage: String?
    /// The program and its arguments, which are not interpreted by a shell.
    package var command: [String]
    /// The offered services.
    package var services: [ServiceOffer]
    /// The time limits.
    package var limits = PluginLimits()
    /// The maximum number of processes.
    package var processes = 1
    /// The limit on each process's private memory, in bytes.
    package var memory = defaultMemoryLimit
    /// Whether texts are sent over the network.
    package var usesNetwork = false
    /// The names of environment variables that it receives in addition to the default ones.
    package var environment: [String] = []
    /// The names of options that must be secrets.
    package var secrets: [String] = []
    /// The files whose hashes are checked.
    package var files: [File] = []
    /// Sample requests for trying the plug-in.
    package var samples: [Service: JSONValue] = [:]

    /// A file that belongs to a plug-in.
    package struct File: Sendable, Hashable {
        /// The path relative to the plug-in's folder.
        package var path: String
        /// The SHA-256 in hexadecimal digits.
        package var hash: String
    }

    /// Whether the plug-in or one of its services uses the network.
    package var leavesMachine: Bool { usesNetwork || services.contains(where: \.usesNetwork) }

    /// The offer for a service.
    package func offer(of service: Service) -> ServiceOffer? { services.first { $0.service == service } }

    /// Whether a string is a valid plug-in ID: 1 to 64 lowercase letters, digits and hyphens, starting with a letter.
    package static func isID(_ text: String) -> Bool {
        guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first),
            text.utf8.count <= 64
        else { return false }
        return text.utf8.allSatisfy { byte in
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || byte == UInt8(ascii: "-")
        }
    }
}

/// Reads manifests and reports errors with their line and column.
package enum ManifestReading {
    /// The maximum size of a manifest in bytes.
    package static let largest = 1 << 18

    private static let keys = [
        "$schema", "schema", "id", "name", "version", "license", "homepage", "protocol", "command", "services",
        "startSeconds", "idleSeconds", "requestSeconds", "idleStopSeconds", "processes", "memoryMiB", "network",
        "environment", "secrets", "files", "samples",
    ]

    /// The memory limits that a manifest may set, in MiB.
    package static let memories = 64...1_048_576

    /// Reads a manifest.
    ///
    /// - Parameters:
    ///   - bytes: The contents of the file.
    ///   - path: The path, for messages.
    /// - Throws: `ServiceError.Code.configuration` for the first fault.
    package static func read(_ bytes: [UInt8], path: String) throws(ServiceError) -> PluginManifest {
        let root = try parse(bytes, path: path)
        do throws(JSONFault) {
            return try manifest(root)
        } catch {
            throw JSONSyntaxError(error.text, at: error.position, source: path).serviceError
        }
    }

    /// Parses the JSON of a file.
    static func parse(_ bytes: [UInt8], path: String) throws(ServiceError) -> JSONNode {
        do throws(JSONSyntaxError) {
            return try JSONDocument.parse(bytes, source: path)
        } catch {
            throw error.serviceError
        }
    }

    private static func manifest(_ root: JSONNode) throws(JSONFault) -> PluginManifest {
        guard let members = root.members else {
            throw JSONFault("a manifest must be an object: { ... }, not \(root.kindName)", root)
        }
        for member in members where !keys.contains(member.key) {
            throw JSONFault(
                "a manifest has no key \(JSONExcerpt.singleQuoted(member.key))\(ClosestMatch.hint(for: member.key, in: keys))",
                at: member.keyPosition
            )
        }
        let schema = try needed("schema", root)
        guard schema.wholeNumber == 1 else {
            throw JSONFault("unsupported manifest schema; this program reads schema 1", schema)
        }
        let versions = try needed("protocol", root)
        guard let elements = versions.elements, elements.contains(where: { $0.wholeNumber == PluginProtocol.version })
        else {
            throw JSONFault("'protocol' must be an array of versions that includes \(PluginProtocol.version)", versions)
        }
        let id = try needed("id", root)
        guard let idText = id.string, PluginManifest.isID(idText) else {
            throw JSONFault("'id' must consist of lower-case letters, digits and hyphens, and start with a letter", id)
        }
        let commandNode = try needed("command", root)
        let command = try JSONFault.texts(commandNode, named: "command").map(\.text)
        guard let program = command.first, !program.isEmpty else {
            throw JSONFault("'command' must be an array: the program and its arguments", commandNode)
        }
        guard !program.split(separator: "/").contains("..") else {
            throw JSONFault("the program in 'command' is outside the plug-in's folder", commandNode)
        }
        guard !command.contains(where: { $0.utf8.contains(0) }) else {
            throw JSONFault("'command' contains a NUL character", commandNode)
        }
        var manifest = PluginManifest(
            id: idText,
            name: try text("name", root) ?? idText,
            version: try neededText("version", root),
            licence: try text("license", root),
            homepage: try text("homepage", root),
            command: command,
            services: try services(try needed("services", root))
        )
        manifest.limits.start = try seconds("startSeconds", root, 1...600) ?? manifest.limits.start
        manifest.limits.idle = try seconds("idleSeconds", root, 1...3600) ?? manifest.limits.idle
        manifest.limits.request = try seconds("requestSeconds", root, 1...86_400) ?? manifest.limits.request
        manifest.limits.idleStop = try seconds("idleStopSeconds", root, 1...86_400) ?? manifest.limits.idleStop
        manifest.processes = try JSONFault.number(root["processes"], "processes", 1...16) ?? manifest.processes
        if let number = try JSONFault.number(root["memoryMiB"], "memoryMiB", memories) {
            manifest.memory = number << 20
        }
        manifest.usesNetwork = try JSONFault.flag(root["network"], "network") ?? false
        for (name, node) in try JSONFault.texts(root["environment"], named: "environment") {
            guard isVariable(name) else { throw JSONFault("'environment' contains an invalid variable name", node) }
            manifest.environment.append(name)
        }
        manifest.secrets = try JSONFault.texts(root["secrets"], named: "secrets").map(\.text)
        manifest.files = try files(root["files"])
        manifest.samples = try samples(root["samples"])
        return manifest
    }

    // MARK: Parts

    private static func services(_ node: JSONNode) throws(JSONFault) -> [ServiceOffer] {
        guard let elements = node.elements, !elements.isEmpty else {
            throw JSONFault("'services' must be an array with at least one service", node)
        }
        var offers: [ServiceOffer] = []
        for element in elements {
            guard let offer = try ServiceOffer(element) else {
                throw JSONFault(
                    "unknown service; the services are \(Service.allCases.map(\.rawValue).joined(separator: ", "))",
                    element["service"] ?? element
                )
            }
            guard !offers.contains(where: { $0.service == offer.service }) else {
                throw JSONFault("the service '\(offer.service)' is listed twice", element)
            }
            offers.append(offer)
        }
        return offers
    }

    private static func files(_ node: JSONNode?) throws(JSONFault) -> [PluginManifest.File] {
        guard let node else { return [] }
        guard let elements = node.elements else {
            throw JSONFault("'files' must be an array, not \(node.kindName)", node)
        }
        var files: [PluginManifest.File] = []
        for element in elements {
            guard let path = element["path"]?.string, let hash = element["sha256"]?.string else {
                throw JSONFault("a file must have 'path' and 'sha256'", element)
            }
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            guard !path.isEmpty, !path.utf8.contains(0), !parts.contains(".."), !parts.contains("") else {
                throw JSONFault("'path' is outside the plug-in's folder", element["path"] ?? element)
            }
            guard hash.utf8.count == 64, hash.allSatisfy({ $0.isHexDigit && !$0.isUppercase }) else {
                throw JSONFault("'sha256' must be 64 lower-case hexadecimal digits", element["sha256"] ?? element)
            }
            files.append(PluginManifest.File(path: path, hash: hash))
        }
        return files
    }

    private static func samples(_ node: JSONNode?) throws(JSONFault) -> [Service: JSONValue] {
        guard let node else { return [:] }
        guard let members = node.members else {
            throw JSONFault("'samples' must be an object, not \(node.kindName)", node)
        }
        var samples: [Service: JSONValue] = [:]
        for member in members {
            guard let service = Service(rawValue: member.key), member.value.members != nil else {
                throw JSONFault("'samples' must have an object for each service", at: member.keyPosition)
            }
            samples[service] = JSONValue(member.value)
        }
        return samples
    }

    private static func needed(_ name: String, _ root: JSONNode) throws(JSONFault) -> JSONNode {
        guard let node = root[name] else { throw JSONFault("the key '\(name)' is missing", root) }
        return node
    }

    private static func text(_ name: String, _ root: JSONNode) throws(JSONFault) -> String? {
        guard let node = root[name] else { return nil }
        guard let text = node.string, !BlankText.isBlank(text) else {
            throw JSONFault("'\(name)' must be a non-empty string", node)
        }
        return text
    }

    private static func neededText(_ name: String, _ root: JSONNode) throws(JSONFault) -> String {
        guard let text = try text(name, root) else { throw JSONFault("the key '\(name)' is missing", root) }
        return text
    }

    private static func seconds(_ name: String, _ root: JSONNode, _ range: ClosedRange<Double>) throws(JSONFault)
        -> Duration?
    {
        guard let node = root[name] else { return nil }
        guard let number = node.number?.double, range.contains(number) else {
            let bounds = (WholeNumber.text(range.lowerBound), WholeNumber.text(range.upperBound))
            throw JSONFault("'\(name)' must be a number of seconds from \(bounds.0) to \(bounds.1)", node)
        }
        return .seconds(number)
    }

    private static func isVariable(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first, first == "_" || first.properties.isAlphabetic else { return false }
        return name.utf8.allSatisfy { byte in
            byte == UInt8(ascii: "_") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
        }
    }
}
