import Synchronization

extension SpeechStream {
    /// The same stream, whose failure says that the request may have been done (``ServiceError/mayHaveBeenDone``) once there
    /// has been audio: a service that has begun to speak has been paid.
    package func chargingOnceHeard() -> SpeechStream {
        let isHeard = Atomic(false)
        return SpeechStream { [pull] in
            do {
                let event = try await pull()
                if case .audio = event { isHeard.store(true, ordering: .relaxed) }
                return event
            } catch {
                var known = ServiceError(error)
                if isHeard.load(ordering: .relaxed) { known.mayHaveBeenDone = true }
                throw known
            }
        }
    }
}
