import Files
import LanguageServices

/// A record of a journal: a text's key, and what came of the text.
///
/// In the file: the length of what follows the checksum (4 bytes), the checksum (FNV-1a, 8 bytes), the key (16 bytes), a
/// byte for the kind, and strings with their lengths. Numbers are little-endian.
struct JournalRecord {
    var key: BatchKey
    var result: Result<BatchAnswer, ServiceError>

    static let headLength = 12
    /// No record is longer; what says it is, is damaged.
    static let limit = 1 << 30

    /// The bytes of the record in the file.
    var bytes: [UInt8] {
        var body: [UInt8] = []
        Self.append(key.high, 8, to: &body)
        Self.append(key.low, 8, to: &body)
        switch result {
        case .success(let answer):
            body.append(answer.step == nil ? 0 : 1)
            Self.append(Array((answer.provider?.rawValue ?? "").utf8), to: &body)
            Self.append(Array((answer.step ?? "").utf8), to: &body)
            Self.append(answer.bytes, to: &body)
        case .failure(let error):
            body.append(2)
            for text in [error.code.rawValue, error.provider?.rawValue ?? "", error.remedy ?? "", error.message] {
                Self.append(Array(text.utf8), to: &body)
            }
        }
        var record: [UInt8] = []
        record.reserveCapacity(body.count + Self.headLength)
        Self.append(UInt64(body.count), 4, to: &record)
        Self.append(StableHash.of(body), 8, to: &record)
        return record + body
    }

    /// Reads what follows the checksum.
    init?(body: [UInt8]) {
        var rest = body[...]
        guard let high = Self.number(8, &rest), let low = Self.number(8, &rest), let kind = rest.popFirst() else {
            return nil
        }
        key = BatchKey(high: high, low: low)
        switch kind {
        case 0, 1:
            guard let provider = Self.text(&rest), let step = Self.text(&rest), let bytes = Self.bytes(&rest) else {
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
            guard let code = Self.text(&rest), let provider = Self.text(&rest), let remedy = Self.text(&rest),
                let message = Self.text(&rest)
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

    init(key: BatchKey, result: Result<BatchAnswer, ServiceError>) {
        self.key = key
        self.result = result
    }

    /// The length and the checksum at the start of a record.
    static func head(_ bytes: [UInt8]) -> (length: Int, checksum: UInt64)? {
        var rest = bytes[...]
        guard let length = number(4, &rest), let checksum = number(8, &rest), (17...UInt64(limit)).contains(length)
        else { return nil }
        return (Int(length), checksum)
    }

    private static func append(_ number: UInt64, _ count: UInt64, to bytes: inout [UInt8]) {
        for place in 0..<count { bytes.append(UInt8(truncatingIfNeeded: number >> (place * 8))) }
    }

    private static func append(_ string: [UInt8], to bytes: inout [UInt8]) {
        append(UInt64(string.count), 4, to: &bytes)
        bytes.append(contentsOf: string)
    }

    private static func number(_ count: Int, _ rest: inout ArraySlice<UInt8>) -> UInt64? {
        guard rest.count >= count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count).reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func bytes(_ rest: inout ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        guard let count = number(4, &rest), count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(Int(count)) }
        return rest.prefix(Int(count))
    }

    private static func text(_ rest: inout ArraySlice<UInt8>) -> String? {
        bytes(&rest).map { String(decoding: $0, as: UTF8.self) }
    }
}
