import CArchive
import CZlib
import LanguageServices
import Platform

/// A file that is read sequentially, and decompressed if it is a gzip file (`.gz`, `.dz`).
///
/// dictzip files are gzip files with a block index in their header; sequential reading does not need the index. If a
/// file is truncated or damaged, as shown by gzip's checksum and size fields, an error is thrown.
final class ByteStream {
    private let file: RegularFile
    private var archive: OpaquePointer?
    private var checksum = GzipChecksum()
    private var trailer: GzipChecksum.Trailer?

    /// The number of bytes read so far.
    private(set) var position = 0

    /// Opens a file.
    ///
    /// - Throws: `ServiceError.Code.io` if it cannot be read, or has a gzip signature but is not a valid gzip file.
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
    /// - Returns: The number of bytes; 0 at the end.
    /// - Throws: `ServiceError.Code.io` if the file is damaged or truncated.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ServiceError) -> Int {
        guard let base = buffer.baseAddress, !buffer.isEmpty else { return 0 }
        let count: Int
        if let archive {
            count = archive_read_data(archive, base, buffer.count)
            if count < 0 { throw damaged(archive) }
            if count == 0 {
                guard checksum.agrees(with: trailer) else {
                    throw damage("its checksum does not match its contents")
                }
                return 0
            }
            checksum.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else {
            count = try file.read(into: buffer, at: position)
        }
        position += count
        return count
    }

    /// Fills a buffer with the next bytes.
    ///
    /// - Returns: The number of bytes; 0 at the end.
    func read(into block: inout [UInt8]) throws(ServiceError) -> Int {
        var result: Result<Int, ServiceError> = .success(0)
        block.withUnsafeMutableBytes { raw in
            result = Result { () throws(ServiceError) in try read(into: raw) }
        }
        return try result.get()
    }

    /// The decompressed contents of a file.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` if their size exceeds `limit`, in bytes.
    static func contents(of path: String, limit: Int) throws(ServiceError) -> [UInt8] {
        let stream = try ByteStream(path: path)
        var result: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = try stream.read(into: &block)
            if count == 0 { return result }
            guard count <= limit - result.count else {
                throw ServiceError(.limitExceeded, "\(SystemFailure.quoted(path)) has more than \(limit >> 20) MiB")
            }
            result.append(contentsOf: block[..<count])
        }
    }

    private func openArchive() throws(ServiceError) {
        guard let archive = archive_read_new() else {
            throw ServiceError(.io, "not enough memory to unpack a file")
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
            "\(SystemFailure.quoted(file.path)) is damaged or truncated: \(reason)",
            remedy: "install or copy the dictionary again"
        )
    }
}

/// The trailer of a gzip file (RFC 1952): a CRC-32 and the size modulo 2³².
///
/// libarchive ignores both fields, and would accept a file whose middle is corrupted.
struct GzipChecksum {
    /// The last eight bytes of a file.
    struct Trailer {
        let crc: UInt32
        let size: UInt32

        /// Reads the trailer; `nil` if the file is too short to have one.
        init?(_ file: RegularFile) throws(ServiceError) {
            guard file.size >= 18 else { return nil }
            let bytes = try file.bytes(8, at: file.size - 8)
            guard bytes.count == 8 else { return nil }
            func number(_ position: Int) -> UInt32 {
                bytes[position..<position + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            }
            crc = number(0)
            self.size = number(4)
        }
    }

    private var crc: uLong = 0
    private var size = 0

    /// Adds decompressed bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        // zlib returns the initial checksum for a null pointer.
        guard let start = bytes.baseAddress else { return }
        size += bytes.count
        crc = crc32_z(crc, start.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// Whether the added bytes match a trailer. Only files with a single gzip member are accepted, as written by
    /// dictzip and gzip. In a file with several members, the last trailer does not cover the whole file.
    func agrees(with trailer: Trailer?) -> Bool {
        guard let trailer else { return false }
        return trailer.size == UInt32(truncatingIfNeeded: size) && uLong(trailer.crc) == crc
    }
}
