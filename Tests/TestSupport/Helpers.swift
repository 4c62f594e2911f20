package import LanguageServices
import LanguageServicesTesting
import Synchronization
package import Testing

/// The error of a failing call; records a failure if it succeeds or throws another type.
package func serviceError<Value>(
    sourceLocation: SourceLocation = #_sourceLocation,
    of call: () async throws -> Value
) async throws -> ServiceError {
    do {
        _ = try await call()
    } catch {
        return try #require(error as? ServiceError, "\(error)", sourceLocation: sourceLocation)
    }
    Issue.record("there was no error", sourceLocation: sourceLocation)
    throw CancellationError()
}

/// Scripted calls for testing a policy: each one fails or succeeds as scripted, and is counted.
package final class ScriptedCalls: Sendable {
    private let shared: Shared<(results: ArraySlice<ServiceError.Code?>, count: Int)>

    /// The error of each call; `nil` for success. Calls after the last one succeed.
    package init(_ codes: [ServiceError.Code?]) { shared = Shared((codes[...], 0)) }

    package var count: Int { shared.value.count }

    package func call() async throws -> Int {
        let (code, count) = shared.change { state in
            state.count += 1
            return (state.results.popFirst() ?? nil, state.count)
        }
        if let code { throw ServiceError(code, "call \(count)") }
        return count
    }
}

/// A gate at which tasks wait until the test opens it; it ignores cancellation.
package final class Gate: Sendable {
    private let flag = AtomicFlag()

    package init() {}

    /// Waits until the gate is open. A gate that is never opened fails the test.
    package func wait(sourceLocation: SourceLocation = #_sourceLocation) async {
        for _ in 0..<Patience.polls {
            if flag.isSet { return }
            // A cancelled task does not sleep.
            await Task.detached { await Patience.pause() }.value
        }
        Issue.record("nobody opened the gate", sourceLocation: sourceLocation)
    }

    package func open() { flag.set() }
}

/// How long tests wait for something that should happen soon. It counts polls instead of time, so that it adapts to the
/// load of the machine.
private enum Patience {
    static let polls = 5000

    static func pause() async { try? await Task.sleep(for: .milliseconds(2)) }
}

extension Task where Failure == any Error {
    /// The value of a task that should end soon. If it does not, the test fails instead of hanging.
    package var soon: Success {
        get async throws {
            let ended = Shared<Result<Success, any Error>?>(nil)
            _ = Task<Void, Never> {
                let result = await result
                ended.change { $0 = result }
            }
            for _ in 0..<Patience.polls {
                if let result = ended.value { return try result.get() }
                await Patience.pause()
            }
            throw Unfinished()
        }
    }
}

/// A task did not end.
package struct Unfinished: Error {}

/// A speech provider with streams made by a test.
package struct StreamingSpeech: SpeechProvider {
    package init(id: ProviderID = "streaming", make: @escaping @Sendable (SpeechRequest) async throws -> SpeechStream) {
        self.id = id
        self.make = make
    }

    package var id: ProviderID
    package var make: @Sendable (SpeechRequest) async throws -> SpeechStream

    package var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: id, kind: "streaming", version: "1", service: .speech, locality: .inProcess)
    }

    package func voices(matching query: VoiceQuery) async throws -> [Voice] { [] }
    package func synthesize(_ request: SpeechRequest) async throws -> SpeechStream { try await make(request) }
}

/// A language tag that is known to be valid.
package func tag(_ text: String) throws -> LanguageTag { try #require(LanguageTag(text)) }

/// A language pair that is known to be valid.
package func pair(_ source: String, _ target: String) throws -> LanguagePair {
    LanguagePair(source: try tag(source), target: try tag(target))
}
