import LanguageServices
import Platform

/// The output file of a deck: buffers and encodes bytes. The file appears only when it is complete.
final class DeckOutput {
    private var file: AtomicFile?
    private var encoder: UTF16Encoder?
    private var pending: [UInt8] = []
    private let path: String

    private static let block = 1 << 18

    /// - Throws: `ServiceError.Code.io` when the file cannot be created.
    init(path: String, encoding: TextEncoding = .utf8) throws(ServiceError) {
        AtomicFile.removeLeftovers(of: path)
        file = try AtomicFile(path: path)
        self.path = path
        encoder = encoding.isBigEndian.map(UTF16Encoder.init)
        pending.reserveCapacity(Self.block + Self.block / 4)
    }

    func write(_ bytes: UnsafeRawBufferPointer) throws(ServiceError) {
        if encoder == nil {
            pending.append(contentsOf: bytes)
        } else if encoder?.encode(bytes, into: &pending) != true {
            throw ServiceError(
                .invalidRequest,
                "\(SystemFailure.quoted(path)): the contents of the deck cannot be written as UTF-16",
                remedy: "save the deck as UTF-8"
            )
        }
        if pending.count >= Self.block { try flush() }
    }

    func write(_ bytes: [UInt8]) throws(ServiceError) {
        var failure: ServiceError?
        bytes.withUnsafeBytes { raw in
            do throws(ServiceError) { try write(raw) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    /// Moves the file into place.
    func commit() throws(ServiceError) {
        try flush()
        guard let whole = file.take() else { return }
        try whole.commit()
    }

    private func flush() throws(ServiceError) {
        guard !pending.isEmpty else { return }
        try file?.write(pending)
        pending.removeAll(keepingCapacity: true)
    }
}

/// Checks the names of fields to be added to a deck.
enum NewFields {
    /// - Throws: `ServiceError.Code.invalidRequest` for an empty or existing name.
    static func check(_ names: [String], besides existing: [String], in file: DeckFile) throws(ServiceError) {
        var taken = Set(existing)
        for name in names {
            guard !name.trimmingWhitespace().isEmpty else {
                throw ServiceError(.invalidRequest, "the name of a new field is empty", remedy: "give it a name")
            }
            guard taken.insert(name).inserted else {
                throw ServiceError(
                    .invalidRequest,
                    "\(file.displayName) already has a field '\(name)'",
                    remedy: "choose another name, or fill the existing field"
                )
            }
        }
    }

    /// The error for an edit to a field that the note does not have.
    static func noSuchField(_ field: Int, at position: NotePosition) -> ServiceError {
        ServiceError(
            .invalidRequest,
            "\(position): field \(field + 1) does not exist",
            remedy: "use one of the deck's fields"
        )
    }
}
