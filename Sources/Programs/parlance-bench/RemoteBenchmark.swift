import HTTPTransport
import JSON
import LanguageServices
import Platform
import RemoteTranslation

/// Translation with a server that takes 50 ms per request, compared with the ideal time at that latency.
struct RemoteBenchmark {
    let folder: String

    private static let latency = 50
    private static let count = 10_000

    func run() async throws {
        Report.title("\(Self.count) distinct texts on a server that takes \(Self.latency) ms per request")
        let server = try StartedServer(folder: folder, latency: Self.latency)
        defer { server.end() }
        if let problem = CurlTransport.problem { return Report.skipped("translation over HTTP", problem.description) }
        // Texts in an unknown language are sent one per request.
        try await measure(
            "50 texts a request, 8 connections",
            server,
            size: 50,
            connections: 8,
            source: LanguageTag("en"),
            rounds: 3
        )
        try await measure(
            "one text per request, 32 connections",
            server,
            size: 1,
            connections: 32,
            source: nil,
            rounds: 1
        )
        let used = server.end()
        Report.note("the server used \(Report.fixed(used / .seconds(1), 2)) s of processor time in total")
    }

    private func measure(
        _ what: String,
        _ server: StartedServer,
        size: Int,
        connections: Int,
        source: LanguageTag?,
        rounds: Int
    ) async throws {
        var best: Taken?
        for _ in 0..<rounds {
            let taken = try await take(server, size: size, connections: connections, source: source)
            if best.map({ taken.time < $0.time }) ?? true { best = taken }
        }
        guard let best else { return }
        let requests = (Self.count + size - 1) / size
        let turns = (requests + connections - 1) / connections
        let ideal = Duration.milliseconds(Self.latency * turns)
        let name = rounds > 1 ? "\(what), best of \(rounds)" : what
        Report.line(name, best.time, count: Self.count, unit: "texts")
        Report.line("the ideal: \(turns) times \(Self.latency) ms", ideal, count: Self.count, unit: "texts")
        Report.note(
            "\(Report.fixed(best.time / ideal, 2)) times the ideal (goal: at most 1.3), over \(best.connections) "
                + "connections, with \(Report.fixed(best.processor / .seconds(1), 2)) s of processor time"
        )
    }

    /// The result of a round.
    private struct Taken {
        let time: Duration
        let processor: Duration
        let connections: Int
    }

    private func take(
        _ server: StartedServer,
        size: Int,
        connections: Int,
        source: LanguageTag?
    ) async throws -> Taken {
        let texts = (0..<Self.count).map { "Sentence \($0) of a deck of cards, \(connections) at a time." }
        var settings = RemoteTranslationSettings(dialect: .libretranslate, url: server.address)
        settings.concurrency = connections
        let provider = try RemoteTranslation(settings: settings)
        let before = try await server.counts()
        let used = Self.processorTime()
        let start = ContinuousClock.now
        let request = TranslationRequest(texts: texts, source: source, target: LanguageTag("es"))
        let response = try await provider.translate(request)
        let time = ContinuousClock.now - start
        let processor = Self.processorTime() - used
        for (text, result) in zip(texts, response.results) {
            guard case .success(let translation) = result, translation.text == "[es] " + text else {
                throw BenchmarkFailure(description: "'\(text)' became \(result)")
            }
        }
        let after = try await server.counts()
        let requests = (Self.count + size - 1) / size
        guard after.requests - before.requests >= requests, after.requests - before.requests <= requests + 1 else {
            throw BenchmarkFailure(description: "\(after.requests - before.requests) requests instead of \(requests)")
        }
        return Taken(time: time, processor: processor, connections: after.connections - before.connections)
    }

    /// The processor time of this process.
    private static func processorTime() -> Duration {
        var usage = rusage()
        #if canImport(Glibc)
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #else
        getrusage(RUSAGE_SELF, &usage)
        #endif
        return StartedServer.processorTime(usage)
    }
}
