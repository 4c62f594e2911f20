import LanguageServices
import Platform

/// What a package holds besides its notes, and its collection, unpacked.
struct PackageContents: Sendable {
    let version: PackageVersion
    let media: MediaList

    /// The names of all entries of the zip.
    let entries: Set<String>

    /// What the user should know, one line each.
    private(set) var notices: [String] = []

    /// Reads a package, and puts its collection into a file.
    ///
    /// Only three entries are ever unpacked, under names of our own.
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
            if guess.isCompressed { notices.append("the entry 'meta' is missing, without which Anki finds no notes") }
        } else {
            throw ServiceError(
                .invalidRequest,
                "\(SystemFailure.quoted(file.path)) is no package of Anki: it is a zip without a collection",
                remedy: "name a file that Anki wrote with File > Export"
            )
        }
        guard entries.contains(version.collection) else {
            throw PackageFailure.damaged(file.path, "its entry '\(version.collection)' is missing")
        }
        self.version = version
        self.entries = entries

        var list: [UInt8] = []
        let reader = try ZipReader(file, limits: limits)
        // Puts the content of the entry that came last into a file of our folder.
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
            let most = min(limit, limits.unpacked(from: count))
            try PrivateFile.make(path) { (write) throws(ServiceError) in
                try Zstandard.unpack(packed, limit: most, package: file.path, name: entry.name, write)
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
                "\(missing.count) of \(media.items.count) media files are listed but not there (first: \(SystemFailure.quoted(first.name)))"
            )
        }
    }
}
