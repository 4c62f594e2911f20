package import JSON
package import LanguageServices
import Platform

/// What a plug-in says of itself in its `plugin.json`, without being started.
package struct PluginManifest: Sendable, Hashable {
    /// The name of the file.
    package static let fileName = "plugin.json"

    /// How much memory of its own a process may have that asks for no other: half of what the machine has, from 1 to 8 GiB.
    ///
    /// A neural voice needs a few hundred MiB. Libraries for numbers reserve 30 to 50 MiB more for each processor, which
    /// counts although they never fill it.
    package static let usualMemory: Int = {
        let (pages, size) = (sysconf(Int32(_SC_PHYS_PAGES)), sysconf(Int32(_SC_PAGESIZE)))
        let (all, isTooMuch) = pages.multipliedReportingOverflow(by: size)
        return isTooMuch ? 8 << 30 : min(max(all / 2, 1 << 30), 8 << 30)
    }()

    /// Its name for configurations and commands: small letters, digits and hyphens.
    package var id: String
    /// Its name for people.
    package var name: String
    /// Its version.
    package var version: String
    /// The licence of the program, as SPDX.
    package var licence: String?
    /// Where it is from.
    package var homepage: String?
    /// The program and its arguments; no shell reads them.
    package var command: [String]
    /// What it offers.
    package var services: [ServiceOffer]
    /// How long it is waited for.
    package var limits = PluginLimits()
    /// How many processes of it may run at once.
    package var processes = 1
    /// The most bytes of memory of its own that each of its processes can have.
    package var memory = usualMemory
    /// Whether texts leave the machine.
    package var usesNetwork = false
    /// The variables of the environment that it wants besides the usual ones.
    package var environment: [String] = []
    /// Those of its options that must be secrets.
    package var secrets: [String] = []
    /// Files that belong to it.
    package var files: [File] = []
    /// What it can be tried with.
    package var samples: [Service: JSONValue] = [:]

    /// A file that belongs to a plug-in.
    package struct File: Sendable, Hashable {
        /// Its path in the plug-in's folder.
        package var path: String
        /// The SHA-256 of its bytes, in hexadecimal digits.
        package var hash: String
    }

    /// Whether anything that it does leaves the machine.
    package var leavesMachine: Bool { usesNetwork || services.contains(where: \.usesNetwork) }

    /// What it offers of a service.
    package func offer(of service: Service) -> ServiceOffer? { services.first { $0.service == service } }

    /// Whether a text can be the id of a plug-in: 1 to 64 small letters, digits and hyphens, a letter first.
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
