import CArchive
import LanguageServices
import Platform

/// What libarchive reads from. It has to live as long as the archive.
final class ArchiveSource {
    private let file: RegularFile
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 16)
    private let content = UnsafeMutableRawBufferPointer.allocate(byteCount: RegularFile.piece, alignment: 16)
    private var place = 0

    /// Why the file could not be read, when that was it.
    private(set) var failure: ServiceError?

    init(_ file: RegularFile) {
        self.file = file
    }

    /// Opens an archive of libarchive on the file; the answer is libarchive's code.
    func open(_ archive: OpaquePointer) -> Int32 {
        archive_read_set_callback_data(archive, Unmanaged.passUnretained(self).toOpaque())
        archive_read_set_read_callback(archive) { _, context, result in ArchiveSource.read(context, result) }
        archive_read_set_skip_callback(archive) { _, context, count in ArchiveSource.skip(context, count) }
        archive_read_set_seek_callback(archive) { _, context, offset, whence in
            ArchiveSource.seek(context, offset, whence)
        }
        return archive_read_open1(archive)
    }

    /// Reads the content of the entry of an archive that came last.
    ///
    /// - Returns: Whether that could be done to its end.
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
            let count = try source.file.read(into: source.buffer, at: source.place)
            source.place += count
            result?.pointee = UnsafeRawPointer(source.buffer.baseAddress)
            return count
        } catch {
            source.failure = error
            return la_ssize_t(ARCHIVE_FATAL)
        }
    }

    private static func skip(_ context: UnsafeMutableRawPointer?, _ count: la_int64_t) -> la_int64_t {
        guard let source = from(context), count > 0 else { return 0 }
        let skipped = min(Int(count), max(source.file.size - source.place, 0))
        source.place += skipped
        return la_int64_t(skipped)
    }

    private static func seek(_ context: UnsafeMutableRawPointer?, _ offset: la_int64_t, _ whence: Int32) -> la_int64_t {
        guard let source = from(context) else { return la_int64_t(ARCHIVE_FATAL) }
        let start =
            switch whence {
            case SEEK_SET: 0
            case SEEK_CUR: source.place
            default: source.file.size
            }
        let (place, overflow) = start.addingReportingOverflow(Int(offset))
        guard !overflow, place >= 0 else { return la_int64_t(ARCHIVE_FATAL) }
        source.place = min(place, source.file.size)
        return la_int64_t(source.place)
    }

    private static func from(_ context: UnsafeMutableRawPointer?) -> ArchiveSource? {
        context.map { Unmanaged<ArchiveSource>.fromOpaque($0).takeUnretainedValue() }
    }

    deinit {
        buffer.deallocate()
        content.deallocate()
    }
}
