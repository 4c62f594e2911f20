import CSndFile
import Platform

/// Where libsndfile reads from: bytes in memory, through callbacks.
final class EncodedInput {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// Starts the decoder; `nil` when libsndfile refuses. The handle must be closed before this object goes away.
    func open(_ info: inout SF_INFO) -> OpaquePointer? {
        var functions = SF_VIRTUAL_IO(
            get_filelen: { Int64(EncodedInput.at($0)?.bytes.count ?? 0) },
            seek: { EncodedInput.at($2)?.seek($0, $1) ?? -1 },
            read: { EncodedInput.at($2)?.read($0, $1) ?? 0 },
            // Decoders do not write.
            write: { _, _, _ in 0 },
            tell: { Int64(EncodedInput.at($0)?.position ?? 0) }
        )
        return sf_open_virtual(&functions, Int32(SFM_READ), &info, Unmanaged.passUnretained(self).toOpaque())
    }

    private static func at(_ pointer: UnsafeMutableRawPointer?) -> EncodedInput? {
        pointer.map { Unmanaged<EncodedInput>.fromOpaque($0).takeUnretainedValue() }
    }

    private func seek(_ offset: Int64, _ origin: Int32) -> Int64 {
        let base: Int64 =
            switch origin {
            case SEEK_SET: 0
            case SEEK_CUR: Int64(position)
            case SEEK_END: Int64(bytes.count)
            default: -1
            }
        let (target, overflow) = base.addingReportingOverflow(offset)
        guard base >= 0, !overflow, 0...Int64(bytes.count) ~= target else { return -1 }
        position = Int(target)
        return target
    }

    private func read(_ destination: UnsafeMutableRawPointer?, _ count: Int64) -> Int64 {
        guard let destination, count > 0 else { return 0 }
        let size = min(Int(clamping: count), bytes.count - position)
        guard size > 0 else { return 0 }
        UnsafeMutableRawBufferPointer(start: destination, count: size)
            .copyBytes(from: bytes[position..<(position + size)])
        position += size
        return Int64(size)
    }
}
