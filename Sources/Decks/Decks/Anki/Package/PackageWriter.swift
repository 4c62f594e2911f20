import LanguageServices
import Platform

/// Writes a changed copy of a package: all entries keep their order and content, except a changed collection and media
/// list.
struct PackageWriter {
    let file: RegularFile
    let contents: PackageContents
    let folder: UnpackedFolder
    let limits: PackageLimits

    /// Writes the package.
    ///
    /// - Parameters:
    ///   - output: The output.
    ///   - collection: The changed collection, if it changed.
    ///   - media: The files to add.
    ///   - time: The modification time for new and changed entries, in seconds since 1970.
    func write(
        to output: consuming AtomicFile,
        collection: String?,
        media: [MediaAdditions.Addition],
        time: Int
    ) throws(ServiceError) {
        let zip = try ZipWriter(output)
        let reader = try ZipReader(file, limits: limits)
        var areAdded = media.isEmpty
        while let entry = try reader.next() {
            var new = entry
            new.modified = time
            if entry.name == contents.version.collection, let collection {
                try add(new, file: collection, to: zip)
            } else if entry.name == "media", !media.isEmpty {
                try add(media, list: new, to: zip)
                areAdded = true
            } else {
                try zip.add(entry) { (write) throws(ServiceError) in
                    if !entry.isFolder { try reader.read(entry, write) }
                }
            }
        }
        if !areAdded {
            try add(media, list: ZipEntry(name: "media", isStored: true, modified: time), to: zip)
        }
        try zip.commit()
    }

    /// Adds media files, followed by the list, as Anki does.
    private func add(_ media: [MediaAdditions.Addition], list: ZipEntry, to zip: ZipWriter) throws(ServiceError) {
        for addition in media {
            try ServiceError.checkCancellation()
            let entry = ZipEntry(name: addition.item.entry, isStored: true, modified: list.modified)
            try add(entry, file: addition.path, to: zip)
        }
        let path = folder.file("media")
        let bytes = contents.media.appending(media.map(\.item))
        try PrivateFile.make(path) { (write) throws(ServiceError) in
            var failure: ServiceError?
            bytes.withUnsafeBytes { raw in
                do throws(ServiceError) { try write(raw) } catch { failure = error }
            }
            if let failure { throw failure }
        }
        try add(list, file: path, to: zip)
    }

    /// Adds a file, compressed as the package version requires.
    private func add(_ entry: ZipEntry, file: String, to zip: ZipWriter) throws(ServiceError) {
        var entry = entry
        guard contents.version.isCompressed else {
            entry.size = try RegularFile(path: file).size
            return try zip.add(entry, file: file)
        }
        let packed = folder.file("packed")
        defer { unlink(packed) }
        try Zstandard.pack(to: packed) { (write) throws(ServiceError) in try RegularFile(path: file).readAll(write) }
        entry.size = try RegularFile(path: packed).size
        try zip.add(entry, file: packed)
    }
}
