import LanguageServices
import TestSupport

/// Notices when it is let go of before it was finished.
final class Session: Sendable {
    let isFinished = Shared(false)
    private let onDrop: @Sendable () -> Void

    init(onDrop: @escaping @Sendable () -> Void) { self.onDrop = onDrop }

    deinit {
        if !isFinished.value { onDrop() }
    }
}

/// A copy with something changed.
func edited<Value>(_ value: Value, _ change: (inout Value) -> Void) -> Value {
    var copy = value
    change(&copy)
    return copy
}

extension String.UnicodeScalarView {
    /// Whether the scalars of `part` stand here in a row.
    func contains(_ part: String) -> Bool {
        let wanted = Array(part.unicodeScalars)
        return indices.contains { self[$0...].starts(with: wanted) }
    }
}

extension SpeechStream {
    /// The next event, by an iterator of its own; a stream keeps its place.
    func firstEvent() async throws -> SpeechEvent? {
        var iterator = makeAsyncIterator()
        return try await iterator.next()
    }
}

/// A part of each nasty text by which a test knows it again, by the name of its rule.
let nastyParts = [
    ("nul", "before\u{0}"), ("control", "\u{1B}"), ("combining", "\u{327}"), ("right-to-left", "\u{202E}"),
    ("emoji", "👩"), ("zero-width", "\u{2060}"), ("noncharacter", "\u{10FFFF}"), ("markup", "<"),
    ("long", "nine words"), ("long-word", "abcdefghij"),
]
