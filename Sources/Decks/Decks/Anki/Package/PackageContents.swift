import LanguageServices
import Platform

/// The contents of a package apart from its notes, and its unpacked collection.
struct PackageContents: Sendable {
    let version: PackageVersion
    let media: MediaList

    /// The names of all entries in the zip.
    let entries: Set<String>

    /// Warnings for the user, one line each.
    private(set) var notices: [String] = []

    /// Reads a package and unpacks its collection to a file.
    ///
    /// Only three entries are ever unpacked, under fixed names.
    init(of file: RegularFile, collection: String, folder: UnpackedFolder, limits: PackageLimits) throws(ServiceError) {
        var entries: Set<String> = []
        var meta: [UInt8]?
        let survey = try ZipReader(file, limits: limits)
        while let entry = try survey.next() {
            entries.insert(entry.name)
            if entry.name == "meta" { meta = try survey.bytes(of: entry, limit: 1 << 16) }
        }
        let version: PackageVersion
        if let meta {
            version = try .stated(in: meta, package: file.path)
        } else if let guess = PackageVersion.guessed(from: entries) {
            version = guess
            if guess.isCompressed { notices.append("the entry 'meta' is missing; without it, Anki finds no notes") }
        } else {
            throw ServiceError(
                .invalidRequest,
                "\(SystemFailure.quoted(file.path)) is not an Anki package: it is a zip without a collection",
                remedy: "use a file exported from Anki with File > Export"
            )
        }
        guard entries.contains(version.collection) else {
            throw PackageFailure.damaged(file.path, "its entry '\(version.collection)' is missing")
        }
        self.version = version
        self.entries = entries

        var list: [UInt8] = []
        let reader = try ZipReader(file, limits: limits)
        // Writes the content of the current entry to a file in the private folder.
        func unpack(_ entry: ZipEntry, to path: String, limit: Int) throws(ServiceError) {
            let packed = folder.file("packed")
            var count = 0
            try PrivateFile.make(version.isCompressed ? packed : path) { (write) throws(ServiceError) in
                try reader.read(entry, limit: limit) { (bytes) throws(ServiceError) in
                    count += bytes.count
                    try write(bytes)
                }
            }
            guard version.isCompressed else { return }
            defer { unlink(packed) }
            let maximum = min(limit, limits.unpacked(from: count))
            try PrivateFile.make(path) { (write) throws(ServiceError) in
                try Zstandard.unpack(packed, limit: maximum, package: file.path, name: entry.name, write)
            }
        }
        while let entry = try reader.next() {
            guard entry.name == version.collection || entry.name == "media" else { continue }
            guard !entry.isFolder else {
                throw PackageFailure.damaged(file.path, "its entry '\(entry.name)' is a folder")
            }
            guard entry.name == "media" else {
                try unpack(entry, to: collection, limit: limits.collection)
                continue
            }
            let unpacked = folder.file("media")
            try unpack(entry, to: unpacked, limit: limits.value)
            list = try WholeFile.read(unpacked, limit: limits.value)
        }
        media = try MediaList(list, form: version.isCompressed ? .message : .json, package: file.path, limits: limits)
        let missing = media.items.filter { !entries.contains($0.entry) }
        if let first = missing.first {
            notices.append(
                "\(missing.count) of \(media.items.count) media files are listed but missing (first: \(SystemFailure.quoted(first.name)))"
            )
        }
    }
}
