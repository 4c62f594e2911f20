import Dispatch
import JSON
import LanguageServices
import LanguageServicesTesting
import PluginHost
import ServiceRegistry
import Synchronization
import TestSupport
import Testing

@testable import FrontEndServer

/// A client of an in-process server. It records everything that it receives.
final class Client: Sendable {
    private struct Received {
        var reader = FrameReader()
        var frames: [IncomingFrame] = []
        var bytes = 0
        var fault: String?
    }

    private let input = PieceSource()
    private let received = Mutex(Received())
    /// Locked while the client does not read.
    private let reading = DispatchSemaphore(value: 1)
    private let isBroken = Mutex(false)
    private let parent: Mutex<Int>
    private let log = Mutex<[String]>([])
    let task: Task<Void, any Error>

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - parent: The ID of the process that started the server.
    ///   - takesLittle: Whether non-blocking writes accept only a few bytes.
    ///   - open: Creates the registries.
    ///   - close: Closes them.
    init(
        parent: Int = 1,
        takesLittle: Bool = false,
        close: @escaping @Sendable (ServiceRegistry) async -> Void = { await $0.shutdown() },
        open: @escaping @Sendable () async throws -> ServiceRegistry
    ) {
        self.parent = Mutex(parent)
        let holder = Mutex<Client?>(nil)
        let server = FrontEndServer(
            FrontEndServer.Dependencies(
                version: "9",
                open: open,
                close: close,
                log: { line in holder.withLock { $0 }?.log.withLock { $0.append(line) } },
                parent: { holder.withLock { $0 }?.parent.withLock { $0 } ?? parent }
            )
        )
        let source = input
        let now: (@Sendable ([UInt8]) -> Int)?
        if takesLittle {
            now = { bytes in
                guard let client = holder.withLock({ $0 }) else { return 0 }
                return client.takeSome(bytes)
            }
        } else {
            now = nil
        }
        let begins = DispatchSemaphore(value: 0)
        task = Task {
            await onThread { begins.wait() }
            defer { holder.withLock { $0 = nil } }
            try await server.run(
                reading: { try source.next() },
                writing: { bytes in try holder.withLock { $0 }?.take(bytes) },
                now: now
            )
        }
        holder.withLock { $0 = self }
        begins.signal()
    }

    private func take(_ bytes: [UInt8]) throws {
        reading.wait()
        defer { reading.signal() }
        if isBroken.withLock({ $0 }) { throw ServiceError(.io, "the pipe is broken") }
        received.withLock { received in
            received.bytes += bytes.count
            received.reader.add(bytes)
            do {
                while case .frame(let raw)? = try received.reader.next() {
                    received.frames.append(try IncomingFrame(raw))
                }
            } catch {
                received.fault = "\(error)"
            }
        }
    }

    /// Accepts as many bytes as an almost full pipe might.
    private func takeSome(_ bytes: [UInt8]) -> Int {
        guard reading.wait(timeout: .now()) == .success else { return 0 }
        reading.signal()
        let count = min(bytes.count, bytes.count * Int(bytes.first ?? 0) % 7)
        return (try? take(Array(bytes[..<count]))) == nil ? 0 : count
    }

    // MARK: Client actions

