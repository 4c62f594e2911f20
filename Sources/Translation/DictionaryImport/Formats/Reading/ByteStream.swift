import CArchive
import LanguageServices
import Platform

/// A file that is read from its beginning to its end, unpacked when it is packed with gzip (`.gz`, `.dz`).
///
/// dictzip's files are gzip files with an index of their blocks in the header; read in order they need no index. A file
/// that was cut off or damaged is an error, by the check sum and size that gzip puts at the end.
final class ByteStream {
    private let file: RegularFile
    private var archive: OpaquePointer?
    private var checksum = GzipChecksum()
    private var trailer: GzipChecksum.Trailer?

    /// How many bytes have been read.
    private(set) var position = 0

    /// Opens a file.
    ///
    /// - Throws: `ServiceError.Code.io` when it cannot be read, or says gzip at its beginning and is not.
    init(path: String) throws(ServiceError) {
        file = try RegularFile(path: path)
        guard try file.bytes(2) == [0x1F, 0x8B] else { return }
        trailer = try GzipChecksum.Trailer(file)
        try openArchive()
    }

    deinit {
        if let archive { archive_read_free(archive) }
    }

    /// Reads the next bytes.
    ///
    /// - Returns: How many; 0 at the end.
    /// - Throws: `ServiceError.Code.io` when the file is damaged or cut off.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ServiceError) -> Int {
        guard let base = buffer.baseAddress, !buffer.isEmpty else { return 0 }
        let count: Int
        if let archive {
            count = archive_read_data(archive, base, buffer.count)
            if count < 0 { throw damaged(archive) }
            if count == 0 {
                guard checksum.agrees(with: trailer) else {
                    throw damage("its check sum does not agree with its content")
                }
                return 0
            }
            checksum.add(UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]))
        } else {
            count = try file.read(into: buffer, at: position)
        }
        position += count
        return count
    }

    private func openArchive() throws(ServiceError) {
        guard let archive = archive_read_new() else {
            throw ServiceError(.io, "there is not enough memory to unpack a file")
        }
        self.archive = archive
        archive_read_support_filter_gzip(archive)
        archive_read_support_format_raw(archive)
        var entry: OpaquePointer?
        guard archive_read_open_filename(archive, file.path, 1 << 16) == ARCHIVE_OK,
            archive_read_next_header(archive, &entry) == ARCHIVE_OK
        else { throw damaged(archive) }
    }

    private func damaged(_ archive: OpaquePointer) -> ServiceError {
        let reason = archive_error_string(archive).map { String(cString: $0) } ?? "it is not a gzip file"
        return damage(reason)
    }

    private func damage(_ reason: String) -> ServiceError {
        ServiceError(
            .io,
            "\(SystemFailure.quoted(file.path)) is damaged or cut off: \(reason)",
            remedy: "install or copy the dictionary again"
        )
    }
}
