package import HTTPTransport
import LanguageServices
import Synchronization

/// A body that ends with an error when bytes keep coming, but for too long nothing that its reader calls news.
///
/// When no bytes come at all, the transport's own limit ends it.
package final class PatientBody: HTTPBodySource {
    private let body: HTTPBody
    private let patience: Duration
    private let place: String
    private let last: Mutex<ContinuousClock.Instant>

    /// - Parameters:
    ///   - patience: How long there may be no news.
    ///   - place: Who is to be named in the error.
    package init(_ body: HTTPBody, patience: Duration, place: String) {
        self.body = body
        self.patience = patience
        self.place = place
        last = Mutex(.now)
    }

    /// There is news.
    package func bringNews() { last.withLock { $0 = .now } }

    package func next() async throws -> [UInt8]? {
        var pieces = body.makeAsyncIterator()
        let piece = try await pieces.next()
        guard ContinuousClock.now - last.withLock({ $0 }) <= patience else {
            var error = ServiceError(.timedOut, "\(place) sent nothing but signs of life for \(patience)")
            // It is at it, and may charge for it.
            error.mayHaveBeenDone = true
            throw error
        }
        return piece
    }
}
