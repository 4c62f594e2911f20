import Database
import LanguageServices
import ServiceRegistry

/// A row of a queue.
struct QueueRow {
    static let columns =
        "id, provider, options, text, file, state, process, added, changed, attempts, code, message, remedy, answer"

    /// What the row says.
    let entry: QueueEntry

    /// Whether the request could be read.
    let isReadable: Bool

    /// Reads the row at which a statement of ``columns`` stands.
    init(_ row: Statement) {
        func text(_ column: Int32) -> String? { row.isNull(column) ? nil : row.text(column) }
        let request = QueueCoding.request(
            provider: row.text(1),
            options: row.text(2),
            text: row.text(3),
            file: text(4)
        )
        isReadable = request != nil
        let unreadable = QueuedRequest(
            provider: ProviderID(rawValue: row.text(1)),
            work: .translation(TranslationRequest(texts: [row.text(3)]))
        )
        var entry = QueueEntry(
            id: row.integer(0),
            request: request ?? unreadable,
            state: QueueEntry.State(rawValue: row.text(5)) ?? .failed,
            added: row.integer(7),
            changed: row.integer(8),
            attempts: Int(clamping: row.integer(9)),
            answer: text(13).flatMap(QueueCoding.answer),
            process: row.isNull(6) ? nil : Int32(clamping: row.integer(6))
        )
        if let code = text(10) {
            entry.error = ServiceError(
                ServiceError.Code(rawValue: code),
                text(11) ?? "",
                provider: entry.request.provider,
                remedy: text(12)
            )
        }
        if !isReadable {
            entry.state = .failed
            entry.error = ServiceError(.io, "the request cannot be read", remedy: "remove it")
        }
        self.entry = entry
    }
}
