import LanguageServices
import Platform

/// What came of the texts of a batch, in a file beside the output, so that a run that was killed can be taken up again.
///
/// The file begins with a mark and a number that is drawn for it. Records are only ever appended; one that was not written
/// to its end is cut off when the file is opened again, and a damaged one is passed over. In memory there is a place in the
/// file for each text, and no more.
final class BatchJournal: Sendable {
    /// What is known of a text.
    enum Known {
        case answered
        case failed
    }

    /// Makes the keys of the texts.
    let keys: BatchKey.Maker

    private let path: String
    private let isTemporary: Bool
    private let state: Locked<State>

    private struct State {
        let file: RawFile
        let hash: KeyedHash
        var table = KeyTable()
        /// For reading answers, which begins when all records are written.
        var blocks: FileBlocks?
        var lastSync = ContinuousClock.now
    }

    /// What the table has for a key.
    private struct Entry {
        var bits: UInt64

        private static let isThere: UInt64 = 1
        private static let seen: UInt64 = 2
        private static let failure: UInt64 = 4

        init(_ bits: UInt64) { self.bits = bits | Self.isThere }

        /// Where its record is; 0 when there is none.
        var place: Int { Int(truncatingIfNeeded: bits >> 3) }
        var isFailure: Bool { bits & Self.failure != 0 }
        var isSeen: Bool {
            get { bits & Self.seen != 0 }
            set { bits = newValue ? bits | Self.seen : bits & ~Self.seen }
        }

        mutating func setRecord(at place: Int, isFailure: Bool) {
            bits = bits & (Self.isThere | Self.seen) | UInt64(place) << 3 | (isFailure ? Self.failure : 0)
        }

        var known: Known? { place == 0 ? nil : isFailure ? .failed : .answered }
    }

    /// The journal of the batch that writes a file.
    static func path(for output: String) -> String { HiddenCompanion.path(for: output, suffix: "journal") }

