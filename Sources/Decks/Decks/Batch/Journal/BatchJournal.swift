import LanguageServices
import Platform

/// The results of a batch in a file beside the output, from which an interrupted run resumes.
///
/// The file begins with a signature and a random number. Records are only appended; an incomplete last record is
/// removed when the file is opened again, and damaged records are skipped. Only a file offset per text is kept in
/// memory.
final class BatchJournal: Sendable {
    /// The known result for a text.
    enum Known {
        case answered
        case failed
    }

    /// Creates keys for texts.
    let keys: BatchKey.Maker

    private let path: String
    private let isTemporary: Bool
    private let state: Locked<State>

    private struct State {
        let file: RawFile
        let hash: KeyedHash
        var table = KeyTable()
        /// Used to read answers, once all records have been written.
        var blocks: FileBlocks?
        var lastSync = ContinuousClock.now
    }

    /// The table entry for a key.
    private struct Entry {
        var bits: UInt64

        private static let present: UInt64 = 1
        private static let seen: UInt64 = 2
        private static let failure: UInt64 = 4

        init(_ bits: UInt64) { self.bits = bits | Self.present }

        /// The offset of its record; 0 if there is none.
        var offset: Int { Int(truncatingIfNeeded: bits >> 3) }
        var isFailure: Bool { bits & Self.failure != 0 }
        var isSeen: Bool {
            get { bits & Self.seen != 0 }
            set { bits = newValue ? bits | Self.seen : bits & ~Self.seen }
        }

        mutating func setRecord(at offset: Int, isFailure: Bool) {
            bits = bits & (Self.present | Self.seen) | UInt64(offset) << 3 | (isFailure ? Self.failure : 0)
        }

        var known: Known? { offset == 0 ? nil : isFailure ? .failed : .answered }
    }

    /// The path of the journal for an output file.
    static func path(for output: String) -> String { HiddenSidecar.path(for: output, suffix: "journal") }

    /// Opens the journal beside an output, or an unnamed one.
    ///
    /// - Parameters:
    ///   - output: The output file of the batch; `nil` for a journal that is discarded with the run.
    ///   - temporaryFolder: The folder for an unnamed journal.
    ///   - restarts: Whether to discard the existing contents.
    ///   - identity: Everything except the text that determines the answers.
    /// - Throws: `ServiceError.Code.io` when it cannot be written or is not a journal, `ServiceError.Code.unavailable`
    ///   when another run has locked it.
    init(output: String?, temporaryFolder: String, restarts: Bool, identity: [String]) throws(ServiceError) {
        let file: RawFile
        if let output {
            file = try RawFile.locked(path: Self.path(for: output), shownFor: output)
            if restarts { try file.truncate(to: 0) }
        } else {
            file = try RawFile.temporary(in: temporaryFolder)
        }
        path = file.path
        isTemporary = output == nil
        let hash = try JournalHeader.read(file)
        keys = BatchKey.Maker(identity: identity, salt: hash)
        var state = State(file: file, hash: hash)
        try Self.readAll(&state)
        self.state = Locked(state)
    }

    private static func readAll(_ state: inout State) throws(ServiceError) {
        let file = state.file
        let hash = state.hash
        var offset = JournalHeader.length
        var end = offset
        let blocks = FileBlocks(file)
        while let head = try blocks.withBytes(JournalRecord.headLength, at: offset, JournalRecord.head) {
            let start = offset + JournalRecord.headLength
            guard head.length <= file.size - start else { break }
            let record = try blocks.withBytes(head.length, at: start) { body in
                hash.of(body).low == head.checksum ? JournalRecord(body: body) : nil
            }
            if let record {
                end = start + head.length
                // A failure caused by an unavailable provider is not a result for the text.
                var isOpen = false
                if case .failure(let error) = record.result { isOpen = BatchFailure(error) != .text }
                note(record.key, record.isFailure, at: isOpen ? 0 : offset, &state)
            }
            offset = start + head.length
        }
        if end < file.size { try file.truncate(to: end) }
    }

    private static func note(_ key: BatchKey, _ isFailure: Bool, at offset: Int, _ state: inout State) {
        var entry = Entry(state.table[key])
        entry.setRecord(at: offset, isFailure: isFailure)
        state.table[key] = entry.bits
    }

    /// Looks up a text when it is encountered.
    ///
    /// - Returns: Whether this is its first occurrence in this run, and the result from an earlier run.
    func meet(_ key: BatchKey) -> (isFirst: Bool, known: Known?) {
        state.withLock { state in
            var entry = Entry(state.table[key])
            defer {
                entry.isSeen = true
                state.table[key] = entry.bits
            }
            return (!entry.isSeen, entry.known)
        }
    }

    /// Whether the journal has no records.
    var isEmpty: Bool { state.withLock { $0.file.size <= JournalHeader.length } }

