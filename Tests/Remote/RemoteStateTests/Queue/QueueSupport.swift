import LanguageServices
import RemoteState
import ServiceRegistry
import Synchronization
import TestSupport
import Testing

/// A queue in a temporary folder that can be opened several times, as if by several processes.
struct QueuePlace {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    var path: String { folder.file("queue") }

    func file(limits: QueueLimits = QueueLimits(), now: Int64 = 1000) -> QueueFile {
        QueueFile(folder: path, limits: limits, now: { now })
    }
}

/// The error of a machine without a network.
let noNetwork = ServiceError(.network, "cannot connect", provider: "remote", remedy: "look for a network")

/// A queued translation of a text into Spanish.
func waiting(
    _ text: String,
    for provider: ProviderID = "remote",
    to target: String = "es"
) -> (request: QueuedRequest, error: ServiceError) {
    let request = TranslationRequest(texts: [text], source: LanguageTag("en"), target: LanguageTag(target))
    return (QueuedRequest(provider: provider, work: .translation(request)), noNetwork)
}

/// Queued speech.
func speech(
    _ text: String,
    _ file: String,
    style: String = "wav",
    rate: Double? = nil
) -> (request: QueuedRequest, error: ServiceError) {
    let request = SpeechRequest(text: text, language: LanguageTag("en-GB"), rate: rate)
    return (QueuedRequest(provider: "remote", work: .speech(request, file: file, style: style)), noNetwork)
}

extension QueueFile {
    /// Claims the requests that can be sent together.
    func claim(_ count: Int = 50, bytes: Int = 1 << 20) async throws -> [QueueEntry] {
        try await claim(upTo: count, bytes: bytes, without: QueueExclusions())
    }

    /// The states by text.
    func states() async throws -> [String: QueueEntry.State] {
        Dictionary(try await entries().map { ($0.request.text, $0.state) }) { first, _ in first }
    }
}

extension TranslationResponse {
    /// The translations, with failures shown by their codes.
    var words: [String] {
        results.map { result in
            switch result {
            case .success(let translation): translation.text
            case .failure(let error): "<\(error.code)>"
            }
        }
    }
}

extension TranslationResponse {
    /// The errors of failed texts.
    var errors: [ServiceError] {
        results.compactMap { result in
            guard case .failure(let error) = result else { return nil }
            return error
        }
    }
}

/// A translation provider whose descriptor declares network access, and that counts its requests.
final class CountingTranslation: TranslationProvider {
    typealias Answer = @Sendable (_ text: String, _ call: Int) async throws -> Result<Translation, ServiceError>

    let descriptor: ProviderDescriptor
    private let answer: Answer
    private let log = Mutex<[[String]]>([])

    init(
        _ id: ProviderID = "remote",
        locality: ProviderDescriptor.Locality = .network,
        limits: RequestLimits? = nil,
        _ answer: @escaping Answer = { text, _ in .success(Translation(text: "[\(text)]", provider: "remote")) }
    ) {
        descriptor = ProviderDescriptor(
            id: id,
            kind: "counting",
            version: "1",
            service: .translation,
            locality: locality,
            requestLimits: limits
        )
        self.answer = answer
    }

    /// The texts of every call.
    var calls: [[String]] { log.withLock { $0 } }

    /// All texts, in order of arrival.
    var texts: [String] { calls.flatMap { $0 } }

    func languagePairs() async throws -> [LanguagePair] { [] }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let call = log.withLock { log in
            log.append(request.texts)
            return log.count
        }
        var results: [Result<Translation, ServiceError>] = []
        for text in request.texts { results.append(try await answer(text, call)) }
        return TranslationResponse(results: results, report: .answered(by: descriptor.id, in: .zero))
    }
}

/// A gate that opens once.
final class Latch: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func open() {
        let waiting = state.withLock { state in
            state.isOpen = true
            defer { state.waiting = [] }
            return state.waiting
        }
        for one in waiting { one.resume() }
    }

    func wait() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }
}
