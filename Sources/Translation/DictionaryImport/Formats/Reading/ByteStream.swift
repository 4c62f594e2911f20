import CArchive
import CZlib
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
            checksum.add(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else {
            count = try file.read(into: buffer, at: position)
        }
        position += count
        return count
    }

    /// Fills a block with the next bytes.
    ///
    /// - Returns: How many; 0 at the end.
    func read(into block: inout [UInt8]) throws(ServiceError) -> Int {
        var result: Result<Int, ServiceError> = .success(0)
        block.withUnsafeMutableBytes { raw in
            result = Result { () throws(ServiceError) in try read(into: raw) }
        }
        return try result.get()
    }

    /// The bytes of a whole file, unpacked.
    ///
    /// - Throws: `ServiceError.Code.limitExceeded` when there are more than `limit`.
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

/// The check sum that gzip (RFC 1952) puts at the end of a file: CRC-32 and the size modulo 2³².
///
/// libarchive reads over both, and would take a file whose middle was exchanged for a good one.
struct GzipChecksum {
    /// What stands in the last eight bytes of a file.
    struct Trailer {
        let crc: UInt32
        let size: UInt32

        /// Reads it; `nil` when the file is too short to have one.
        init?(_ file: RegularFile) throws(ServiceError) {
            guard file.size >= 18 else { return nil }
            let bytes = try file.bytes(8, at: file.size - 8)
            guard bytes.count == 8 else { return nil }
            func number(_ place: Int) -> UInt32 {
                bytes[place..<place + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
            }
            crc = number(0)
            self.size = number(4)
        }
    }

    private var crc: uLong = 0
    private var size = 0

    /// Adds unpacked bytes.
    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        // zlib answers a null pointer with the checksum of nothing.
        guard let start = bytes.baseAddress else { return }
        size += bytes.count
        crc = crc32_z(crc, start.assumingMemoryBound(to: UInt8.self), bytes.count)
    }

    /// Whether what was added is what a trailer promises. dictzip and gzip write files of one part, and only such are
    /// taken: the trailer of the last of several says nothing of the whole.
    func agrees(with trailer: Trailer?) -> Bool {
        guard let trailer else { return false }
        return trailer.size == UInt32(truncatingIfNeeded: size) && uLong(trailer.crc) == crc
    }
}
