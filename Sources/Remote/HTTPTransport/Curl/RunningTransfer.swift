import CCurl
import LanguageServices
import Platform

/// A transfer in the set, owned by the driver's thread.
///
/// It refers weakly to its ``Transfer``, which notifies the driver when it is deallocated.
final class RunningTransfer {
    private(set) weak var transfer: Transfer?
    private let request: OutgoingRequest
    private let start: ContinuousClock.Instant
    var lastByte: ContinuousClock.Instant
    /// The library's handle, if it was created.
    private(set) var pointer: OpaquePointer?

    private var head = HeadParser()
    private var isHeadComplete = false
    private var bodyBytes = 0
    /// Why a callback aborts the transfer.
    private var abortReason: ServiceError?

    init(_ transfer: Transfer, _ started: CurlDriver.StartedTransfer) {
        self.transfer = transfer
        request = started.request
        start = started.start
        lastByte = .now
    }

    /// Creates the library's handle. This object must outlive the handle.
    ///
    /// - Returns: The handle; `nil` if the request cannot be sent.
    func create() -> OpaquePointer? {
        let receiver = ccurl_receiver(
            header: { bytes, count, context in
                guard let transfer = RunningTransfer.at(context) else { return 0 }
                return transfer.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: count)) ? 1 : 0
            },
            body: { bytes, count, context in
                guard let transfer = RunningTransfer.at(context) else { return Int32(CCURL_ABORT.rawValue) }
                return transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: count))
            },
            context: Unmanaged.passUnretained(self).toOpaque()
        )
        var lines: [UnsafeMutablePointer<CChar>?] = request.headerLines.map { strdup($0) }
        defer { for line in lines { free(line) } }
        let connect = max(1, Int((request.limits.connect / .milliseconds(1)).rounded(.up)))
        pointer = lines.withUnsafeMutableBufferPointer { lines in
            lines.withMemoryRebound(to: UnsafePointer<CChar>?.self) { lines -> OpaquePointer? in
                guard let base = lines.baseAddress else { return nil }
                return request.method.withCString { method in
                    request.url.withCString { url in
                        (request.body ?? []).withUnsafeBufferPointer { bytes in
                            // An empty body is valid.
                            withUnsafePointer(to: 0 as UInt8) { empty in
                                var outgoing = ccurl_request(
                                    method: method,
                                    url: url,
                                    headers: base,
                                    header_count: lines.count,
                                    body: request.body == nil ? nil : bytes.baseAddress ?? empty,
                                    body_count: bytes.count,
                                    connect_milliseconds: connect,
                                    accepts_compressed: 1
                                )
                                return ccurl_transfer_create(&outgoing, receiver)
                            }
                        }
                    }
                }
            }
        }
        return pointer
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> RunningTransfer? {
        context.map { Unmanaged<RunningTransfer>.fromOpaque($0).takeUnretainedValue() }
    }

    // MARK: Received data

    private func receiveHeader(_ line: UnsafeRawBufferPointer) -> Bool {
        lastByte = .now
        // Trailers after the body are ignored.
        guard !isHeadComplete else { return true }
        switch head.read(line) {
        case .more: return true
        case .complete(let status, let headers):
            // 1xx responses precede the final response.
            guard status >= 200 else { return true }
            if let length = headers["Content-Length"].flatMap({ Int($0) }), length > request.limits.bodyBytes,
                headers["Content-Encoding"] == nil, request.method != "HEAD"
            {
                return object(tooLarge)
            }
            isHeadComplete = true
            transfer?.receive(HTTPHead(status: status, headers: headers, url: request.shownURL))
            return true
        case .tooLarge:
            return object(ServiceError(.limitExceeded, "the response head from \(request.host) is too large"))
        }
    }

    private func receiveBody(_ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard let transfer else { return Int32(CCURL_ABORT.rawValue) }
        lastByte = .now
        guard bytes.count <= request.limits.bodyBytes - bodyBytes else {
            _ = object(tooLarge)
            return Int32(CCURL_ABORT.rawValue)
        }
        guard transfer.receive(bytes) else { return Int32(CCURL_PAUSE.rawValue) }
        bodyBytes += bytes.count
        return Int32(CCURL_ACCEPTED.rawValue)
    }

    private func object(_ error: ServiceError) -> Bool {
        abortReason = abortReason ?? error
        return false
    }

    private var tooLarge: ServiceError {
        ServiceError(
            .limitExceeded,
            "the response from \(request.host) is larger than \(request.limits.bodyBytes) bytes"
        )
    }

    // MARK: Completion

    /// A time limit, and the time at which it expires.
    struct Deadline {
        var limit: Limit
        var time: ContinuousClock.Instant
    }

    enum Limit { case firstByte, idle, total }

    /// The earliest deadline.
    var deadline: Deadline? {
        var next = request.limits.total.map { Deadline(limit: .total, time: start + $0) }
        func consider(_ limit: Limit, _ time: ContinuousClock.Instant) {
            if let known = next, known.time <= time { return }
            next = Deadline(limit: limit, time: time)
        }
        if !isHeadComplete {
            consider(.firstByte, start + request.limits.firstByte)
        } else if transfer?.isPaused != true {
            consider(.idle, lastByte + request.limits.idle)
        }
        return next
    }

    /// The error for an exceeded time limit.
    func lateness(_ limit: Limit) -> ServiceError {
        let (words, time) =
            switch limit {
            case .firstByte: ("\(request.host) did not respond within", request.limits.firstByte)
            case .idle: ("\(request.host) stopped sending its response for", request.limits.idle)
            case .total: ("the response from \(request.host) was not complete within", request.limits.total ?? .zero)
            }
        return lost(ServiceError(.timedOut, "\(words) \(Self.shown(time))"))
    }

    /// Converts a libcurl result code.
    func result(ofCode code: Int32) -> Result<Void, ServiceError> {
        (abortReason ?? failure(ofCode: code)).map { .failure($0) } ?? .success(())
    }

    private func failure(ofCode code: Int32) -> ServiceError? {
        let host = request.host
        return switch ccurl_outcome_of(code) {
        case CCURL_OK: isHeadComplete ? nil : garbled
        case CCURL_BAD_URL: ServiceError(.configuration, "\(host) is not a server address")
        case CCURL_NO_HOST:
            ServiceError(
                .network,
                "cannot resolve the host name of \(host)",
                remedy: "check the address and the network connection"
            )
        case CCURL_NO_PROXY:
            ServiceError(
                .network,
                "cannot resolve the proxy for \(host)",
                remedy: "check the environment variables http_proxy and https_proxy"
            )
        case CCURL_NO_CONNECTION:
            ServiceError(.network, "cannot connect to \(host)", remedy: "check whether the service is running")
        case CCURL_TIMED_OUT:
            ServiceError(.network, "no connection to \(host) within \(Self.shown(request.limits.connect))")
        case CCURL_UNTRUSTED:
            ServiceError(
                .providerFailed,
                "the certificate of \(host) is not trusted, so nothing was sent",
                remedy: "check the address and the system clock, and install ca-certificates",
                underlying: failureText(code)
            )
        case CCURL_TLS_FAILED:
            ServiceError(.network, "cannot establish a TLS connection to \(host)", underlying: failureText(code))
        case CCURL_TRUNCATED:
            lost(
                ServiceError(
                    .network,
                    isHeadComplete ? "\(host) interrupted its response" : "\(host) closed the connection",
                    underlying: failureText(code)
                )
            )
        case CCURL_MALFORMED: garbled
        default: lost(ServiceError(.network, "the request to \(host) failed", underlying: failureText(code)))
        }
    }

    /// Marks the outcome as unknown if the complete request was sent, because the service may have billed it.
    private func lost(_ error: ServiceError) -> ServiceError {
        guard !request.isIdempotent, isHeadComplete || pointer.map({ ccurl_transfer_is_sent($0) != 0 }) ?? false else {
            return error
        }
        var error = error
        error.outcomeUnknown = true
        return error
    }

    private var garbled: ServiceError {
        ServiceError(
            .protocolViolation,
            "\(request.host) sent an invalid HTTP response",
            remedy: "check the address and the port"
        )
    }

    private func failureText(_ code: Int32) -> String {
        let text = pointer.map { String(cString: ccurl_transfer_failure($0)) } ?? ""
        return text.isEmpty ? String(cString: ccurl_code_text(code)) : text
    }

    private static func shown(_ time: Duration) -> String {
        let milliseconds = Int((time / .milliseconds(1)).rounded())
        return milliseconds < 1000 || milliseconds % 1000 != 0
            ? "\(milliseconds) ms" : "\(milliseconds / 1000) s"
    }
}

