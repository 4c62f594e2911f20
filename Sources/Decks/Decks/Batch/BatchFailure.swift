import LanguageServices

/// What a failure says about the text that was asked for.
enum BatchFailure {
    /// The text has no answer, or cannot be dealt with.
    case text
    /// The provider was not there, or had no time; another time the text may be answered.
    case moment
    /// Nothing can be asked for until the user has done something, or has waited.
    case provider

    init(_ error: ServiceError) {
        self =
            switch error.code {
            case .unauthorized, .quotaExceeded, .rateLimited, .cancelled, .configuration: .provider
            case .unavailable, .network, .timedOut, .pluginCrashed, .io: .moment
            default: .text
            }
    }

    /// Whether a request that failed as a whole with an error is pointless to be tried with fewer texts.
    static func endsRun(_ error: ServiceError) -> Bool {
        switch error.code {
        case .unavailable, .network, .io, .unsupported: true
        default: BatchFailure(error) == .provider
        }
    }
}
