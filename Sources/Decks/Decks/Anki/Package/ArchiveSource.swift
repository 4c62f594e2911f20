import CArchive
import LanguageServices
import Platform

/// The input of libarchive. It must outlive the archive.
final class ArchiveSource {
    private let file: RegularFile
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private let content = UnsafeMutableRawBufferPointer.allocate(byteCount: RegularFile.piece, alignment: 16)
    private var position = 0

    /// The error that occurred while reading the file, if any.
    private(set) var failure: ServiceError?

    init(_ file: RegularFile) {
        self.file = file
    }

    /// Opens a libarchive archive on the file; returns the libarchive result code.
    func open(_ archive: OpaquePointer) -> Int32 {
        archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
        archive_read_set_read_callback(archive) { _, context, result in ArchiveSource.read(context, result) }
        archive_read_set_skip_callback(archive) { _, context, count in ArchiveSource.skip(context, count) }
        archive_read_set_seek_callback(archive) { _, context, offset, whence in
            ArchiveSource.seek(context, offset, whence)
        }
        return archive_read_open1(archive)
    }

    /// Reads the content of the current entry of an archive.
    ///
    /// - Returns: Whether the content was read to its end.
    func readContent(
        of archive: OpaquePointer,
        _ body: (UnsafeRawBufferPointer) throws(ServiceError) -> Void
    ) throws(ServiceError) -> Bool {
        while true {
            let count = archive_read_data(archive, content.baseAddress, content.count)
            guard count > 0 else { return count == 0 }
            try body(UnsafeRawBufferPointer(rebasing: content[..<count]))
        }
    }

    private static func read(
        _ context: UnsafeMutableRawPointer?,
        _ result: UnsafeMutablePointer<UnsafeRawPointer?>?
    ) -> la_ssize_t {
        guard let source = from(context) else { return la_ssize_t(ARCHIVE_FATAL) }
        do throws(ServiceError) {
            let count = try source.file.read(into: source.buffer, at: source.position)
            source.position += count
            result?.pointee = UnsafeRawPointer(source.buffer.baseAddress)
            return count
        } catch {
            source.failure = error
            return la_ssize_t(ARCHIVE_FATAL)
        }
    }

    private static func skip(_ context: UnsafeMutableRawPointer?, _ count: la_int64_t) -> la_int64_t {
        guard let source = from(context), count > 0 else { return 0 }
        let skipped = min(Int(count), max(source.file.size - source.position, 0))
        source.position += skipped
        return la_int64_t(skipped)
    }

    private static func seek(_ context: UnsafeMutableRawPointer?, _ offset: la_int64_t, _ whence: Int32) -> la_int64_t {
        guard let source = from(context) else { return la_int64_t(ARCHIVE_FATAL) }
        let start =
            switch whence {
            case SEEK_SET: 0
            case SEEK_CUR: source.position
            default: source.file.size
            }
        let (position, overflow) = start.addingReportingOverflow(Int(offset))
        guard !overflow, position >= 0 else { return la_int64_t(ARCHIVE_FATAL) }
        source.position = min(position, source.file.size)
        return la_int64_t(source.position)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> ArchiveSource? {
        context.map { Unmanaged<ArchiveSource>.fromOpaque($0).takeUnretainedValue() }
    }

    deinit {
        buffer.deallocate()
        content.deallocate()
    }
}
