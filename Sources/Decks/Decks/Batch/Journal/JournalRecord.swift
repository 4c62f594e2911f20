import LanguageServices

/// A record in a journal: the key of a text and its result.
///
/// Format: the length of the data after the checksum (4 bytes), the checksum (8 bytes of the journal's hash), the key
/// (16 bytes), one byte for the kind, and length-prefixed strings. Numbers are little-endian.
struct JournalRecord {
    var key: BatchKey
    var result: Result<BatchAnswer, ServiceError>

    static let headLength = 12
    /// The maximum length of a record; a longer one is treated as damaged.
    static let limit = 1 << 30

    /// The maximum length of an answer; a longer one causes an error.
    private static let answerLimit = 1 << 28

    init(key: BatchKey, result: Result<BatchAnswer, ServiceError>) {
        self.key = key
        self.result = result
        if case .success(let answer) = result, answer.bytes.count > Self.answerLimit {
            let message = "the answer is longer than \(Self.answerLimit >> 20) MiB"
            self.result = .failure(ServiceError(.limitExceeded, message, provider: answer.provider))
        }
    }

    var isFailure: Bool {
        if case .failure = result { true } else { false }
    }

    // MARK: Writing

    /// Appends the encoded record.
    func write(to bytes: inout [UInt8], hash: KeyedHash) {
        let start = bytes.count
        Self.append(0 as UInt32, to: &bytes)
        Self.append(0 as UInt64, to: &bytes)
        Self.append(key.high, to: &bytes)
        Self.append(key.low, to: &bytes)
        switch result {
        case .success(let answer):
            bytes.append(answer.step == nil ? 0 : 1)
            Self.append(answer.provider?.rawValue ?? "", to: &bytes)
            Self.append(answer.step ?? "", to: &bytes)
            Self.append(UInt32(truncatingIfNeeded: answer.bytes.count), to: &bytes)
            bytes.append(contentsOf: answer.bytes)
        case .failure(let error):
            bytes.append(2)
            Self.append(error.code.rawValue, to: &bytes)
            Self.append(error.provider?.rawValue ?? "", to: &bytes)
            Self.append(error.remedy ?? "", to: &bytes)
            Self.append(error.message, to: &bytes)
        }
        let body = start + Self.headLength
        let length = UInt32(truncatingIfNeeded: bytes.count - body).littleEndian
        let checksum = bytes.withUnsafeBytes { hash.of(UnsafeRawBufferPointer(rebasing: $0[body...])).low }.littleEndian
        bytes.withUnsafeMutableBytes { raw in
            raw.storeBytes(of: length, toByteOffset: start, as: UInt32.self)
            raw.storeBytes(of: checksum, toByteOffset: start + 4, as: UInt64.self)
        }
    }

    private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    private static func append(_ string: String, to bytes: inout [UInt8]) {
        append(UInt32(truncatingIfNeeded: string.utf8.count), to: &bytes)
        bytes.append(contentsOf: string.utf8)
    }

    // MARK: Reading

    /// The length and the checksum at the start of a record.
    static func head(_ bytes: UnsafeRawBufferPointer) -> (length: Int, checksum: UInt64)? {
        var remaining = RecordReader(bytes)
        guard let length = remaining.number(UInt32.self), let checksum = remaining.number(UInt64.self),
            (17...UInt32(limit)).contains(length)
        else { return nil }
        return (Int(length), checksum)
    }

    /// Decodes the data after the checksum.
    init?(body: UnsafeRawBufferPointer) {
        var remaining = RecordReader(body)
        guard let high = remaining.number(UInt64.self), let low = remaining.number(UInt64.self),
            let kind = remaining.number(UInt8.self)
        else { return nil }
        key = BatchKey(high: high, low: low)
        switch kind {
        case 0, 1:
            guard let provider = remaining.text(), let step = remaining.text(), let bytes = remaining.bytes() else {
                return nil
            }
            result = .success(
                BatchAnswer(
                    bytes: Array(bytes),
                    provider: provider.isEmpty ? nil : ProviderID(rawValue: provider),
                    step: kind == 1 ? step : nil
                )
            )
        case 2:
            guard let code = remaining.text(), let provider = remaining.text(), let remedy = remaining.text(),
                let message = remaining.text()
            else { return nil }
            result = .failure(
                ServiceError(
                    ServiceError.Code(rawValue: code),
                    message,
                    provider: provider.isEmpty ? nil : ProviderID(rawValue: provider),
                    remedy: remedy.isEmpty ? nil : remedy
                )
            )
        default: return nil
        }
    }
}

/// Decodes the parts of a record; `nil` if the data ends too early.
private struct RecordReader {
    private let all: UnsafeRawBufferPointer
    private var offset = 0

    init(_ bytes: UnsafeRawBufferPointer) { all = bytes }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard all.count - offset >= size else { return nil }
        defer { offset += size }
        return Number(littleEndian: all.loadUnaligned(fromByteOffset: offset, as: Number.self))
    }

    mutating func bytes() -> UnsafeRawBufferPointer? {
        guard let number = number(UInt32.self), let count = Int(exactly: number), all.count - offset >= count else {
            return nil
        }
        defer { offset += count }
        return UnsafeRawBufferPointer(rebasing: all[offset..<offset + count])
    }

    mutating func text() -> String? { bytes().map { String(decoding: $0, as: UTF8.self) } }
}
