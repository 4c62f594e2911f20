import JSON
import LanguageServices
import ServiceRegistry

/// How requests and answers stand in a queue: JSON of one version.
enum QueueCoding {
    /// The version of what is written; it is a part of the options, so that another version never goes into one call.
    private static let version = 1

    private struct Options: Codable {
        var version: Int
        var translation: TranslationRequest?
        var speech: SpeechRequest?
        var style: String?
    }

    /// Everything of a request but its provider, its text and its file: requests that agree in it can be sent together.
    static func options(_ request: QueuedRequest) throws -> String {
        var options = Options(version: version)
        switch request.work {
        case .translation(var translation):
            translation.texts = []
            options.translation = translation
        case .speech(var speech, _, let style):
            speech.text = ""
            // A file has no marks, and a set has no order in which it could be written.
            speech.marks = []
            options.speech = speech
            options.style = style
        }
        return JSONWriter.string(try JSONEncoding.value(options))
    }

    /// The request that was written as options, a text and a file; `nil` when it cannot be read.
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

    /// An answer as it is written.
    static func text(_ answer: QueueAnswer) throws -> String {
        JSONWriter.string(try JSONEncoding.value(answer))
    }

    /// The answer that was written; `nil` when it cannot be read.
    static func answer(_ text: String) -> QueueAnswer? { value(QueueAnswer.self, in: text) }

    private static func value<Value: Decodable>(_ type: Value.Type, in text: String) -> Value? {
        let limits = JSONDocument.Limits(bytes: 1 << 30, nodes: 10_000_000)
        guard let node = try? JSONDocument.parse(Array(text.utf8), source: "queue", limits: limits) else { return nil }
        return try? JSONDecoding.value(type, from: node)
    }
}
