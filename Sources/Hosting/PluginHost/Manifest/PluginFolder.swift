package import LanguageServices
import Platform
import ServiceRegistry

/// A folder with a plug-in, looked at and not executed.
package struct PluginFolder: Sendable, Hashable {
    /// The folder, as an absolute path without links.
    package let path: String
    /// What its manifest says.
    package let manifest: PluginManifest
    /// The SHA-256 of the manifest's bytes.
    package let manifestHash: String
    /// The files of the command that lie in the folder, with the SHA-256 of each.
    package let entries: [PluginManifest.File]

    /// The largest file whose hash is looked at each time; larger ones are models, and are looked at when the plug-in is added.
    private static let largestOften = 8 << 20

    /// Reads the manifest of a folder and hashes what will be executed.
    ///
    /// - Throws: `ServiceError.Code.io` when something cannot be read, `ServiceError.Code.configuration` when the manifest is
    ///   wrong, or somebody else could change what is executed.
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

    /// Reads the folder that a path names, which may be that of the manifest itself.
    ///
    /// - Throws: As ``init(_:)``.
    package init(naming path: String) throws(ServiceError) {
        let suffix = "/\(PluginManifest.fileName)"
        if path == PluginManifest.fileName {
            try self.init(".")
        } else {
            try self.init(path.hasSuffix(suffix) ? String(path.dropLast(suffix.count)) : path)
        }
    }

    /// The program to start: the path of a file, or of a program that is found by its name.
    ///
    /// - Throws: `ServiceError.Code.configuration` when there is none.
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

    /// Makes sure that the files of the plug-in are those that its manifest names.
    ///
    /// - Parameter isThorough: Whether large files are read, too.
    /// - Throws: `ServiceError.Code.configuration` for the first that is not.
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

    /// The file of the folder that a word of the command means: as it is named when it is executed, and without links.
    ///
    /// A link may lead out of the folder: what is read then is what it leads to.
    private static func ownFile(_ word: String, in folder: String) -> (place: String, real: String)? {
        guard !word.isEmpty else { return nil }
        let place = word.hasPrefix("/") ? word : "\(folder)/\(word)"
        guard let real = ProgramSearch.resolved(place) else { return nil }
        // What is installed elsewhere is the system's.
        guard place.hasPrefix(folder + "/") || real.hasPrefix(folder + "/") else { return nil }
        return WholeFile.exists(real) ? (place, real) : nil
    }

    /// Refuses a program that others may change, or in whose place they may put another.
    ///
    /// - Throws: `ServiceError.Code.configuration` then.
    package static func checkProgram(_ program: String) throws(ServiceError) { try FileTrust.checkProgram(program) }

    private static func hash(of path: String) throws(ServiceError) -> String {
        let file = try RegularFile(path: path)
        var hash = SHA256()
        try file.readAll { bytes throws(ServiceError) in hash.add(bytes) }
        return Hexadecimal.text(hash.finished())
    }
}

/// Bytes as hexadecimal digits in lower case.
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
