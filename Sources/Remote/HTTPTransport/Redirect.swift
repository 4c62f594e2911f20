import LanguageServices

/// A request on its way, which servers may send on to other places.
struct RedirectStep {
    let request: HTTPRequest
    private let followed: Int

    init(_ request: HTTPRequest) { self.init(request, followed: 0) }

    private init(_ request: HTTPRequest, followed: Int) {
        self.request = request
        self.followed = followed
    }

    /// The request that an answer sends us on to; `nil` when the answer is the last one.
    func next(after head: HTTPHead) throws(ServiceError) -> RedirectStep? {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"] else {
            return nil
        }
        let from = URLParts(request.url)
        guard let url = URLParts.resolve(location, in: request.url), let to = URLParts(url) else {
            throw ServiceError(
                .protocolViolation,
                "\(from?.name ?? "the server") sends us on to what is no address",
                remedy: "check the address of the service"
            )
        }
        guard followed < request.limits.redirects else {
            throw ServiceError(
                .protocolViolation,
                "\(from?.name ?? "the server") sends us on for ever (\(followed) times so far)",
                remedy: "check the address of the service"
            )
        }
        var next = request
        next.url = url
        // 303 says that the result is to be read elsewhere; 301 and 302 of a POST are taken so by everybody (RFC 9110
        // §15.4), which is not what somebody wants who asks for a translation, so these are refused below.
        if head.status == 303, next.method != .head {
            next.method = .get
            next.body = nil
        }
        let changesMethod = [301, 302].contains(head.status) && request.method != .get && request.method != .head
        if changesMethod {
            throw ServiceError(
                .protocolViolation,
                "\(from?.name ?? "the server") says that the service has moved to \(to.name)",
                remedy: "set 'url' to \(URLParts.withoutQuery(url))"
            )
        }
        let isSafer = from?.scheme == "http" && to.scheme == "https" && from?.host == to.host
        if from != to, !isSafer {
            let isOpen = from?.scheme == "https" && to.scheme == "http"
            // What 303 leads to is read without the body, but who answers there was not asked.
            guard next.secretHeaders.isEmpty, next.secretQuery.isEmpty, request.body == nil, !isOpen else {
                throw ServiceError(
                    .protocolViolation,
                    "\(from?.name ?? "the server") sends us on to \(to.name); nothing was sent there",
                    remedy: "if you trust it, set 'url' to \(URLParts.withoutQuery(url))"
                )
            }
        }
        return RedirectStep(next, followed: followed + 1)
    }
}
