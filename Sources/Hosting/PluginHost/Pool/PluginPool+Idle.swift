import LanguageServices

/// How processes end that nobody needs.
extension PluginPool {
    func stopWhenIdle() {
        guard let limit = limits.idleStop, waiting.isEmpty, members.values.allSatisfy({ $0.load == 0 }) else { return }
        let (count, clock) = (useCount, clock)
        idle?.cancel()
        idle = Task { [weak self] in
            do { try await clock.sleep(for: limit) } catch { return }
            await self?.stopUnlessUsed(since: count)
        }
    }

    func stopUnlessUsed(since count: Int) {
        guard useCount == count, members.values.allSatisfy({ $0.load == 0 }) else { return }
        for (key, member) in members {
            leaving[key] = member.process
            Task { await member.process.shutdown() }
        }
        members = [:]
    }
}