    /// Appends records.
    ///
    /// Once this method returns, the records survive if the process is killed; a power failure may lose the records of
    /// the last second.
    func append(_ records: [JournalRecord]) throws(ServiceError) {
        guard !records.isEmpty else { return }
        try state.withLock { (state) throws(ServiceError) in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(records.count * 96)
            var offsets: [Int] = []
            offsets.reserveCapacity(records.count)
            // Accessed by index to avoid copies and their reference counting.
            for index in records.indices {
                offsets.append(state.file.size + bytes.count)
                records[index].write(to: &bytes, hash: state.hash)
            }
            try state.file.append(bytes)
            state.blocks = nil
            // Within this run, a failure caused by an unavailable provider is also treated as a result.
            for index in records.indices {
                Self.note(records[index].key, records[index].isFailure, at: offsets[index], &state)
            }
            if !isTemporary { Self.syncWhenDue(&state) }
        }
    }

    private static func syncWhenDue(_ state: inout State) {
        let now = ContinuousClock.now
        guard now - state.lastSync > .seconds(1) else { return }
        state.file.sync()
        state.lastSync = now
    }

    /// The result for a text; `nil` if it was not sent.
    func result(_ key: BatchKey) throws(ServiceError) -> Result<BatchAnswer, ServiceError>? {
        try state.withLock { (state) throws(ServiceError) in
            let offset = Entry(state.table[key]).offset
            guard offset > 0 else { return nil }
            let blocks = state.blocks ?? FileBlocks(state.file)
            state.blocks = blocks
            guard let head = try blocks.withBytes(JournalRecord.headLength, at: offset, JournalRecord.head),
                let record = try blocks.withBytes(
                    head.length,
                    at: offset + JournalRecord.headLength,
                    JournalRecord.init(body:)
                ),
                record.key == key
            else {
                throw ServiceError(
                    .io,
                    "\(SystemFailure.quoted(path)) was changed while it was in use",
                    remedy: "start again"
                )
            }
            return record.result
        }
    }

    /// Makes the contents durable.
    func sync() {
        if !isTemporary { state.withLock { $0.file.sync() } }
    }

    /// Makes the contents durable, at most once per second.
    func syncWhenDue() {
        if !isTemporary { state.withLock { Self.syncWhenDue(&$0) } }
    }

    /// Releases the lock for another run. Nothing may be appended afterwards.
    func unlock() { state.withLock { $0.file.unlock() } }

    /// Removes the journal.
    func remove() {
        if !isTemporary { state.withLock { $0.file.remove() } }
    }
}

/// The header of a journal: a signature with the format version, and a random number per journal.
///
/// The random number is the key of the hash that identifies texts and detects damage.
enum JournalHeader {
    private static let name = Array("parlance journal ".utf8)
    private static let mark = name + Array("2\n".utf8)

    /// The length in bytes.
    static let length = mark.count + 16

    /// Reads the header of a file, or writes one to an empty file.
    ///
    /// - Throws: `ServiceError.Code.io` when the file is not a journal, or has another format version.
    static func read(_ file: RawFile) throws(ServiceError) -> KeyedHash {
        let header = try file.read(length, at: 0)
        if header.starts(with: mark), header.count == length {
            return header.withUnsafeBytes { bytes in
                let numbers = [8, 0].map { bytes.loadUnaligned(fromByteOffset: length - 8 - $0, as: UInt64.self) }
                return KeyedHash(first: UInt64(littleEndian: numbers[0]), second: UInt64(littleEndian: numbers[1]))
            }
        }
        // A run that was killed before it wrote more has not sent any text.
        guard header.starts(with: mark) || mark.starts(with: header) else {
            let isOther = header.starts(with: name)
            throw ServiceError(
                .io,
                "\(SystemFailure.quoted(file.path)) is \(isOther ? "a journal of another version" : "no journal of a batch")",
                remedy: isOther ? "resume with that version, or start over" : "remove it, or start over"
            )
        }
        try file.truncate(to: 0)
        let salt = KeyedHash(first: .random(in: .min ... .max), second: .random(in: .min ... .max))
        var new = mark
        for number in [salt.first, salt.second] {
            withUnsafeBytes(of: number.littleEndian) { new.append(contentsOf: $0) }
        }
        try file.append(new)
        return salt
    }
}

/// Hidden files and folders that a batch keeps beside its output while work remains.
package enum HiddenSidecar {
    /// `.NAME.parlance-SUFFIX` in the folder of an output called NAME.
    package static func path(for output: String, suffix: String) -> String {
        let slash = output.lastIndex(of: "/")
        let folder = slash.map { output[...$0] } ?? ""
        let name = slash.map { output[output.index(after: $0)...] } ?? output[...]
        // A name is limited to 255 bytes; a hash distinguishes long names with the same prefix.
        let short = String(name).utf8Prefix(180)
        let rest = short.utf8.count < name.utf8.count ? "-\(String(StableHash.of(String(name)), radix: 36))" : ""
        return "\(folder).\(short)\(rest).parlance-\(suffix)"
    }
}
