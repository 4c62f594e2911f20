import CArchive
import LanguageServices
import Platform

/// Writes a zip file, which appears only when it is complete.
final class ZipWriter {
    private let archive: OpaquePointer
    private let sink: ZipSink
    private let path: String

    init(_ file: consuming AtomicFile) throws(ServiceError) {
        path = file.path
        guard let archive = archive_write_new() else {
            throw ServiceError(.io, "not enough memory to write \(SystemFailure.quoted(path))")
        }
        self.archive = archive
        sink = ZipSink(file)
        archive_write_set_format_zip(archive)
        archive_write_set_bytes_per_block(archive, Int32(RegularFile.piece))
        // A zip ends with its central directory; no padding may follow it.
        archive_write_set_bytes_in_last_block(archive, 1)
        let context = Unmanaged.passUnretained(sink).toOpaque()
        guard
            archive_write_open(
                archive,
                context,
                nil,
                { _, context, bytes, count in
                    ZipSink.write(context, bytes, count)
                },
                nil
            ) == ARCHIVE_OK
        else { throw failure() }
    }

    /// Adds an entry whose content arrives in chunks. The content must have the size stated in the entry, if any.
    func add(
        _ entry: ZipEntry,
        _ content: ((UnsafeRawBufferPointer) throws(ServiceError) -> Void) throws(ServiceError) -> Void
    ) throws(ServiceError) {
        guard let header = archive_entry_new() else { throw failure() }
        defer { archive_entry_free(header) }
        if entry.name.utf8.allSatisfy({ $0 < 0x80 }) {
            archive_entry_set_pathname(header, entry.name)
        } else {
            archive_entry_set_pathname_utf8(header, entry.name)
        }
        let kind: mode_t = entry.isFolder ? S_IFDIR : S_IFREG
        archive_entry_set_filetype(header, UInt32(kind))
        archive_entry_set_perm(header, entry.isFolder ? 0o755 : 0o644)
        if let modified = entry.modified { archive_entry_set_mtime(header, time_t(modified), 0) }
        if entry.isFolder {
            archive_entry_set_size(header, 0)
        } else if let size = entry.size {
            archive_entry_set_size(header, la_int64_t(size))
        }
        if entry.isStored {
            archive_write_zip_set_compression_store(archive)
        } else {
            archive_write_zip_set_compression_deflate(archive)
        }
        let code = archive_write_header(archive, header)
        guard code == ARCHIVE_OK || code == ARCHIVE_WARN else { throw failure() }
        var count = 0
        try content { (bytes) throws(ServiceError) in
            guard !bytes.isEmpty else { return }
            guard archive_write_data(archive, bytes.baseAddress, bytes.count) == bytes.count, sink.failure == nil else {
                throw failure()
            }
            count += bytes.count
        }
        guard archive_write_finish_entry(archive) == ARCHIVE_OK, sink.failure == nil else { throw failure() }
        guard entry.isFolder || entry.size == nil || entry.size == count else {
            throw ServiceError(.io, "\(SystemFailure.quoted(entry.name)) changed size while it was being packed")
        }
    }

    /// Adds a file.
    func add(_ entry: ZipEntry, file: String) throws(ServiceError) {
        try add(entry) { (write) throws(ServiceError) in try RegularFile(path: file).readAll(write) }
    }

    /// Writes the central directory and moves the file into place.
    func commit() throws(ServiceError) {
        guard archive_write_close(archive) == ARCHIVE_OK, sink.failure == nil else { throw failure() }
        try sink.file.take()?.commit()
    }

    private func failure() -> ServiceError {
        if let failure = sink.failure { return failure }
        let reason = SystemFailure.line(archive_error_string(archive)) ?? "not enough memory"
        return ServiceError(.io, "cannot write \(SystemFailure.quoted(path)): \(reason)")
    }

    deinit {
        // An abandoned zip is still closed, but its output is discarded.
        sink.file = nil
        archive_write_free(archive)
    }
}

/// Receives libarchive's output for a zip.
///
/// Failures are not reported to libarchive, which would leak its buffers; the caller checks this value afterwards.
private final class ZipSink {
    var file: AtomicFile?
    var failure: ServiceError?

    init(_ file: consuming AtomicFile) {
        self.file = consume file
    }

    static func write(
        _ context: UnsafeMutableRawPointer?,
        _ bytes: UnsafeRawPointer?,
        _ count: Int
    ) -> la_ssize_t {
        guard let context else { return la_ssize_t(ARCHIVE_FATAL) }
        let sink = Unmanaged<ZipSink>.fromOpaque(context).takeUnretainedValue()
        do throws(ServiceError) {
            if sink.failure == nil { try sink.file?.write(UnsafeRawBufferPointer(start: bytes, count: count)) }
        } catch {
            sink.failure = error
        }
        return count
    }
}
