import LanguageServices
import ServiceRegistry
import RemoteState
import ServiceConfiguration

/// What `parlance doctor` looks at of the queue.
extension DoctorVerb {
    /// How many requests wait for the network.
    func queue() async -> DoctorFinding {
        let name = "queue"
        guard let folder = program.data.queueFolder else {
            return DoctorFinding(name: name, state: .ok, detail: "none: there is no folder for it", remedy: "set HOME")
        }
        do {
            let queue = QueueFile(folder: folder)
            let counts = try await queue.counts()
            queue.close()
            let parts = [QueueEntry.State.waiting, .uncertain, .failed].compactMap { state in
                counts[state].map { "\($0) \(state.rawValue)" }
            }
            guard !parts.isEmpty else { return DoctorFinding(name: name, state: .ok, detail: "nothing waits") }
            return DoctorFinding(
                name: name,
                state: .ok,
                detail: parts.joined(separator: ", "),
                remedy: counts[.waiting] == nil
                    ? "'parlance queue list' shows what" : "send what waits with 'parlance queue run'"
            )
        } catch {
            let error = ServiceError(error)
            return DoctorFinding(name: name, state: .warning, detail: error.message, remedy: error.remedy)
        }
    }
}
