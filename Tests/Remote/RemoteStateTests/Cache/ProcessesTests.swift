import LanguageServices
import Platform
import RemoteState
import ServiceRegistry
import TestSupport
import Testing

/// Several processes that share a file, some of which are killed.
@Suite("A cache shared by several processes")
struct ProcessesTests {
    private static func start(_ trial: TrialStore, _ name: String, from first: Int, count: Int) throws -> ChildProcess {
        let test = try #require(executablePath(), "the path of the running test is not known")
        let program = test.split(separator: "/").dropLast().map { "/" + $0 }.joined() + "/cache-trial"
        let arguments = [trial.folder.path, trial.folder.file("log-\(name)"), name, "\(first)", "\(count)"]
        return try ChildProcess.start(ChildRequest(program: program, arguments: arguments))
    }

    private static func executablePath() -> String? {
        guard let path = realpath("/proc/self/exe", nil) else { return CommandLine.arguments.first }
        defer { free(path) }
        return String(cString: path)
    }

    /// The batches that the store accepted, from the log of the process.
    private static func stored(_ trial: TrialStore, _ name: String) -> Set<Int> {
        let log = contents(trial.folder.file("log-\(name)")) ?? []
        return Set(
            String(decoding: log, as: UTF8.self).split(separator: "\n").compactMap {
                $0.split(separator: " ").last.flatMap { Int($0) }
            }
        )
    }

    /// The stored batches of a process: their texts, each with the expected answer.
    private static func known(_ store: DiskResponseStore, _ name: String, upTo count: Int) async throws -> Set<Int> {
        struct Nobody: TranslationProvider {
            let descriptor = ProviderDescriptor(
                id: "trial",
                kind: "trial",
                version: "1",
                service: .translation,
                locality: .network
            )
            func languagePairs() async throws -> [LanguagePair] { [] }
            func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
                TranslationResponse(
                    results: request.texts.map { _ in .failure(ServiceError(.unsupported, "cannot connect")) },
                    report: ServiceReport()
                )
            }
        }
        var known: Set<Int> = []
        for number in 0..<count {
            let texts = (0..<5).map { "\(name) \(number) \($0)" }
            let request = TranslationRequest(texts: texts, source: LanguageTag("en"), target: LanguageTag("de"))
            let results = try await Nobody().cached(in: store).translate(request).results
            let answers = results.compactMap { try? $0.get().text }
            // A batch is stored completely or not at all, and so is each answer.
            #expect(answers.isEmpty || answers.count == texts.count)
            guard !answers.isEmpty else { continue }
            #expect(answers == texts.map { String(repeating: "<\($0)>", count: 1 + number % 7 * 40) })
            known.insert(number)
        }
        return known
    }

    @Test("answers survive concurrent writes", .timeLimit(.minutes(10)))
    func together() async throws {
        let trial = try TrialStore()
        let names = ["a", "b", "c", "d"]
        let children = try names.map { try Self.start(trial, $0, from: 0, count: 60) }
        for child in children { #expect(await child.wait().ending == .exited(0)) }
        let store = DiskResponseStore(folder: trial.folder.path)
        for name in names {
            #expect(Self.stored(trial, name).count == 60)
            #expect(try await Self.known(store, name, upTo: 60).count == 60)
        }
        #expect(try store.mistakes().isEmpty)
        #expect(try store.statistics()?.answers == names.count * 60 * 5)
    }

    @Test("answers survive killed processes", .timeLimit(.minutes(10)))
    func killed() async throws {
        let trial = try TrialStore()
        var random = SystemRandomNumberGenerator()
        let names = ["a", "b"]
        let rounds = 40
        // No child finishes before it is killed.
        let most = 10_000_000
        for _ in 0..<rounds {
            var children: [ChildProcess] = []
            for name in names {
                let first = (Self.stored(trial, name).max() ?? -1) + 1
                children.append(try Self.start(trial, name, from: first, count: most - first))
            }
            try await Task.sleep(for: .microseconds(Int.random(in: 0..<60_000, using: &random)))
            for child in children { Self.kill(child.identifier) }
            for child in children { #expect(await child.wait().ending == .signalled(SIGKILL)) }
        }
        let store = DiskResponseStore(folder: trial.folder.path)
        #expect(try store.mistakes().isEmpty)
        var total = 0
        for name in names {
            let stored = Self.stored(trial, name)
            let known = try await Self.known(store, name, upTo: (stored.max() ?? 0) + 2)
            // A batch killed between storing and logging may be present as well.
            #expect(known.isSuperset(of: stored))
            total += known.count
        }
        #expect(total > 0)
        #expect(try store.statistics()?.answers == total * 5)
        #expect(trial.notices.isEmpty)
        #expect(trial.folder.names().filter { $0.hasPrefix("answers") } == ["answers"])
    }

    private static func kill(_ process: pid_t) {
        _ = Platform.kill(process, SIGKILL)
    }
}
