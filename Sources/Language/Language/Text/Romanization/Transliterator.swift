import CICUText

/// One of ICU's transliterators.
///
/// It is not to be used from two threads at once.
final class Transliterator {
    private let handle: OpaquePointer

    /// Opens one by ICU's name for it: `Greek-Latin/UNGEGN`; `nil` when this ICU has none.
    init?(_ name: String) {
        guard let handle = icutext_transliterator_open(name) else { return nil }
        self.handle = handle
    }

    deinit { icutext_transliterator_close(handle) }

    /// Transliterates a text; what the transliterator does not know stays.
    func transliterated(_ text: String) -> String {
        CodeUnits(text).converted { icutext_transliterate(handle, $0, $1, $2, $3) }.text
    }
}