    func send(_ bytes: [UInt8]) { input.add(bytes) }
    func send(_ line: String) { send(Array("\(line)\n".utf8)) }
    func send(_ id: Int, _ method: String, _ params: String = "{}") {
        send(#"{"id":\#(id),"method":"\#(method)","params":\#(params)}"#)
    }
    func cancel(_ id: Int) { send(#"{"method":"cancel","params":{"id":\#(id)}}"#) }
    func close() { input.end() }
    func stopReading() { reading.wait() }
    func goOnReading() { reading.signal() }
    func breakPipe() { isBroken.withLock { $0 = true } }
    func changeParent(to number: Int) { parent.withLock { $0 = number } }

    /// Sends `initialize` and waits for the answer.
    @discardableResult
    func greet(_ more: String = "") async throws -> JSONNode {
        send(Self.greeting(more))
        return try await result(0)
    }

    static func greeting(_ more: String = "") -> String {
        #"{"id":0,"method":"initialize","params":{"protocol":[1],"host":{"name":"t","version":"1","pid":1},"provider":"t"\#(more)}}"#
    }

    // MARK: Received frames

    var frames: [IncomingFrame] { received.withLock { $0.frames } }
    /// The output that was not a valid frame.
    var fault: String? { received.withLock { $0.fault } }
    var byteCount: Int { received.withLock { $0.bytes } }
    var logLines: [String] { log.withLock { $0 } }
    /// The number of chunks that the server has read.
    var piecesTaken: Int { input.taken }

    func events(_ id: Int) -> [IncomingFrame] { frames.filter { $0.id == id && !$0.isFinal } }
    func finals(_ id: Int) -> [IncomingFrame] { frames.filter { $0.id == id && $0.isFinal } }

    func final(_ id: Int) async throws -> IncomingFrame {
        _ = await eventually { !finals(id).isEmpty }
        return try #require(finals(id).first, "no answer to \(id); \(fault ?? "")")
    }

    func result(_ id: Int) async throws -> JSONNode {
        let frame = try await final(id)
        return try #require(frame.object["result"], "\(frame.object)")
    }

    func code(_ id: Int) async throws -> String {
        let frame = try await final(id)
        return frame.object["error"]?["code"]?.string ?? "none"
    }
}

/// The chunks that a server reads. Reading blocks until there is one.
private final class PieceSource: Sendable {
    private struct State {
        var pieces: [[UInt8]] = []
        var taken = 0
        var isOver = false
    }

    private let state = Mutex(State())
    private let change = DispatchSemaphore(value: 0)

    /// The number of chunks that were read.
    var taken: Int { state.withLock { $0.taken } }

    func add(_ piece: [UInt8]) {
        state.withLock { $0.pieces.append(piece) }
        change.signal()
    }

    func end() {
        state.withLock { $0.isOver = true }
        change.signal()
    }

    func next() throws -> [UInt8]? {
        while true {
            if Task.isCancelled { throw CancellationError() }
            let (piece, isOver) = state.withLock { state -> ([UInt8]?, Bool) in
                guard state.taken < state.pieces.count else { return (nil, state.isOver) }
                state.taken += 1
                return (state.pieces[state.taken - 1], false)
            }
            if let piece { return piece }
            if isOver { return nil }
            _ = change.wait(timeout: .now() + .milliseconds(50))
        }
    }
}

/// A registry with a provider for each service.
func sampleRegistry(speech: [any SpeechProvider] = [InMemorySpeech(id: "tones", languages: ["en-US", "en-GB"])])
    async throws -> ServiceRegistry
{
    let registry = ServiceRegistry()
    for provider in speech { try registry.register(provider) }
    let english = try #require(LanguageTag("en"))
    let spanish = try #require(LanguageTag("es"))
    try registry.register(
        InMemoryTranslation(
            id: "words",
            entries: [LanguagePair(source: english, target: spanish): ["dog": "perro", "house": "casa"]]
        )
    )
    try registry.register(InMemorySentences(id: "lines"))
    try registry.register(InMemoryFeedback(id: "taps"))
    return registry
}

/// Endless speech that counts how many chunks were requested.
final class EndlessSpeech: SpeechProvider {
    let descriptor: ProviderDescriptor
    private let pulls = Mutex(0)
    private let shutdowns = Mutex(0)

    init(id: ProviderID = "endless") {
        descriptor = ProviderDescriptor(id: id, kind: "endless", version: "1", service: .speech, locality: .plugin)
    }

    /// The number of chunks that were requested.
    var count: Int { pulls.withLock { $0 } }
    var shutdownCount: Int { shutdowns.withLock { $0 } }

    static let samples = 16 << 10

    func status() async -> ProviderStatus { .ready }
    func shutdown() async { shutdowns.withLock { $0 += 1 } }
    func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }

    func synthesize(_ request: SpeechRequest) async throws -> SpeechStream {
        let hasBegun = Mutex(false)
        return SpeechStream {
            try Task.checkCancellation()
            let isFirst = hasBegun.withLock { begun in
                defer { begun = true }
                return !begun
            }
            if isFirst { return .format(AudioFormat(sampleRate: 8000)) }
            self.pulls.withLock { $0 += 1 }
            await Task.yield()
            return .audio(AudioChunk(samples: [Int16](repeating: 7, count: Self.samples)))
        }
    }
}
