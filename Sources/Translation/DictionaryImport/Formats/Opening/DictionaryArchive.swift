import CArchive
import DictionaryTranslation
import LanguageServices
import Platform

/// The dictionary files from an archive, extracted to a temporary folder that is deleted when this object is
/// deallocated.
///
/// Only dictionary files are extracted, each under the last component of its name, so nothing can be written outside
/// the folder.
final class DictionaryArchive: Sendable {
    /// The path of the temporary folder.
    let folder: String

    /// The maximum total size; the largest known dictionary is 100 MB.
    private static let maximumSize = 2 << 30
    private static let maximumFiles = 10_000

    /// Whether a file name has an archive extension.
    static func isArchive(_ path: String) -> Bool {
        let name = FileName.last(path).lowercased()
        return [".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz", ".tar.zst", ".zip"].contains(
            where: name.hasSuffix
        )
    }

    /// Extracts an archive.
    ///
    /// - Throws: `ServiceError.Code.io` if it is damaged or contains no dictionary, `limitExceeded` if it is too large.
    init(path: String) throws(ServiceError) {
        folder = try TemporaryDirectory.make("parlance-dictionary-")
        do throws(ServiceError) {
            let count = try Self.unpack(path, folder)
            guard count > 0 else {
                throw ServiceError(.io, "\(SystemFailure.quoted(path)) contains no dictionary")
            }
        } catch {
            TemporaryDirectory.remove(folder)
            throw error
        }
    }

    deinit { TemporaryDirectory.remove(folder) }

    private static func unpack(_ path: String, _ folder: String) throws(ServiceError) -> Int {
        guard let archive = archive_read_new() else {
            throw ServiceError(.io, "not enough memory to unpack a file")
        }
        defer { archive_read_free(archive) }
        // Opening a pipe would block the thread.
        try RegularFile.check(path)
        archive_read_support_filter_all(archive)
        archive_read_support_format_tar(archive)
        archive_read_support_format_gnutar(archive)
        archive_read_support_format_zip(archive)
        guard archive_read_open_filename(archive, path, 1 << 16) == ARCHIVE_OK else { throw damaged(archive, path) }
        var allowance = maximumSize
        var files = 0
        var entries = 0
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            var entry: OpaquePointer?
            let status = archive_read_next_header(archive, &entry)
            if status == ARCHIVE_EOF { return files }
            guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { throw damaged(archive, path) }
            entries += 1
            guard entries <= maximumFiles else {
                throw ServiceError(.limitExceeded, "\(SystemFailure.quoted(path)) has more than \(maximumFiles) files")
            }
            guard let entry, archive_entry_filetype(entry) == S_IFREG, let raw = archive_entry_pathname(entry) else {
                continue
            }
            let name = FileName.last(String(cString: raw))
            guard isWanted(name) else { continue }
            var file = try AtomicFile(path: "\(folder)/\(name)")
            while true {
                let count = block.withUnsafeMutableBytes { archive_read_data(archive, $0.baseAddress, $0.count) }
                if count < 0 { throw damaged(archive, path) }
                if count == 0 { break }
                allowance -= count
                guard allowance >= 0 else {
                    throw ServiceError(
                        .limitExceeded,
                        "\(SystemFailure.quoted(path)) unpacks to more than \(maximumSize >> 30) GiB"
                    )
                }
                try file.write(Array(block[..<count]))
            }
            try file.commit(syncsFolder: false)
            files += 1
        }
    }

    /// Whether a file name belongs to a dictionary.
    private static func isWanted(_ name: String) -> Bool {
        let lower = name.lowercased()
        guard !name.hasPrefix("."), name.utf8.count <= 200 else { return false }
        return [
            ".ifo", ".idx", ".idx.gz", ".idx.dz", ".syn", ".syn.dz", ".dict", ".dict.dz", ".index", ".tsv", ".csv",
            ".u8",
        ].contains(where: lower.hasSuffix) || lower == "edict" || lower == "edict2"
    }

    private static func damaged(_ archive: OpaquePointer, _ path: String) -> ServiceError {
        let reason = archive_error_string(archive).map { String(cString: $0) } ?? "it is not an archive"
        return ServiceError(
            .io,
            "cannot unpack \(SystemFailure.quoted(path)): \(reason)",
            remedy: "download or copy it again"
        )
    }
}

/// A dictionary in an archive.
struct ArchivedSource: DictionarySource {
    private let archive: DictionaryArchive
    private let source: any DictionarySource

    init(path: String, options: DictionaryOptions) throws(ServiceError) {
        archive = try DictionaryArchive(path: path)
        let found = try DictionaryFormat.locate(archive.folder, wanted: options.format)
        source = try DictionaryOpening.open(path: found.path, options: options)
    }

    var info: DictionaryInfo { source.info }

    func read(progress: (Double) -> Void, entry: (TranslationEntry) throws -> Void) throws -> DictionaryReadReport {
        try withExtendedLifetime(archive) { try source.read(progress: progress, entry: entry) }
    }
}
