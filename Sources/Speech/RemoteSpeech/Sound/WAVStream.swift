import Audio
import LanguageServices

/// Reads a WAV file while it comes.
///
/// Who writes a file that it sends at once cannot know its length, and puts 0 or a very large number into the head: then
/// the samples go on to the end. Some servers send several files behind each other, one for each sentence; they are read as
/// one.
struct WAVStream: Sendable {
    private enum Part: Sendable {
        /// The head, as far as it has come.
        case head([UInt8])
        /// The samples; how many bytes of them are to come, where that is known.
        case samples(left: Int64?)
        /// What stands behind the samples.
        case tail([UInt8])
    }

    /// The samples, when the head is there.
    private(set) var stream: SampleStream?
    private var part = Part.head([])

    /// The largest head; it is looked at anew with each piece, until it is there.
    private static let largestHead = 64 << 10

    /// Takes a piece.
    ///
    /// - Returns: The samples that are whole.
    /// - Throws: `ServiceError.Code.protocolViolation` for what is no WAV file with linear samples.
    mutating func samples(_ piece: [UInt8]) throws(ServiceError) -> [Int16] {
        var result: [Int16] = []
        var bytes = piece[...]
        while !bytes.isEmpty {
            switch part {
            case .head(let known):
                let head = known + bytes
                bytes = []
                guard let (layout, offset) = try Self.layout(head) else {
                    guard head.count <= Self.largestHead else { throw Self.broken("its head has no end") }
                    part = .head(head)
                    continue
                }
                try begin(layout)
                // What cannot be the length of speech is none; so is 0, since somebody speaks.
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
                // Another file begins with the same letters; other chunks are of no interest.
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

    /// Looks whether the file has come to its end.
    ///
    /// - Throws: `ServiceError.Code.protocolViolation` when it was cut off.
    func finish() throws(ServiceError) {
        switch part {
        case .head(let head) where stream == nil || !head.isEmpty: throw Self.broken("it ends within its head")
        case .samples(let left?): throw Self.broken("it was cut off: \(left) bytes of sound are missing")
        default:
            if stream?.isWithinFrame == true { throw Self.broken("it was cut off within a sample") }
        }
    }

    private mutating func begin(_ layout: WAVLayout) throws(ServiceError) {
        guard let coding = SampleCoding(layout) else {
            throw Self.broken("its samples are coded in a way that is not read (\(layout.coding))")
        }
        if let stream {
            guard stream.format == layout.format, !stream.isWithinFrame else {
                throw Self.broken("its sample rate changes")
            }
        } else {
            stream = SampleStream(format: layout.format, coding: coding)
        }
    }

    /// What a head says, and where the samples begin; `nil` when there is more to come of it.
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

/// Makes whole frames of bytes that come in pieces of any size.
struct SampleStream: Sendable {
    let format: AudioFormat
    let coding: SampleCoding
    /// The beginning of a frame whose end has not come.
    var rest: [UInt8] = []

    /// Whether the bytes so far end within a frame.
    var isWithinFrame: Bool { !rest.isEmpty }

    /// Takes a piece, and gives the frames that are whole.
    mutating func samples(_ piece: ArraySlice<UInt8>) -> [Int16] {
        let frame = coding.width * max(1, format.channels)
        let bytes = rest.isEmpty ? piece : (rest + piece)[...]
        let whole = bytes.count / frame * frame
        rest = Array(bytes.dropFirst(whole))
        return whole == 0 ? [] : coding.samples(bytes.prefix(whole))
    }
}

/// How samples are written in a WAV file, and how they become samples of 16 bit.
enum SampleCoding: Sendable, Hashable {
    case unsigned8, signed16, signed24, signed32, float32, float64

    /// The coding of a file; `nil` for compressed ones.
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

    /// The samples in some bytes, low byte first; what is left of a sample that is not whole is not looked at.
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
                // The two high bytes of three.
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
