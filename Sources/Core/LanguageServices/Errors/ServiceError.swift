/// The one error type of every service, provider and reader in this package.
///
/// An error says what happened (``message``), who it happened to (``provider``) and what the user can do about it
/// (``remedy``). Programs decide by ``code``, never by the text. The code's string is the same in `--json` output and
/// on the plug-in wire.
///
/// Messages are written for the person who sees them: one line, no trailing full stop, and never a secret.
public struct ServiceError: Error, Sendable, Hashable, Codable {
    /// What kind of failure this is.
    public var code: Code

    /// What happened, in one line, without a trailing full stop.
    public var message: String

    /// The provider that failed, when one was involved.
    public var provider: ProviderID?

    /// What the user can do about it, as an instruction, when there is something to do.
    public var remedy: String?

    /// How long to wait before asking again, when the provider named a time.
    public var retryAfter: Duration?

    /// Whether the request may have been carried out, and charged, although no answer came: it had been sent when the
    /// connection broke or the time was over. Asking again may cost a second time.
    public var outcomeUnknown = false

    /// Whether the request was held back on this machine, so that the provider was not asked: a limit of the user's, or a
    /// provider that is given a rest. It says nothing about the provider, and is not tried again by itself.
    public var rejectedLocally = false

    /// The name under which the request waits to be sent later, when it was put into a queue; see `QueueingTranslation`.
    public var queuedAs: String?

    /// The description of the error underneath, when there was one.
    ///
    /// A description rather than the error, so that this value stays `Sendable` and comparable. It is the foreign error's
    /// own text, so who wraps an error that may hold a secret makes the description himself.
    public var underlying: String?

    /// Every provider that was asked before the request failed, when more than a plain provider was at work.
    public var report: ServiceReport?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: What kind of failure this is.
    ///   - message: What happened, in one line.
    ///   - provider: The provider that failed.
    ///   - remedy: What the user can do about it.
    ///   - retryAfter: How long to wait before asking again.
    ///   - underlying: The description of the error underneath.
    ///   - report: Every provider that was asked.
    public init(
        _ code: Code,
        _ message: String,
        provider: ProviderID? = nil,
        remedy: String? = nil,
        retryAfter: Duration? = nil,
        underlying: String? = nil,
        report: ServiceReport? = nil
    ) {
        self.code = code
        self.message = message
        self.provider = provider
        self.remedy = remedy
        self.retryAfter = retryAfter
        self.underlying = underlying
        self.report = report
    }
}

extension ServiceError {
    private enum CodingKeys: String, CodingKey {
        case code, message, provider, remedy, retryAfter, queuedAs, underlying, report
        // The names of earlier versions, which stored queues contain.
        case outcomeUnknown = "mayHaveBeenDone"
        case rejectedLocally = "wasNotAsked"
    }

    /// Reads an error; what other versions leave out is as in a new error.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: CodingKeys.self)
        code = try values.decode(Code.self, forKey: .code)
        message = try values.decode(String.self, forKey: .message)
        provider = try values.decodeIfPresent(ProviderID.self, forKey: .provider)
        remedy = try values.decodeIfPresent(String.self, forKey: .remedy)
        retryAfter = try values.decodeIfPresent(Duration.self, forKey: .retryAfter)
        outcomeUnknown = try values.decodeIfPresent(Bool.self, forKey: .outcomeUnknown) ?? false
        rejectedLocally = try values.decodeIfPresent(Bool.self, forKey: .rejectedLocally) ?? false
        queuedAs = try values.decodeIfPresent(String.self, forKey: .queuedAs)
        underlying = try values.decodeIfPresent(String.self, forKey: .underlying)
        report = try values.decodeIfPresent(ServiceReport.self, forKey: .report)
    }
}

extension ServiceError: CustomStringConvertible {
    /// The message, and the remedy when there is one: `no sound server answers; write a file with --output`.
    public var description: String {
        guard let remedy else { return message }
        return "\(message); \(remedy)"
    }
}

extension ServiceError {
    /// The error of a task that was cancelled.
    ///
    /// - Parameters:
    ///   - subject: What was cancelled, with its article.
    ///   - provider: The provider that was at work.
    public static func cancelled(_ subject: String = "the request", provider: ProviderID? = nil) -> ServiceError {
        ServiceError(.cancelled, "\(subject) was cancelled", provider: provider)
    }

    /// Throws ``cancelled(_:provider:)`` when the current task is cancelled.
    public static func checkCancellation(
        of subject: String = "the request",
        provider: ProviderID? = nil
    ) throws(ServiceError) {
        if Task.isCancelled { throw cancelled(subject, provider: provider) }
    }
}

extension ServiceError {
    /// Turns any error into a ``ServiceError``.
    ///
    /// A `ServiceError` stays as it is (and gains `provider` where it named none), a cancellation becomes
    /// ``Code/cancelled``, and everything else becomes ``Code/providerFailed`` with its description underneath.
    ///
    /// - Parameters:
    ///   - error: The error that was thrown.
    ///   - provider: Who threw it.
    public init(_ error: any Error, provider: ProviderID? = nil) {
        switch error {
        case let known as ServiceError:
            self = known
            self.provider = known.provider ?? provider
        case is CancellationError:
            self = .cancelled(provider: provider)
        default:
            self.init(
                .providerFailed,
                "the provider failed with an error of its own",
                provider: provider,
                underlying: String(describing: error)
            )
        }
    }
}

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

extension ProviderID {
    /// Runs a body; what it throws names this provider.
    package func naming<Value>(_ body: () throws -> Value) throws(ServiceError) -> Value {
        do { return try body() } catch { throw ServiceError(error, provider: self) }
    }
}