/// Parses a response head line by line.
struct HeadParser {
    /// The result of parsing a line.
    enum Step {
        case more
        case complete(status: Int, HTTPHeaders)
        case tooLarge
    }

    private var status = 0
    private var headers = HTTPHeaders()
    private var bytes = 0
    private var isAtStart = true

    /// The maximum size of a head, larger than any legitimate one.
    private static let limit = 256 << 10

    /// Parses a line, including its line ending. After an empty line, a new head begins.
    mutating func read(_ line: UnsafeRawBufferPointer) -> Step {
        bytes += line.count
        guard bytes <= Self.limit else { return .tooLarge }
        var line = line[...]
        while let last = line.last, last == 10 || last == 13 { line = line.dropLast() }
        if line.isEmpty {
            isAtStart = true
            return .complete(status: status, headers)
        }
        let text = String(decoding: line, as: UTF8.self)
        if isAtStart {
            isAtStart = false
            headers = HTTPHeaders()
            let parts = text.split(separator: " ", maxSplits: 2)
            status = parts.count > 1 ? Int(parts[1]) ?? 0 : 0
        } else if let colon = text.firstIndex(of: ":") {
            let value = text[text.index(after: colon)...].trimming { $0 == " " || $0 == "\t" }
            headers.add(String(text[..<colon]), String(value))
        }
        return .more
    }
}
