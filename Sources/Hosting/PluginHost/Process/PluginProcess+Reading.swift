import JSON
import LanguageServices
import Synchronization

extension PluginProcess {
    /// Handles output of the process.
    func read(_ bytes: ArraySlice<UInt8>) {
        frames.withLock { $0.add(bytes) }
        do throws(FrameFault) {
            while !isBroken, let found = try nextFound() {
                switch found {
                case .noise: try countNoise()
                case .frame(let raw): try take(try IncomingFrame(raw))
                }
            }
        } catch {
            violate(error)
        }
    }

    /// Whether further output is ignored.
    private var isBroken: Bool {
        state.withLock { if case .fault = $0.ending { true } else { false } }
    }

    private func nextFound() throws(FrameFault) -> FrameReader.Found? {
        let isStarting = state.withLock { !$0.hasGreeted }
        let found: Result<FrameReader.Found?, FrameFault> = frames.withLock { frames in
            do throws(FrameFault) { return .success(try frames.next(passesOverNoise: isStarting)) } catch {
                return .failure(error)
            }
        }
        return try found.get()
    }

    private func countNoise() throws(FrameFault) {
        let count = state.withLock { state in
            state.noise += 1
            return state.noise
        }
        if count > PluginProtocol.maximumNoiseLines {
            throw FrameFault("wrote more than \(PluginProtocol.maximumNoiseLines) lines that are not frames")
        }
    }

    private func take(_ frame: IncomingFrame) throws(FrameFault) {
        let now = clock.now
        guard let id = frame.id else {
            guard case .event("starting") = frame.content, state.withLock({ !$0.hasGreeted }) else {
                throw FrameFault("sent an event without 'id'")
            }
            extendStart(now)
            return
        }
        let (reply, time) = state.withLock { state in
            (state.running[id], Self.countedTime(state, now))
        }
        guard let reply else {
            // A plug-in that is being stopped may still answer requests that have already failed.
            if state.withLock({ $0.ending != nil }) { return }
            throw FrameFault("sent a frame with the ID \(id), which no running request has")
        }
        let result: Result<JSONNode, ServiceError>
        switch frame.content {
        case .event:
            if id == 0 { extendStart(now) }
            reply.take(frame, at: time)
            holdIfOverfull(reply, now)
            return
        case .result(let node): result = .success(node)
        case .error(let node): result = .failure(try WireError.read(node, id: id, provider: launch.provider))
        }
        state.withLock { state in
            state.running[id] = nil
            if id == 0 { state.hasGreeted = true }
        }
        reply.finish(result)
        // `initialize` does not count towards the load.
        if id != 0 { isReleased() }
    }

    // MARK: Flow

    private func holdIfOverfull(_ reply: PluginReply, _ now: Duration) {
        state.withLock { state in
            // Checked while the lock is held. A consumer that takes events afterwards calls `isRelieved`, which needs
            // the same lock.
            guard reply.isOverfull else { return }
            state.overfull.insert(reply.id)
            if state.heldSince == nil {
                state.heldSince = now
                output.hold()
            }
        }
    }

    /// Resumes reading when no request is above its buffer limit.
    func isRelieved(of id: Int) {
        let now = clock.now
        state.withLock { state in
            guard state.overfull.remove(id) != nil, state.overfull.isEmpty, let since = state.heldSince else { return }
            state.heldTime += now - since
            state.heldSince = nil
            output.goOn()
        }
    }

    /// The elapsed time, excluding the periods in which reading was paused.
    static func countedTime(_ state: borrowing State, _ now: Duration) -> Duration {
        now - state.heldTime - (state.heldSince.map { now - $0 } ?? .zero)
    }
}
