import LanguageServices

/// A record of a journal: a text's key, and what came of the text.
///
/// In the file: the length of what follows the checksum (4 bytes), the checksum (8 bytes of the journal's own hash), the
/// key (16 bytes), a byte for the kind, and strings with their lengths. Numbers are little-endian.
struct JournalRecord {
    var key: BatchKey
    var result: Result<BatchAnswer, ServiceError>

    static let headLength = 12
    /// No record is longer; what says it is, is damaged.
    static let limit = 1 << 30

    /// No answer is longer; what is, is an error.
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

    /// Appends the record as it is in the file.
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
        var rest = RecordReader(bytes)
        guard let length = rest.number(UInt32.self), let checksum = rest.number(UInt64.self),
            (17...UInt32(limit)).contains(length)
        else { return nil }
        return (Int(length), checksum)
    }

    /// Reads what follows the checksum.
    init?(body: UnsafeRawBufferPointer) {
        var rest = RecordReader(body)
        guard let high = rest.number(UInt64.self), let low = rest.number(UInt64.self),
            let kind = rest.number(UInt8.self)
        else { return nil }
        key = BatchKey(high: high, low: low)
        switch kind {
        case 0, 1:
            guard let provider = rest.text(), let step = rest.text(), let bytes = rest.bytes() else { return nil }
            result = .success(
                BatchAnswer(
                    bytes: Array(bytes),
                    provider: provider.isEmpty ? nil : ProviderID(rawValue: provider),
                    step: kind == 1 ? step : nil
                )
            )
        case 2:
            guard let code = rest.text(), let provider = rest.text(), let remedy = rest.text(),
                let message = rest.text()
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

/// Takes the parts of a record from its bytes; `nil` where they end too early.
private struct RecordReader {
    private let all: UnsafeRawBufferPointer
    private var place = 0

    init(_ bytes: UnsafeRawBufferPointer) { all = bytes }

    mutating func number<Number: FixedWidthInteger & BitwiseCopyable>(_ type: Number.Type) -> Number? {
        let size = MemoryLayout<Number>.size
        guard all.count - place >= size else { return nil }
        defer { place += size }
        return Number(littleEndian: all.loadUnaligned(fromByteOffset: place, as: Number.self))
    }

    mutating func bytes() -> UnsafeRawBufferPointer? {
        guard let number = number(UInt32.self), let count = Int(exactly: number), all.count - place >= count else {
            return nil
        }
        defer { place += count }
        return UnsafeRawBufferPointer(rebasing: all[place..<place + count])
    }

    mutating func text() -> String? { bytes().map { String(decoding: $0, as: UTF8.self) } }
}