    /// Opens the journal beside an output, or one without a name.
    ///
    /// - Parameters:
    ///   - output: The file that the batch writes; `nil` for a journal that ends with the run.
    ///   - temporaryFolder: Where the latter is.
    ///   - restarts: Whether what it holds is thrown away.
    ///   - identity: What answers depend on besides the text.
    /// - Throws: `ServiceError.Code.io` when it cannot be written or is no journal, `ServiceError.Code.unavailable` when
    ///   another run has it.
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
        var place = JournalHeader.length
        var end = place
        let blocks = FileBlocks(file)
        while let head = try blocks.withBytes(JournalRecord.headLength, at: place, JournalRecord.head) {
            let start = place + JournalRecord.headLength
            guard head.length <= file.size - start else { break }
            let record = try blocks.withBytes(head.length, at: start) { body in
                hash.of(body).low == head.checksum ? JournalRecord(body: body) : nil
            }
            if let record {
                end = start + head.length
                // A provider that was not there says nothing about the text.
                var isOpen = false
                if case .failure(let error) = record.result { isOpen = BatchFailure(error) != .text }
                note(record.key, record.isFailure, at: isOpen ? 0 : place, &state)
            }
            place = start + head.length
        }
        if end < file.size { try file.truncate(to: end) }
    }

    private static func note(_ key: BatchKey, _ isFailure: Bool, at place: Int, _ state: inout State) {
        var entry = Entry(state.table[key])
        entry.setRecord(at: place, isFailure: isFailure)
        state.table[key] = entry.bits
    }

    /// What is known of a text when it is met with.
    ///
    /// - Returns: Whether it is met with for the first time in this run, and what is known from an earlier one.
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

    /// Whether there is no record in it.
    var isEmpty: Bool { state.withLock { $0.file.size <= JournalHeader.length } }

    /// Appends records.
    ///
    /// When this returns, a process that is killed loses none of them; a machine without power loses what came within the
    /// last second.
    func append(_ records: [JournalRecord]) throws(ServiceError) {
        guard !records.isEmpty else { return }
        try state.withLock { (state) throws(ServiceError) in
            var bytes: [UInt8] = []
            bytes.reserveCapacity(records.count * 96)
            var places: [Int] = []
            places.reserveCapacity(records.count)
            // By their places, since a copy of each counts the uses of all that it holds.
            for index in records.indices {
                places.append(state.file.size + bytes.count)
                records[index].write(to: &bytes, hash: state.hash)
            }
            try state.file.append(bytes)
            state.blocks = nil
            // In this run also a failure that says nothing about the text is an answer.
            for index in records.indices {
                Self.note(records[index].key, records[index].isFailure, at: places[index], &state)
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

    /// What came of a text; `nil` when it was not asked for.
    func result(_ key: BatchKey) throws(ServiceError) -> Result<BatchAnswer, ServiceError>? {
        try state.withLock { (state) throws(ServiceError) in
            let place = Entry(state.table[key]).place
            guard place > 0 else { return nil }
            let blocks = state.blocks ?? FileBlocks(state.file)
            state.blocks = blocks
            guard let head = try blocks.withBytes(JournalRecord.headLength, at: place, JournalRecord.head),
                let record = try blocks.withBytes(
                    head.length,
                    at: place + JournalRecord.headLength,
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

    /// Makes what is in it durable.
    func sync() {
        if !isTemporary { state.withLock { $0.file.sync() } }
    }

    /// Makes what is in it durable, unless all of it came within the last second.
    func syncWhenDue() {
        if !isTemporary { state.withLock { Self.syncWhenDue(&$0) } }
    }

    /// Lets another run have it. Nothing may be appended afterwards.
    func unlock() { state.withLock { $0.file.unlock() } }

    /// Removes it, when there is no more use for it.
    func remove() {
        if !isTemporary { state.withLock { $0.file.remove() } }
    }
}

/// The start of a journal: a mark with the version of the format, and a number that is drawn for each journal.
///
/// The number is the key of the hash by which texts are told apart and damage is found.
enum JournalHeader {
    private static let name = Array("parlance journal ".utf8)
    private static let mark = name + Array("2\n".utf8)

    /// How many bytes it has.
    static let length = mark.count + 16

    /// Reads the header of a file, and makes it where there is none.
    ///
    /// - Throws: `ServiceError.Code.io` when the file is something else, or a journal of another version.
    static func read(_ file: RawFile) throws(ServiceError) -> KeyedHash {
        let header = try file.read(length, at: 0)
        if header.starts(with: mark), header.count == length {
            return header.withUnsafeBytes { bytes in
                let numbers = [8, 0].map { bytes.loadUnaligned(fromByteOffset: length - 8 - $0, as: UInt64.self) }
                return KeyedHash(first: UInt64(littleEndian: numbers[0]), second: UInt64(littleEndian: numbers[1]))
            }
        }
        // A run that was killed before it could write more has asked for nothing.
        guard header.starts(with: mark) || mark.starts(with: header) else {
            let isOther = header.starts(with: name)
            throw ServiceError(
                .io,
                "\(SystemFailure.quoted(file.path)) is \(isOther ? "a journal of another version" : "no journal of a batch")",
                remedy: isOther ? "go on with that version, or begin anew" : "remove it, or begin anew"
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

/// Hidden files and folders that a batch keeps beside its output as long as there is work left.
package enum HiddenCompanion {
    /// `.NAME.parlance-SUFFIX` in the folder of an output called NAME.
    package static func path(for output: String, suffix: String) -> String {
        let slash = output.lastIndex(of: "/")
        let folder = slash.map { output[...$0] } ?? ""
        let name = slash.map { output[output.index(after: $0)...] } ?? output[...]
        // A name may have 255 bytes; two long ones that begin alike are still two.
        let short = String(name).utf8Prefix(180)
        let rest = short.utf8.count < name.utf8.count ? "-\(String(StableHash.of(String(name)), radix: 36))" : ""
        return "\(folder).\(short)\(rest).parlance-\(suffix)"
    }
}
