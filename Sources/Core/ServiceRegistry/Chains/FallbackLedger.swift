import LanguageServices
import Synchronization

/// Counts the requests of a registry that a later provider of a chain had to answer because an earlier one failed.
///
/// Chains record into it themselves, so no front end can omit it.
final class FallbackLedger: Sendable {
    private struct Key: Hashable {
        let service: Service
        let provider: ProviderID
    }

    private struct Record {
        let error: ServiceError
        var count = 0
        var answered: [ProviderID: Int] = [:]
    }

    private struct State {
        var order: [Key] = []
        var records: [Key: Record] = [:]
    }

    private let state = Mutex(State())

    /// Records the failures that preceded an answer. Misses are not failures.
    ///
    /// - Parameter answer: The provider that answered; `nil` if none did.
    func record(_ failures: [ServiceError], _ service: Service, answer: ProviderID?) {
        let failures = failures.filter { !$0.code.isMiss && $0.code != .cancelled && $0.code != .invalidRequest }
        guard !failures.isEmpty else { return }
        state.withLock { state in
            for error in failures {
                guard let provider = error.provider else { continue }
                let key = Key(service: service, provider: provider)
                if state.records[key] == nil { state.order.append(key) }
                state.records[key, default: Record(error: error)].count += 1
                if let answer { state.records[key]?.answered[answer, default: 0] += 1 }
            }
        }
    }

    /// One line for each provider that failed and was replaced at least once.
    var summaries: [String] {
        state.withLock { state in
            state.order.compactMap { key in
                guard let record = state.records[key], !record.answered.isEmpty else { return nil }
                let others = record.answered.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
                let answers =
                    record.count == 1
                    ? others.map { "\($0.key) answered instead" }
                    : others.map { "\($0.key) answered \($0.value)" }
                let failure =
                    "\(key.provider) failed\(record.count == 1 ? "" : " for \(record.count) \(Self.unit(key.service))")"
                let remedy = record.error.remedy.map { "; \($0)" } ?? ""
                return "\(failure): \(record.error.message); \(answers.joined(separator: ", "))\(remedy)"
            }
        }
    }

    private static func unit(_ service: Service) -> String {
        switch service {
        case .speech, .translation: "texts"
        case .sentences: "words"
        case .feedback: "events"
        }
    }
}

extension ServiceRegistry {
    /// What a user should know about requests that were not answered by the first provider: one line for each provider
    /// that failed, with the number of requests, its first error, and the providers that answered instead.
    ///
    /// A front end shows them when it ends. Each result also contains its own attempts.
    public var fallbackSummaries: [String] { ledger.summaries }
}
