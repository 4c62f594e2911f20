/// How it stands with a link of the chain.
enum RouteHealth: Sendable, Hashable {
    /// It can be used; `isStale` when its sink has to be built anew first.
    case ready(isStale: Bool)
    /// It has failed so many times in a row, and is left alone until then.
    case broken(until: Duration, failures: Int, reason: String)
    /// There is nothing to use.
    case absent(reason: String)

    /// How long a link is left alone after so many failures in a row: half a second, then twice as long each time, at most
    /// half a minute.
    static func rest(afterFailures count: Int) -> Duration {
        min(.milliseconds(500 << min(max(count - 1, 0), 6)), .seconds(30))
    }

    /// The number of failures in a row.
    var failures: Int {
        if case .broken(_, let failures, _) = self { failures } else { 0 }
    }

    /// Why the link cannot be used at a time; `nil` when it can.
    func obstacle(at now: Duration) -> String? {
        switch self {
        case .ready: nil
        case .broken(let until, _, let reason): until <= now ? nil : reason
        case .absent(let reason): reason
        }
    }

    /// Whether the sink has to be built anew before it is used.
    var wantsRebuild: Bool {
        switch self {
        case .ready(let isStale): isStale
        case .broken: true
        case .absent: false
        }
    }
}
