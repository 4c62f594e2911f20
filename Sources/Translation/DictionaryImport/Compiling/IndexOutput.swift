import DictionaryTranslation
import LanguageServices
import Platform

/// The file of an index that is being written: the bytes of blocks are collected, and written by the megabyte.
struct IndexOutput: ~Copyable {
    private var file: AtomicFile
    private var pending: [UInt8] = []
    private var written = 0
    /// The file as it was when ``holds(_:at:)`` last had to look.
    private var lookedBack: MappedFile?

    /// Opens the temporary file, and leaves room for the header.
    init(path: String) throws(ServiceError) {
        file = try AtomicFile(path: path)
        pending = [UInt8](repeating: 0, count: IndexHeader.size)
    }

    /// Where the next byte goes.
    var position: Int { written + pending.count }

    mutating func append(_ bytes: some Sequence<UInt8>) throws(ServiceError) {
        pending.append(contentsOf: bytes)
        if pending.count >= 1 << 20 { try flush() }
    }

    /// Fills up with zeros to a multiple of a number of bytes.
    mutating func align(_ size: Int) throws(ServiceError) {
        let extra = position % size
        if extra > 0 { try append([UInt8](repeating: 0, count: size - extra)) }
    }

    mutating func flush() throws(ServiceError) {
        try file.write(pending)
        written += pending.count
        pending.removeAll(keepingCapacity: true)
    }

    /// Whether certain bytes stand at a place of what has been appended.
    mutating func holds(_ bytes: UnsafeRawBufferPointer, at place: Int) throws(ServiceError) -> Bool {
        guard place >= 0, bytes.count <= position - place else { return false }
        if place >= written { return pending[(place - written)..<(place - written + bytes.count)].elementsEqual(bytes) }
        if written - place < bytes.count { try flush() }
        if (lookedBack?.bytes.count ?? 0) < place + bytes.count { lookedBack = try file.mapped() }
        guard let lookedBack else { return false }
        return withExtendedLifetime(lookedBack) {
            place + bytes.count <= lookedBack.bytes.count
                && lookedBack.bytes[place..<place + bytes.count].elementsEqual(bytes)
        }
    }

    /// What has been written so far.
    mutating func parts() throws(ServiceError) -> FileParts {
        try flush()
        return try file.parts()
    }

    /// Writes the header and puts the file under its name.
    consuming func commit(_ header: IndexHeader) throws(ServiceError) {
        try flush()
        try file.overwrite(header.encoded(), at: 0)
        try file.commit()
    }
}
