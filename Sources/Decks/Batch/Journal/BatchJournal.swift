import Files
import LanguageServices

/// What came of the texts of a batch, in a file beside the output, so that a run that was killed can be taken up again.
///
/// Records are only ever appended; one that was not written to its end is cut off when the file is opened again. In
/// memory there is a place in the file for each text, and no more.
final class BatchJournal {
    /// What is known of a text.
    enum Known {
        case answered
        case failed
    }

    private let file: RawFile
    private let isTemporary: Bool
    /// The places of records; of those of failures, less than zero.
    private var places: [BatchKey: Int] = [:]
    /// Answers are asked for in about the order in which they came.
    private var window: JournalWindow
    private var lastSync = ContinuousClock.now

    private static let mark = Array("parlance journal 1\n".utf8)

    /// The journal of the batch that writes a file.
    static func path(for output: String) -> String {
        let slash = output.lastIndex(of: "/")
        let folder = slash.map { output[...$0] } ?? ""
        let name = slash.map { output[output.index(after: $0)...] } ?? output[...]
        // A name may have 255 bytes; two long ones that begin alike are still two.
        let short = String(name).utf8Prefix(180)
        let rest = short.utf8.count < name.utf8.count ? "-\(String(StableHash.of(String(name)), radix: 36))" : ""
        return "\(folder).\(short)\(rest).parlance-journal"
    }

    /// Opens the journal beside an output, or one without a name.
    ///
    /// - Parameters:
    ///   - output: The file that the batch writes; `nil` for a journal that ends with the run.
    ///   - restarts: Whether what it holds is thrown away.
    /// - Throws: `ServiceError.Code.io` when it cannot be written or is no journal, `ServiceError.Code.unavailable` when
    ///   another run has it.
    init(output: String?, temporaryFolder: String, restarts: Bool) throws(ServiceError) {
        guard let output else {
            file = try RawFile.temporary(in: temporaryFolder)
            isTemporary = true
            window = JournalWindow(file: file, block: 1 << 12)
            try file.append(Self.mark)
            return
        }
        isTemporary = false
        file = try RawFile.locked(path: Self.path(for: output), shownFor: output)
        window = JournalWindow(file: file, block: 1 << 12)
        if restarts { try file.truncate(to: 0) }
        try readAll()
    }

    private func readAll() throws(ServiceError) {
        let mark = try file.read(Self.mark.count, at: 0)
        guard mark.count == Self.mark.count else {
            guard Self.mark.starts(with: mark) else { throw noJournal }
            try file.truncate(to: 0)
            try file.append(Self.mark)
            return
        }
        guard mark == Self.mark else { throw noJournal }
        var place = mark.count
        var buffer = JournalWindow(file: file, block: 1 << 18)
        while let head = try JournalRecord.head(buffer.read(JournalRecord.headLength, at: place)) {
            guard head.length <= file.size - place - JournalRecord.headLength else { break }
            let body = try buffer.read(head.length, at: place + JournalRecord.headLength)
            guard body.count == head.length, StableHash.of(body) == head.checksum,
                let record = JournalRecord(body: body)
            else { break }
            note(record, at: place)
            place += JournalRecord.headLength + head.length
        }
        if place < file.size { try file.truncate(to: place) }
    }

    private var noJournal: ServiceError {
        ServiceError(
            .io,
            "\(SystemFailure.quoted(file.path)) is no journal of a batch",
            remedy: "remove it, or begin anew"
        )
    }

    private func note(_ record: JournalRecord, at place: Int) {
        switch record.result {
        case .success: places[record.key] = place
        case .failure(let error):
            // A provider that was not there says nothing about the text.
            places[record.key] = BatchFailure(error) == .text ? -place : nil
        }
    }

    /// What is known of a text.
    func known(_ key: BatchKey) -> Known? { places[key].map { $0 > 0 ? .answered : .failed } }

    /// Forgets a text that failed, so that it is asked for again.
    func forget(_ key: BatchKey) { places[key] = nil }

    /// Appends records.
    func append(_ records: [JournalRecord]) throws(ServiceError) {
        var bytes: [UInt8] = []
        var starts: [Int] = []
        for record in records {
            starts.append(file.size + bytes.count)
            bytes.append(contentsOf: record.bytes)
        }
        try file.append(bytes)
        for (record, place) in zip(records, starts) {
            note(record, at: place)
            // In this run also such a failure is an answer.
            if case .failure = record.result { places[record.key] = -place }
        }
        // A process that is killed loses nothing; a machine without power loses a second of work.
        let now = ContinuousClock.now
        if !isTemporary, now - lastSync > .seconds(1) {
            file.sync()
            lastSync = now
        }
    }

    /// What came of a text; `nil` when it was not asked for.
    func result(_ key: BatchKey) throws(ServiceError) -> Result<BatchAnswer, ServiceError>? {
        guard let place = places[key].map(abs) else { return nil }
        guard let head = try JournalRecord.head(window.read(JournalRecord.headLength, at: place)),
            let record = try JournalRecord(body: window.read(head.length, at: place + JournalRecord.headLength)),
            record.key == key
        else {
            throw ServiceError(.io, "\(SystemFailure.quoted(file.path)) was changed while it was in use")
        }
        return record.result
    }

    /// Makes what is in it durable.
    func sync() { if !isTemporary { file.sync() } }

    /// Removes it, when there is no more use for it.
    func remove() { if !isTemporary { file.remove() } }
}

/// Reads a file in blocks. What is in a block once does not change: the file only grows.
private struct JournalWindow {
    let file: RawFile
    let block: Int
    private var start = 0
    private var bytes: [UInt8] = []

    init(file: RawFile, block: Int) {
        self.file = file
        self.block = block
    }

    mutating func read(_ count: Int, at offset: Int) throws(ServiceError) -> [UInt8] {
        if offset < start || offset + count > start + bytes.count {
            bytes = try file.read(max(count, block), at: offset)
            start = offset
        }
        let first = offset - start
        return Array(bytes[min(first, bytes.count)..<min(first + count, bytes.count)])
    }
}
