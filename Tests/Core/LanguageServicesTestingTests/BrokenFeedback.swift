import LanguageServices
import LanguageServicesTesting
import TestSupport

/// A broken provider for each rule of the suite.
enum BrokenFeedback {
    typealias Makers = [String: @Sendable () -> any FeedbackProvider]

    static let all: Makers = descriptors.merging(answers) { $1 }.merging(requests) { $1 }.merging(use) { $1 }
        .merging(events) { $1 }

    static let descriptors: Makers = [
        "feedback.descriptor": { TamperedFeedback(onDescriptor: { edited($0) { $0.version = "" } }) },
        "feedback.descriptor-stable": {
            let counter = Counter()
            return TamperedFeedback(onDescriptor: { edited($0) { $0.version = "\(counter.next())" } })
        },
        "feedback.status": { TamperedFeedback(onStatus: { .degraded(reason: "", remedy: "none") }) },
    ]

    static let answers: Makers = [
        "feedback.sample": {
            let counter = Counter()
            return refusing { _ in counter.next() == 1 }
        },
        "feedback.report": {
            TamperedFeedback(onHandle: { handle, _ in
                edited(handle) { $0.report = .answered(by: "memory", in: .seconds(-1)) }
            })
        },
        "feedback.edges": {
            TamperedFeedback(onRequest: { request in
                if request.progress == 0, request.progress.sign == .minus {
                    throw ServiceError(.invalidRequest, "a progress below 0")
                }
                return request
            })
        },
        "feedback.stop": {
            // The second stop is a double release, which the next request reveals.
            let isBroken = Shared(false)
            return TamperedFeedback(
                onRequest: { request in
                    if isBroken.change({ value in
                        defer { value = false }; return value
                    }) {
                        throw ForeignError()
                    }
                    return request
                },
                onHandle: { handle, _ in
                    let stops = Counter()
                    return FeedbackHandle(report: handle.report) {
                        if stops.next() == 2 { isBroken.change { $0 = true } }
                    }
                }
            )
        },
    ]

    static let requests: Makers = [
        "feedback.empty-event": {
            accepting {
                $0.event.isEmpty && !$0.progress.isNaN
            } change: {
                $0.event = "success"
            }
        },
        "feedback.progress-range": {
            accepting {
                $0.progress.isNaN && !$0.event.isEmpty
            } change: {
                $0.progress = 1
            }
        },
        "feedback.strength-range": {
            accepting {
                $0.strength == .infinity
            } change: {
                $0.strength = 1
            }
        },
        "feedback.unknown-event": {
            accepting {
                $0.event.hasPrefix("no-such-event")
            } change: {
                $0.event = "success"
            }
        },
        "feedback.errors": {
            TamperedFeedback(onRequest: { request in
                if request.event.isEmpty, request.progress.isNaN { throw ForeignError() }
                return request
            })
        },
    ]

    static let use: Makers = [
        "feedback.cancellation": {
            TamperedFeedback(onError: { error in
                ServiceError(error).code == .cancelled ? ServiceError(.timedOut, "late") : error
            })
        },
        "feedback.concurrency": {
            TamperedFeedback(onRequest: { request in
                if request.progress == 15.0 / 16 { throw ServiceError(.limitExceeded, "15 at once, no more") }
                return request
            })
        },
        "feedback.shutdown": {
            let counter = Counter()
            return TamperedFeedback(
                onRequest: { request in
                    if counter.count > 1 { throw ServiceError(.io, "the device has been closed") }
                    return request
                },
                onShutdown: { counter.next() }
            )
        },
    ]

    static let events: Makers = {
        var makers: Makers = [
            "feedback.event.many-combining": { breaking { $0.unicodeScalars.count { $0 == "\u{301}" } == 300 } }
        ]
        for (name, part) in nastyParts {
            makers["feedback.event.\(name)"] = { breaking { $0.unicodeScalars.contains(part) } }
        }
        return makers
    }()

    private static func breaking(_ isNasty: @escaping @Sendable (String) -> Bool) -> any FeedbackProvider {
        TamperedFeedback(onRequest: { request in
            if isNasty(request.event) { throw ForeignError() }
            return request
        })
    }

    private static func refusing(_ isWrong: @escaping @Sendable (FeedbackRequest) -> Bool) -> any FeedbackProvider {
        TamperedFeedback(onRequest: { request in
            if isWrong(request) { throw ServiceError(.unsupported, "not this one") }
            return request
        })
    }

    private static func accepting(
        _ isWrong: @escaping @Sendable (FeedbackRequest) -> Bool,
        change: @escaping @Sendable (inout FeedbackRequest) -> Void
    ) -> any FeedbackProvider {
        TamperedFeedback(onRequest: { isWrong($0) ? edited($0, change) : $0 })
    }
}
