import CArchive
import LanguageServices
import Platform

/// Reads the entries of a package in file order.
///
/// Like Anki, it trusts the central directory at the end of the file, except for sizes, which it counts itself.
final class ZipReader {
    private let archive: OpaquePointer
    private let source: ArchiveSource
    private let file: RegularFile
    private let limit: Int
    private let maximum: Int
    private var unpacked = 0
    private var names: Set<String> = []

    init(_ file: RegularFile, limits: PackageLimits) throws(ServiceError) {
        guard let archive = archive_read_new() else {
            throw ServiceError(.io, "not enough memory to read \(SystemFailure.quoted(file.path))")
        }
        self.archive = archive
        self.file = file
        limit = limits.unpacked(from: file.size)
        maximum = limits.entries
        source = ArchiveSource(file)
        archive_read_support_format_zip_seekable(archive)
        guard source.open(archive) == ARCHIVE_OK else { throw try notZip() }
    }

    /// The next entry; `nil` at the end.
    func next() throws(ServiceError) -> ZipEntry? {
        try ServiceError.checkCancellation()
        var header: OpaquePointer?
        let code = archive_read_next_header(archive, &header)
        if code == ARCHIVE_EOF { return nil }
        guard code == ARCHIVE_OK || code == ARCHIVE_WARN, let header else {
            throw names.isEmpty ? try notZip() : failure("its central directory cannot be read")
        }
        // The first call returns `nil` for names that the locale cannot represent, the second for names that are not
        // UTF-8.
        guard let bytes = archive_entry_pathname(header) ?? archive_entry_pathname_utf8(header),
            let name = String(validatingCString: bytes)
        else {
            throw PackageFailure.damaged(file.path, "an entry of the zip has a name that is not UTF-8")
        }
        let shown = SystemFailure.quoted(name)
        guard ZipEntry.isSafe(name) else {
            throw PackageFailure.damaged(
                file.path,
                "its entry \(shown) would be extracted outside the target folder",
                remedy: "do not trust this file; Anki does not create such entries"
            )
        }
        guard names.insert(name).inserted else {
            throw PackageFailure.damaged(file.path, "the zip has two entries named \(shown)")
        }
        guard names.count <= maximum else {
            throw PackageFailure.tooLarge(file.path, "it has more than \(maximum) entries")
        }
        guard archive_entry_is_encrypted(header) == 0 else {
            throw ServiceError(
                .invalidRequest,
                "\(SystemFailure.quoted(file.path)) is encrypted; Anki packages never are",
                remedy: "unpack it with its password, and pack it again without one"
            )
        }
        let kind = archive_entry_filetype(header)
        guard kind == S_IFREG || kind == S_IFDIR else {
            throw PackageFailure.damaged(file.path, "its entry \(shown) is neither a file nor a folder")
        }
        return ZipEntry(
            name: name,
            isFolder: kind == S_IFDIR,
            isStored: archive_format_name(archive).map { String(cString: $0).contains("uncompressed") } ?? true,
            size: archive_entry_size_is_set(header) != 0 ? Int(archive_entry_size(header)) : nil,
            modified: archive_entry_mtime_is_set(header) != 0 ? Int(archive_entry_mtime(header)) : nil
        )
    }

    /// Reads the content of the current entry.
    func read(_ entry: ZipEntry, limit: Int = .max, _ body: (UnsafeRawBufferPointer) throws(ServiceError) -> Void)
        throws(ServiceError)
    {
        var count = 0
        let isWhole = try source.readContent(of: archive) { (bytes) throws(ServiceError) in
            count += bytes.count
            unpacked += bytes.count
            guard count <= limit else {
                throw PackageFailure.tooLarge(
                    file.path,
                    "its entry \(SystemFailure.quoted(entry.name)) is larger than \(PackageFailure.size(limit))"
                )
            }
            guard unpacked <= self.limit else {
                throw PackageFailure.tooLarge(
                    file.path,
                    "a file of \(PackageFailure.size(file.size)) unpacks to more than \(PackageFailure.size(self.limit))"
                )
            }
            try body(bytes)
        }
        guard isWhole else { throw failure("its entry \(SystemFailure.quoted(entry.name)) cannot be unpacked") }
    }

    /// The content of the current entry, if it is small.
    func bytes(of entry: ZipEntry, limit: Int) throws(ServiceError) -> [UInt8] {
        var bytes: [UInt8] = []
        try read(entry, limit: limit) { bytes.append(contentsOf: $0) }
        return bytes
    }

    private func failure(_ what: String) -> ServiceError {
        if let failure = source.failure { return failure }
        let reason = SystemFailure.line(archive_error_string(archive)).map { ": " + $0 } ?? ""
        return PackageFailure.damaged(file.path, what + reason)
    }

    private func notZip() throws(ServiceError) -> ServiceError {
        if let failure = source.failure { return failure }
        let start = try file.bytes(16)
        let shown = SystemFailure.quoted(file.path)
        if start.starts(with: [0x50, 0x4B]) {
            return PackageFailure.damaged(file.path, "the zip has no central directory at its end, so it is incomplete")
        }
        if start.starts(with: Array("SQLite format 3".utf8)) {
            return ServiceError(
                .invalidRequest,
                "\(shown) is an Anki collection, not a package",
                remedy: "export it from Anki with File > Export"
            )
        }
        return ServiceError(
            .invalidRequest,
            file.size == 0 ? "\(shown) is empty" : "\(shown) is not an Anki package: it is not a zip",
            remedy: "use a file exported from Anki with File > Export"
        )
    }

    deinit { archive_read_free(archive) }
}
