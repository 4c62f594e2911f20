package import LanguageServices
import Platform
import ServiceRegistry

/// A folder with a plug-in. Reading it executes nothing.
package struct PluginFolder: Sendable, Hashable {
    /// The absolute path with links resolved.
    package let path: String
    /// The plug-in's manifest.
    package let manifest: PluginManifest
    /// The SHA-256 of the manifest file.
    package let manifestHash: String
    /// The files in the folder that are named in the command, with their SHA-256.
    package let entries: [PluginManifest.File]

    /// The maximum size, in bytes, of files that are hashed at every start. Larger files, usually models, are hashed
    /// only when the plug-in is added.
    private static let largestOften = 8 << 20

    /// Reads the manifest of a folder and hashes the files that will be executed.
    ///
    /// - Throws: `ServiceError.Code.io` when a file cannot be read, `ServiceError.Code.configuration` when the manifest
    ///   is invalid or other users can change an executed file.
    package init(_ folder: String) throws(ServiceError) {
        guard !folder.utf8.contains(0), let path = ProgramSearch.resolved(folder) else {
            throw SystemFailure.error("cannot find", folder, errno: errno)
        }
        self.path = path
        let file = "\(path)/\(PluginManifest.fileName)"
        let bytes = try PluginFile.read(file, limit: ManifestReading.largest)
        manifest = try ManifestReading.read(bytes, path: file)
        manifestHash = Hexadecimal.text(SHA256.of(bytes))
        try FileTrust.check(path)
        try FileTrust.check(file)
        var entries: [PluginManifest.File] = []
        for word in manifest.command {
            guard let own = Self.ownFile(word, in: path) else { continue }
            try FileTrust.check(own.place, real: own.real, in: path)
            entries.append(PluginManifest.File(path: own.real, hash: try Self.hash(of: own.real)))
        }
        self.entries = entries
    }

    /// Reads the folder at a path. The path may also point to the manifest.
    ///
    /// - Throws: The same errors as ``init(_:)``.
    package init(naming path: String) throws(ServiceError) {
        let suffix = "/\(PluginManifest.fileName)"
        if path == PluginManifest.fileName {
            try self.init(".")
        } else {
            try self.init(path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path)
        }
    }

    /// The path of the program to start: a file in the folder, or a program found in the search path.
    ///
    /// - Throws: `ServiceError.Code.configuration` when it does not exist.
    package func program(path search: String) throws(ServiceError) -> String {
        let word = manifest.command.first ?? ""
        if word.hasPrefix("/") { return word }
        if word.contains("/") { return "\(path)/\(word)" }
        guard let found = ProgramSearch.find(word, in: search) else {
            throw ServiceError(
                .configuration,
                "plug-in '\(manifest.id)' requires the program \(SystemFailure.quoted(word)), which was not found",
                remedy: "install it, then run 'parlance plugin add \(path)'"
            )
        }
        return found
    }

    /// Compares the files that the manifest lists with their hashes.
    ///
    /// - Parameter isThorough: Whether large files are also hashed.
    /// - Throws: `ServiceError.Code.configuration` for the first file that does not match.
    package func checkFiles(isThorough: Bool) throws(ServiceError) {
        for file in manifest.files {
            let place = "\(path)/\(file.path)"
            var status = stat()
            guard stat(place, &status) == 0, let real = ProgramSearch.resolved(place) else {
                throw SystemFailure.error("cannot read", place, errno: errno)
            }
            try FileTrust.check(place, real: real, in: path)
            guard isThorough || status.st_size <= Self.largestOften else { continue }
            guard try Self.hash(of: place) == file.hash else {
                throw ServiceError(
                    .configuration,
                    "\(SystemFailure.quoted(place)) does not match the hash in the plug-in's manifest",
                    remedy: "download it again"
                )
            }
        }
    }

    /// The file in the folder that a command argument names: the path from which it is executed, and the resolved path.
    /// If a link points outside the folder, its target is checked.
    private static func ownFile(_ word: String, in folder: String) -> (place: String, real: String)? {
        guard !word.isEmpty else { return nil }
        let place = word.hasPrefix("/") ? word : "\(folder)/\(word)"
        guard let real = ProgramSearch.resolved(place) else { return nil }
        // Files outside the folder belong to the system.
        guard place.hasPrefix(folder + "/") || real.hasPrefix(folder + "/") else { return nil }
        return WholeFile.exists(real) ? (place, real) : nil
    }

    /// Refuses a program that other users can change or replace.
    ///
    /// - Throws: `ServiceError.Code.configuration` if they can.
    package static func checkProgram(_ program: String) throws(ServiceError) { try FileTrust.checkProgram(program) }

    private static func hash(of path: String) throws(ServiceError) -> String {
        let file = try RegularFile(path: path)
        var hash = SHA256()
        try file.readAll { bytes throws(ServiceError) in hash.add(bytes) }
        return Hexadecimal.text(hash.finished())
    }
}

/// Encodes bytes as lowercase hexadecimal digits.
enum Hexadecimal {
    private static let digits = Array("0123456789abcdef".unicodeScalars)

    static func text(_ bytes: some Sequence<UInt8>) -> String {
        var text = String.UnicodeScalarView()
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(text)
    }
}
