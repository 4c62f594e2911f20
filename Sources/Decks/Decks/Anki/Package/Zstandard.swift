import CArchive
import LanguageServices
import Platform

/// Compresses and decompresses single files with Zstandard (RFC 8878), through libarchive.
enum Zstandard {
    /// Decompresses a file.
    ///
    /// - Parameters:
    ///   - path: The compressed file.
    ///   - limit: The maximum number of bytes. A frame need not declare its size, so the bytes are counted.
    ///   - package: The package, for errors.
    ///   - name: The name of the entry, for errors.
    ///   - body: Called with each chunk.
    static func unpack(
        _ path: String,
        limit: Int,
        package: String,
        name: String,
        _ body: (UnsafeRawBufferPointer) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        // libarchive's own file reader leaks when the content is invalid.
        let source = ArchiveSource(try RegularFile(path: path))
        guard let archive = archive_read_new() else { throw ServiceError(.io, "not enough memory to unpack \(name)") }
        defer { withExtendedLifetime(source) { _ = archive_read_free(archive) } }
        archive_read_support_filter_zstd(archive)
        archive_read_support_format_raw(archive)
        // Empty content is valid, but a raw archive cannot be empty.
        archive_read_support_format_empty(archive)
        func failure(_ otherwise: String) -> ServiceError {
            if let failure = source.failure { return failure }
            let reason = SystemFailure.line(archive_error_string(archive)) ?? otherwise
            return PackageFailure.damaged(package, "its entry '\(name)' cannot be unpacked: \(reason)")
        }
        guard source.open(archive) == ARCHIVE_OK else {
            throw failure("it is not compressed with Zstandard")
        }
        // libarchive always adds one filter, which reads the file.
        guard archive_filter_count(archive) == 2, archive_filter_code(archive, 0) == ARCHIVE_FILTER_ZSTD else {
            throw failure("it is not compressed with Zstandard")
        }
        var header: OpaquePointer?
        let code = archive_read_next_header(archive, &header)
        if code == ARCHIVE_EOF { return }
        guard code == ARCHIVE_OK || code == ARCHIVE_WARN else { throw failure("it is damaged") }
        var total = 0
        let isWhole = try source.readContent(of: archive) { (bytes) throws(ServiceError) in
            total += bytes.count
            guard total <= limit else {
                throw PackageFailure.tooLarge(
                    package,
                    "its entry '\(name)' unpacks to more than \(PackageFailure.size(limit))"
                )
            }
            try body(bytes)
        }
        guard isWhole else { throw failure("it is damaged") }
    }

    /// Compresses bytes to a file in a private folder.
    ///
    /// - Parameters:
    ///   - path: The file, which must not exist.
    ///   - content: Called with a function that writes bytes.
    static func pack(
        to path: String,
        _ content: ((UnsafeRawBufferPointer) throws(ServiceError) -> Void) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        guard let archive = archive_write_new() else { throw ServiceError(.io, "not enough memory to write a deck") }
        defer { archive_write_free(archive) }
        func failure() -> ServiceError {
            let number = archive_errno(archive)
            if number > 0 { return SystemFailure.error("cannot write", path, errno: number) }
            let reason = SystemFailure.line(archive_error_string(archive)) ?? "not enough memory"
            return ServiceError(.io, "cannot write \(SystemFailure.quoted(path)): \(reason)")
        }
        archive_write_set_format_raw(archive)
        guard archive_write_add_filter_zstd(archive) == ARCHIVE_OK,
            archive_write_set_bytes_in_last_block(archive, 1) == ARCHIVE_OK,
            archive_write_open_filename(archive, path) == ARCHIVE_OK,
            let header = archive_entry_new()
        else { throw failure() }
        defer { archive_entry_free(header) }
        archive_entry_set_pathname(header, "data")
        let kind: mode_t = S_IFREG
        archive_entry_set_filetype(header, UInt32(kind))
        guard archive_write_header(archive, header) == ARCHIVE_OK else { throw failure() }
        try content { (bytes) throws(ServiceError) in
            guard !bytes.isEmpty else { return }
            guard archive_write_data(archive, bytes.baseAddress, bytes.count) == bytes.count else { throw failure() }
        }
        guard archive_write_close(archive) == ARCHIVE_OK else { throw failure() }
    }
}
