import LanguageServices
import Platform

/// What an overlay is made of, in sixteen hexadecimal digits; it is built anew when one of them changes.
struct OverlayKey: Sendable, Hashable {
    /// The digits.
    let text: String

    /// Raised when the same definitions and data give another result.
    private static let builderVersion = 5

    /// Takes the key of the installed data, by the sizes and times of its files, and of the definitions, by their text.
    init(dataFolder: String, definitions: DefinitionFiles) throws(ServiceError) {
        // Nobody is to be kept from making two alike, they only must not be alike by chance.
        var hash = StableHash()
        func add(_ bytes: some Sequence<UInt8>) {
            hash.add(bytes)
            hash.add([0xFF])
        }
        add("\(Self.builderVersion) \(dataFolder)".utf8)
        for name in try Folder.names(in: dataFolder) {
            var status = stat()
            guard stat("\(dataFolder)/\(name)", &status) == 0 else { continue }
            #if canImport(Darwin)
            let time = status.st_mtimespec
            #else
            let time = status.st_mtim
            #endif
            add("\(name) \(status.st_size) \(time.tv_sec) \(time.tv_nsec)".utf8)
        }
        for file in definitions.all {
            // The folders' own place does not matter, so that a checkout that is moved needs no other overlay.
            add(file.path.split(separator: "/").suffix(2).joined(separator: "/").utf8)
            add(file.bytes)
        }
        let digits = String(hash.value, radix: 16)
        text = String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Whether a file name may be that of an overlay.
    static func isKey(_ name: String) -> Bool {
        name.utf8.count == 16 && name.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }
}
