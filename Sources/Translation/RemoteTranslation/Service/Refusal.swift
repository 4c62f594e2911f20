import LanguageServices

/// Why a service did not answer a request, and what may help.
struct Refusal: Error {
    /// What each text of the request failed with.
    var error: ServiceError

    /// What may help.
    var treatment: Treatment

    init(_ error: ServiceError, _ treatment: Treatment = .final) {
        self.error = error
        self.treatment = treatment
    }

    /// What may help.
    enum Treatment: Sendable, Hashable {
        /// Nothing: the same request would fail again.
        case final
        /// Fewer texts, or shorter ones: the request was too large. The limits that the service named, where it did.
        case smaller(texts: Int? = nil, size: Int? = nil)
        /// Asking for the texts in smaller groups: one of them may have broken the service.
        case oneMayBeAtFault
    }
}
