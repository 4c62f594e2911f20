import LanguageServices
import Platform

/// The media files added by edits.
struct MediaAdditions {
    /// A file to add to the package.
    struct Addition {
        var item: MediaList.Item
        var path: String
    }

    private let contents: PackageContents
    private let package: String

    /// The files in the package, by name.
    private let present: [String: MediaList.Item]

    private var order: [String] = []
    private var files: [String: (path: String, note: String)] = [:]

    init(to contents: PackageContents, package: String) {
        self.contents = contents
        self.package = package
        present = Dictionary(contents.media.items.map { ($0.name, $0) }) { first, _ in first }
    }

    /// Adds a file for a note.
    mutating func add(_ file: MediaFile, for note: String) throws(ServiceError) {
        guard Self.isPossible(file.name) else {
            throw ServiceError(
                .invalidRequest,
                "an Anki media file cannot be named \(SystemFailure.quoted(file.name)) (\(note))",
                remedy: "choose a name of at most 120 bytes without folders and without : * ? \" < > | \\"
            )
        }
        guard let known = files[file.name] else {
            order.append(file.name)
            files[file.name] = (file.path, note)
            return
        }
        if known.path == file.path { return }
        guard try PrivateFile.fingerprint(known.path) == PrivateFile.fingerprint(file.path) else {
            throw ServiceError(
                .invalidRequest,
                "\(known.note) and \(note) add different media files named \(SystemFailure.quoted(file.name))",
                remedy: "give them different names"
            )
        }
    }

    /// Determines which files are new.
    ///
    /// - Throws: `ServiceError.Code.invalidRequest` when the package has a different file under the same name.
    func settle(with file: RegularFile, limits: PackageLimits) throws(ServiceError) -> [Addition] {
        var additions: [Addition] = []
        var doubtful: [String: (name: String, print: (size: Int, hash: [UInt8]))] = [:]
        var number = contents.media.nextNumber
        for name in order {
            guard let source = files[name] else { continue }
            let print = try PrivateFile.fingerprint(source.path)
            if let old = present[name] {
                if let hash = old.hash {
                    guard hash == print.hash, old.size ?? print.size == print.size else { throw clash(name) }
                } else {
                    doubtful[old.entry] = (name, print)
                }
                continue
            }
            guard number < .max, !contents.entries.contains("\(number)") else {
                throw PackageFailure.damaged(package, "it contains an entry '\(number)' that is not in its media list")
            }
            additions.append(
                Addition(
                    item: .init(name: name, entry: "\(number)", size: print.size, hash: print.hash),
                    path: source.path
                )
            )
            number += 1
        }
        if !doubtful.isEmpty { try compare(&doubtful, with: file, limits: limits) }
        // A listed entry that is missing cannot be verified to be the same file.
        if let missing = doubtful.values.map(\.name).min() { throw clash(missing) }
        return additions
    }

    /// Compares files with entries that have no hash in the media list, and removes identical files.
    private func compare(
        _ doubtful: inout [String: (name: String, print: (size: Int, hash: [UInt8]))],
        with file: RegularFile,
        limits: PackageLimits
    ) throws(ServiceError) {
        // A Protocol Buffers list written by Anki always has hashes; one without them is not trusted.
        guard contents.media.form == .json else { return }
        let reader = try ZipReader(file, limits: limits)
        while !doubtful.isEmpty, let entry = try reader.next() {
            guard let (name, print) = doubtful[entry.name] else { continue }
            var hash = SecureHash1()
            try reader.read(entry) { hash.add($0) }
            guard hash.finish() == print.hash else { throw clash(name) }
            doubtful[entry.name] = nil
        }
    }

    private func clash(_ name: String) -> ServiceError {
        ServiceError(
            .invalidRequest,
            "\(SystemFailure.quoted(package)) has a media file \(SystemFailure.quoted(name)) with different content",
            remedy: "give the new file another name"
        )
    }

    /// Whether Anki keeps a name unchanged. Anki would rename other files, and fields would no longer refer to them.
    private static func isPossible(_ name: String) -> Bool {
        guard !name.isEmpty, name.utf8.count <= 120, name.first != ".", name.last != ".", name.first != " ",
            name.last != " "
        else { return false }
        return !name.unicodeScalars.contains {
            $0.value < 0x20 || $0.value == 0x7F || "/\\:*?\"<>|[]^".unicodeScalars.contains($0)
        }
    }
}
