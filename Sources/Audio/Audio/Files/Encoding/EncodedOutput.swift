import CSndFile
import LanguageServices
import Platform

/// Where the bytes of libsndfile go: through an editor into a file that is not yet under its name.
///
/// libsndfile calls back for every read, write and seek. The first failure is kept, and everything after it is refused.
final class EncodedOutput {
    /// Changes the bytes on their way.
    var editor: any ContainerEditor

    /// What went wrong.
    private(set) var failure: ServiceError?

    private var file: AtomicFile?
    private var isDiscarding: Bool
    // As libsndfile sees the file.
    private var position: Int64 = 0
    private var length: Int64 = 0

    /// - Parameters:
    ///   - file: The file; without one, the bytes are counted and forgotten.
    ///   - editor: Changes the bytes on their way.
    init(file: consuming AtomicFile?, editor: any ContainerEditor) {
        isDiscarding = file == nil
        self.file = file
        self.editor = editor
    }

    /// Starts the encoder; `nil` when libsndfile refuses. The handle must be closed before this object goes away.
    func open(_ info: inout SF_INFO) -> OpaquePointer? {
        var functions = SF_VIRTUAL_IO(
            get_filelen: { EncodedOutput.at($0)?.length ?? -1 },
            seek: { EncodedOutput.at($2)?.seek($0, $1) ?? -1 },
            // Encoders do not read.
            read: { _, _, _ in 0 },
            write: { EncodedOutput.at($2)?.write($0, $1) ?? 0 },
            tell: { EncodedOutput.at($0)?.position ?? -1 }
        )
        return sf_open_virtual(&functions, Int32(SFM_WRITE), &info, Unmanaged.passUnretained(self).toOpaque())
    }

    /// Forgets everything that is written from now on.
    func discard() { isDiscarding = true }

    /// Puts the file under its name.
    func commit(syncsFolder: Bool) throws(ServiceError) {
        if let failure { throw failure }
        guard !editor.isHolding else {
            throw ServiceError(.providerFailed, "libsndfile did not write a whole file")
        }
        try file.take()?.commit(syncsFolder: syncsFolder)
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> EncodedOutput? {
        pointer.map { Unmanaged<EncodedOutput>.fromOpaque($0).takeUnretainedValue() }
    }

    private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
        let base: Int64 =
            switch origin {
            case SEEK_SET: 0
            case SEEK_CUR: position
            case SEEK_END: length
            default: -1
            }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard base >= 0, !overflow, target >= 0 else { return -1 }
        position = target
        return target
    }

    private func write(_ bytes: UnsafeRawPointer?, _ count: Int64) -> Int64 {
        guard let bytes, count > 0, failure == nil, let size = Int(exactly: count) else { return 0 }
        if !isDiscarding {
            let given = Array(UnsafeRawBufferPointer(start: bytes, count: size))
            do throws(ServiceError) {
                for piece in editor.edit(given, at: position) { try place(piece) }
            } catch {
                failure = error
                return 0
            }
        }
        position += count
        length = max(length, position)
        return count
    }

    private func place(_ piece: PlacedBytes) throws(ServiceError) {
        guard !piece.bytes.isEmpty else { return }
        try file?.overwrite(piece.bytes, at: Int(piece.offset))
    }
}
