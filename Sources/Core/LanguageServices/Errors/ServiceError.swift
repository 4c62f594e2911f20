/// The error type of every service, provider and parser in this package.
///
/// An error states what happened (``message``), which provider failed (``provider``) and what the user can do
/// (``remedy``). Programs branch on ``code``, never on the text. The code's string is the same in `--json` output and
/// in the plug-in protocol.
///
/// Messages are written for users: one line, no trailing full stop, and never a secret.
public struct ServiceError: Error, Sendable, Hashable, Codable {
    /// The kind of failure.
    public var code: Code

    /// What happened: one line, without a trailing full stop.
    public var message: String

    /// The provider that failed, if one was involved.
    public var provider: ProviderID?

    /// What the user can do, as an instruction; `nil` if there is no remedy.
    public var remedy: String?

    /// How long to wait before the next attempt, if the provider specified it.
    public var retryAfter: Duration?

    /// Whether the provider may have processed and billed the request although no answer arrived: the connection failed
    /// or the deadline passed after the request was sent. A retry may be billed again.
    public var outcomeUnknown = false

    /// Whether the request was rejected on this machine before it was sent, because one of the user's limits was
    /// reached or a circuit breaker is open. Such an error is not the provider's fault and is not retried
    /// automatically.
    public var rejectedLocally = false

    /// The name of the queued request, if the request was queued to be sent later; see `QueueingTranslation`.
    public var queuedAs: String?

    /// The description of the underlying error, if there was one.
    ///
    /// It is a string so that `ServiceError` can be `Sendable` and `Hashable`. It contains the unmodified text of the
    /// underlying error. If that text may contain a secret, provide your own description.
    public var underlying: String?

    /// The report of all attempts, if a chain or a policy was involved.
    public var report: ServiceReport?

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of failure.
    ///   - message: What happened: one line without a trailing full stop.
    ///   - provider: The provider that failed.
    ///   - remedy: What the user can do.
    ///   - retryAfter: How long to wait before the next attempt.
    ///   - underlying: The description of the underlying error.
    ///   - report: The report of all attempts.
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
        // Stored queues use the name from earlier versions.
        case outcomeUnknown = "mayHaveBeenDone"
        case rejectedLocally = "wasNotAsked"
    }

    /// Decodes an error. Members omitted by other versions get their default values.
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
    /// The message, and the remedy if there is one: `no sound server answers; write a file with --output`.
    public var description: String {
        guard let remedy else { return message }
        return "\(message); \(remedy)"
    }
}

extension ServiceError {
    /// The error for a cancelled task.
    ///
    /// - Parameters:
    ///   - subject: What was cancelled, with an article: `the request`.
    ///   - provider: The provider that was running.
    public static func cancelled(_ subject: String = "the request", provider: ProviderID? = nil) -> ServiceError {
        ServiceError(.cancelled, "\(subject) was cancelled", provider: provider)
    }

    /// Throws ``cancelled(_:provider:)`` if the current task is cancelled.
    public static func checkCancellation(
        of subject: String = "the request",
        provider: ProviderID? = nil
    ) throws(ServiceError) {
        if Task.isCancelled { throw cancelled(subject, provider: provider) }
    }
}

extension ServiceError {
    /// Converts any error to a ``ServiceError``.
    ///
    /// A `ServiceError` is kept unchanged, except that `provider` is set if it is `nil`. A cancellation becomes
    /// ``Code/cancelled``. Everything else becomes ``Code/providerFailed`` with its description in ``underlying``.
    ///
    /// - Parameters:
    ///   - error: The error that was thrown.
    ///   - provider: The provider that threw it.
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
                "the provider failed with an internal error",
                provider: provider,
                underlying: String(describing: error)
            )
        }
    }
}

extension ServiceError {
    /// The kind of a failure.
    ///
    /// The set is open: a plug-in or a later version may use a code that this version does not know. Compare with the
    /// codes below and treat every other code like ``providerFailed``.
    public struct Code: Sendable, Hashable, Codable, RawRepresentable, CustomStringConvertible {
        /// The code as it appears in `--json` output and in the plug-in protocol.
        public let rawValue: String

        /// Creates a code from any string.
        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// The code's string.
        public var description: String { rawValue }
    }
}

extension ServiceError.Code {
    /// The provider does not support a feature of the request, such as its language, its accent or an option; the next
    /// provider might.
    public static let unsupported = Self(rawValue: "unsupported")
    /// The provider supports the request but has no answer (an unknown word); the next provider might have one.
    public static let notFound = Self(rawValue: "notFound")
    /// The request is invalid for every provider (empty text, a rate of zero).
    public static let invalidRequest = Self(rawValue: "invalidRequest")
    /// The provider refused the credentials.
    public static let unauthorized = Self(rawValue: "unauthorized")
    /// The user's quota with the provider is exhausted; a short wait does not help.
    public static let quotaExceeded = Self(rawValue: "quotaExceeded")
    /// Too many requests in a short time; see ``ServiceError/retryAfter``.
    public static let rateLimited = Self(rawValue: "rateLimited")
    /// No answer arrived before the deadline.
    public static let timedOut = Self(rawValue: "timedOut")
    /// The caller or the user cancelled the request.
    public static let cancelled = Self(rawValue: "cancelled")
    /// The network failed before the provider could answer.
    public static let network = Self(rawValue: "network")
    /// The provider failed.
    public static let providerFailed = Self(rawValue: "providerFailed")
    /// The plug-in's process crashed.
    public static let pluginCrashed = Self(rawValue: "pluginCrashed")
    /// The answer violates the provider's protocol.
    public static let protocolViolation = Self(rawValue: "protocolViolation")
    /// The provider is not available now (not installed, not started, circuit open).
    public static let unavailable = Self(rawValue: "unavailable")
    /// A size or count limit was exceeded.
    public static let limitExceeded = Self(rawValue: "limitExceeded")
    /// The configuration is wrong.
    public static let configuration = Self(rawValue: "configuration")
    /// A file or device cannot be read or written.
    public static let io = Self(rawValue: "io")

    /// Every code that this version uses, in documentation order.
    public static let known: [Self] = [
        .unsupported, .notFound, .invalidRequest, .unauthorized, .quotaExceeded, .rateLimited, .timedOut, .cancelled,
        .network, .providerFailed, .pluginCrashed, .protocolViolation, .unavailable, .limitExceeded, .configuration,
        .io,
    ]

    /// Whether the same request may succeed if it is sent again.
    public var isRetryable: Bool {
        switch self {
        case .timedOut, .network, .rateLimited, .pluginCrashed, .unavailable: true
        default: false
        }
    }

    /// Whether the provider merely has no answer, as opposed to being broken.
    ///
    /// After a miss, a chain tries the next provider. A circuit breaker does not count misses as failures.
    public var isMiss: Bool {
        self == .unsupported || self == .notFound
    }
}

extension ProviderID {
    /// Runs a closure and sets this provider in every error that the closure throws.
    package func naming<Value>(_ body: () throws -> Value) throws(ServiceError) -> Value {
        do { return try body() } catch { throw ServiceError(error, provider: self) }
    }
}
