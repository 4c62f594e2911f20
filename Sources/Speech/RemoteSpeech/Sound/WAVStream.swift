import Audio
import LanguageServices

/// Decodes a WAV file as it arrives.
///
/// A program that streams a file does not know the file's length, so it writes 0 or a very large number to the header;
/// the samples then extend to the end of the stream. Some servers send several files in succession, one per sentence;
/// they are read as one file.
struct WAVStream: Sendable {
    private enum Part: Sendable {
        /// The header so far.
        case head([UInt8])
        /// The samples, with the number of bytes that remain, if known.
        case samples(left: Int64?)
        /// The chunks after the samples.
        case tail([UInt8])
    }

    /// The samples, once the header is complete.
    private(set) var stream: SampleStream?
    private var part = Part.head([])

    /// The maximum size of the header, which is parsed again with each chunk until it is complete.
    private static let maximumHeaderSize = 64 << 10

    /// Processes a chunk.
    ///
    /// - Returns: The complete samples.
    /// - Throws: `ServiceError.Code.protocolViolation` for anything that is not a WAV file with PCM samples.
    mutating func samples(_ piece: [UInt8]) throws(ServiceError) -> [Int16] {
        var result: [Int16] = []
        var bytes = piece[...]
        while !bytes.isEmpty {
            switch part {
            case .head(let known):
                let head = known + bytes
                bytes = []
                guard let (layout, offset) = try Self.layout(head) else {
                    guard head.count <= Self.maximumHeaderSize else { throw Self.broken("its header is too long") }
                    part = .head(head)
                    continue
                }
                try begin(layout)
                // If the length is 0 or implausibly large, it is unknown.
                let isOpen = layout.dataSize == 0 || layout.dataSize >= 0x7FFF_F000
                part = .samples(left: isOpen ? nil : layout.dataSize)
                bytes = head[offset...]
            case .samples(let left?):
                let count = Int(clamping: min(left, Int64(bytes.count)))
                result += stream?.samples(bytes.prefix(count)) ?? []
                bytes = bytes.dropFirst(count)
                part = left - Int64(count) > 0 ? .samples(left: left - Int64(count)) : .tail([])
            case .samples(nil):
                result += stream?.samples(bytes) ?? []
                bytes = []
            case .tail(let known):
                // If these bytes start another file, continue with it; ignore any other chunk.
                let tail = known + bytes.prefix(4 - min(4, known.count))
                if tail.count < 4 {
                    part = .tail(tail)
                    bytes = []
                } else if tail == Array("RIFF".utf8) {
                    bytes = (tail + bytes.dropFirst(4 - known.count))[...]
                    part = .head([])
                } else {
                    part = .tail(tail)
                    bytes = []
                }
            }
        }
        return result
    }

    /// Checks that the file is complete.
    ///
    /// - Throws: `ServiceError.Code.protocolViolation` if it is truncated.
    func finish() throws(ServiceError) {
        switch part {
        case .head(let head) where stream == nil || !head.isEmpty: throw Self.broken("it ends within its header")
        case .samples(let left?): throw Self.broken("it is truncated: \(left) bytes of sound are missing")
        default:
            if stream?.isWithinFrame == true { throw Self.broken("it ends within a sample") }
        }
    }

    private mutating func begin(_ layout: WAVLayout) throws(ServiceError) {
        guard let coding = SampleCoding(layout) else {
            throw Self.broken("its sample format (\(layout.coding)) is not supported")
        }
        if let stream {
            guard stream.format == layout.format, !stream.isWithinFrame else {
                throw Self.broken("its sample rate changes")
            }
        } else {
            stream = SampleStream(format: layout.format, coding: coding)
        }
    }

    /// The layout of a header and the offset of the samples; `nil` while the header is incomplete.
    private static func layout(_ head: [UInt8]) throws(ServiceError) -> (WAVLayout, offset: Int)? {
        var isShort = false
        do throws(ServiceError) {
            let layout = try WAVLayout.parse(size: .max) { offset, count in
                let start = Int(clamping: offset)
                guard start <= head.count, head.count - start >= count else {
                    isShort = true
                    return start < head.count ? Array(head[start...]) : []
                }
                return Array(head[start..<(start + count)])
            }
            return (layout, Int(clamping: layout.dataOffset))
        } catch {
            if isShort { return nil }
            throw broken(error.message)
        }
    }

    private static func broken(_ reason: String) -> ServiceError { ServiceError(.protocolViolation, reason) }
}

/// Assembles complete frames from chunks of any size.
struct SampleStream: Sendable {
    let format: AudioFormat
    let coding: SampleCoding
    /// The start of an incomplete frame.
    var remainder: [UInt8] = []

    /// Whether the bytes so far end within a frame.
    var isWithinFrame: Bool { !remainder.isEmpty }

    /// Processes a chunk and returns the complete frames.
    mutating func samples(_ piece: ArraySlice<UInt8>) -> [Int16] {
        let frame = coding.width * max(1, format.channels)
        let bytes = remainder.isEmpty ? piece : (remainder + piece)[...]
        let whole = bytes.count / frame * frame
        remainder = Array(bytes.dropFirst(whole))
        return whole == 0 ? [] : coding.samples(bytes.prefix(whole))
    }
}

/// A sample format of WAV files, and its conversion to 16-bit samples.
enum SampleCoding: Sendable, Hashable {
    case unsigned8, signed16, signed24, signed32, float32, float64

    /// The sample format of a file; `nil` for compressed formats.
    init?(_ layout: WAVLayout) {
        switch (layout.coding, layout.bitsPerSample) {
        case (1, 8): self = .unsigned8
        case (1, 16): self = .signed16
        case (1, 24): self = .signed24
        case (1, 32): self = .signed32
        case (3, 32): self = .float32
        case (3, 64): self = .float64
        default: return nil
        }
    }

    /// Bytes per sample.
    var width: Int {
        switch self {
        case .unsigned8: 1
        case .signed16: 2
        case .signed24: 3
        case .signed32, .float32: 4
        case .float64: 8
        }
    }

    /// The samples in little-endian bytes; an incomplete last sample is ignored.
    func samples(_ bytes: ArraySlice<UInt8>) -> [Int16] {
        let count = bytes.count / width
        return bytes.withUnsafeBytes { raw in
            func load<Value: BitwiseCopyable>(_ index: Int, _ type: Value.Type) -> Value {
                raw.loadUnaligned(fromByteOffset: index * width, as: type)
            }
            return (0..<count).map { index in
                switch self {
                case .unsigned8: (Int16(load(index, UInt8.self)) - 128) * 256
                case .signed16: Int16(littleEndian: load(index, Int16.self))
                // Use the upper two of the three bytes.
                case .signed24:
                    Int16(littleEndian: raw.loadUnaligned(fromByteOffset: index * width + 1, as: Int16.self))
                case .signed32: Int16(truncatingIfNeeded: Int32(littleEndian: load(index, Int32.self)) >> 16)
                case .float32:
                    Int16(fullScale: Double(Float(bitPattern: UInt32(littleEndian: load(index, UInt32.self)))))
                case .float64: Int16(fullScale: Double(bitPattern: UInt64(littleEndian: load(index, UInt64.self))))
                }
            }
        }
    }
}
