import LanguageServices
import TestSupport

/// Records that it was released before it finished.
final class Session: Sendable {
    let isFinished = Shared(false)
    private let onDrop: @Sendable () -> Void

    init(onDrop: @escaping @Sendable () -> Void) { self.onDrop = onDrop }

    deinit {
        if !isFinished.value { onDrop() }
    }
}

/// A copy with a change.
func edited<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var copy = value
    change(&copy)
    return copy
}

extension String.UnicodeScalarView {
    /// Whether the scalars of `part` occur here as a contiguous sequence.
    func contains(_ part: String) -> Bool {
        let wanted = Array(part.unicodeScalars)
        return indices.contains { self[$0...].starts(with: wanted) }
    }
}

extension SpeechStream {
    /// The next event. Each call uses a new iterator, because the stream keeps its position.
    func firstEvent() async throws -> SpeechEvent? {
        var iterator = makeAsyncIterator()
        return try await iterator.next()
    }
}

/// For each rule, the part of its nasty text by which a test recognises it.
let nastyParts = [
    ("nul", "before\u{0}"), ("control", "\u{1B}"), ("combining", "\u{327}"), ("right-to-left", "\u{202E}"),
    ("emoji", "👩"), ("zero-width", "\u{2060}"), ("noncharacter", "\u{10FFFF}"), ("markup", "<"),
    ("long", "nine words"), ("long-word", "abcdefghij"),
]
