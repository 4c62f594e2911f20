extension ServiceError {
    /// What kind of failure an error is.
    ///
    /// The set is open: a plug-in or a later version may use a code that this version does not know, so compare with
    /// the codes below and treat everything else like ``providerFailed``.
    public struct Code: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
        /// The code as it stands in `--json` output and on the plug-in wire.
        public let rawValue: String

        /// Creates a code from its string; every string is allowed.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The code's string.
        public var description: String { rawValue }
    }
}

extension ServiceError.Code {
    /// The provider cannot do this at all (a language, an accent, an option); the next provider may.
    public static let unsupported = Self(rawValue: "unsupported")
    /// The provider could have done it, but it has no answer (no such word); the next provider may.
    public static let notFound = Self(rawValue: "notFound")
    /// The request makes no sense (empty text, a rate of zero), whoever is asked.
    public static let invalidRequest = Self(rawValue: "invalidRequest")
    /// The provider refused the credentials.
    public static let unauthorized = Self(rawValue: "unauthorized")
    /// The user's allowance with the provider is used up; waiting a moment does not help.
    public static let quotaExceeded = Self(rawValue: "quotaExceeded")
    /// Too many requests just now; see ``ServiceError/retryAfter``.
    public static let rateLimited = Self(rawValue: "rateLimited")
    /// No answer within the deadline.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The caller, or the user, gave up.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The network failed before the provider could answer.
    public static let network = Self(rawValue: "network")
    /// The provider broke.
    public static let providerFailed = Self(rawValue: "providerFailed")
    /// The plug-in's process died.
    public static let pluginCrashed = Self(rawValue: "pluginCrashed")
    /// The provider answered something that its protocol does not allow.
    public static let protocolViolation = Self(rawValue: "protocolViolation")
    /// The provider is not there now (not installed, not started, circuit open).
    public static let unavailable = Self(rawValue: "unavailable")
    /// A limit of size or count was passed.
    public static let limitExceeded = Self(rawValue: "limitExceeded")
    /// The configuration is wrong.
    public static let configuration = Self(rawValue: "configuration")
    /// A file or device could not be read or written.
    public static let io = Self(rawValue: "io")

    /// Every code that this version uses, in the order of the documentation.
    public static let known: [Self] = [
        .unsupported, .notFound, .invalidRequest, .unauthorized, .quotaExceeded, .rateLimited, .timedOut, .cancelled,
        .network, .providerFailed, .pluginCrashed, .protocolViolation, .unavailable, .limitExceeded, .configuration,
        .io,
    ]

    /// Whether the same request may succeed when it is simply sent again.
    public var isRetryable: Bool {
        switch self {
        case .timedOut, .network, .rateLimited, .pluginCrashed, .unavailable: true
        default: false
        }
    }

    /// Whether the failure only says that this provider has no answer, and not that it is broken.
    ///
    /// A chain goes on to the next provider without counting such a failure against the one that gave it.
    public var isMiss: Bool {
        self == .unsupported || self == .notFound
    }
}
