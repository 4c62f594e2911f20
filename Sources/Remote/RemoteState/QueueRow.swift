import Database
import JSON
import LanguageServices
import ServiceRegistry

/// A row of a queue.
struct QueueRow {
    static let columns =
        "id, provider, options, text, file, state, process, added, changed, attempts, code, message, remedy, answer"

    /// The entry.
    let entry: QueueEntry

    /// Whether the request could be decoded.
    let isReadable: Bool

    /// Reads the current row of a statement with ``columns``.
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

/// The JSON encoding of requests and answers in a queue.
enum QueueCoding {
    /// The version of the encoding. It is part of the options, so requests with different versions are never combined.
    private static let version = 1

    private struct Options: Codable {
        var version: Int
        var translation: TranslationRequest?
        var speech: SpeechRequest?
        var style: String?
    }

    /// Everything except provider, text and file; requests with equal options can be sent together.
    static func options(_ request: QueuedRequest) throws -> String {
        var options = Options(version: version)
        switch request.work {
        case .translation(var translation):
            translation.texts = []
            options.translation = translation
        case .speech(var speech, _, let style):
            speech.text = ""
            // Files do not contain marks, and the encoding order of a set is not deterministic.
            speech.marks = []
            options.speech = speech
            options.style = style
        }
        return JSONWriter.string(try JSONEncoding.value(options))
    }

    /// Decodes a request from its options, text and file; `nil` if it is invalid.
    static func request(provider: String, options: String, text: String, file: String?) -> QueuedRequest? {
        guard let options = value(Options.self, in: options), options.version == version else { return nil }
        let id = ProviderID(rawValue: provider)
        if var translation = options.translation {
            translation.texts = [text]
            return QueuedRequest(provider: id, work: .translation(translation))
        }
        guard var speech = options.speech, let style = options.style, let file else { return nil }
        speech.text = text
        return QueuedRequest(provider: id, work: .speech(speech, file: file, style: style))
    }

    /// Encodes an answer.
    static func text(_ answer: QueueAnswer) throws -> String {
        JSONWriter.string(try JSONEncoding.value(answer))
    }

    /// Decodes an answer; `nil` if it is invalid.
    static func answer(_ text: String) -> QueueAnswer? { value(QueueAnswer.self, in: text) }

    private static func value<Value: Decodable>(_ type: Value.Type, in text: String) -> Value? {
        let limits = JSONDocument.Limits(bytes: 1 << 30, nodes: 10_000_000)
        guard let node = try? JSONDocument.parse(Array(text.utf8), source: "queue", limits: limits) else { return nil }
        return try? JSONDecoding.value(type, from: node)
    }
}
