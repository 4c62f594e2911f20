import CICUText
import Synchronization

/// A wrapper for an ICU transliterator.
///
/// It must not be used from two threads at the same time.
final class Transliterator {
    private let handle: OpaquePointer

    /// Opens a transliterator by its ICU name, such as `Greek-Latin/UNGEGN`; `nil` if this version of ICU does not
    /// include it.
    init?(_ name: String) {
        guard let handle = icutext_transliterator_open(name) else { return nil }
        self.handle = handle
    }

    deinit { icutext_transliterator_close(handle) }

    /// Transliterates a text; unknown characters are unchanged.
    func transliterated(_ text: String) -> String {
        CodeUnits(text).converted { icutext_transliterate(handle, $0, $1, $2, $3) }.text
    }
}

/// A thread-safe cache of transliterators, which are opened on demand.
final class Transliterators: Sendable {
    /// The transliterators by name; `nil` for a transliterator that this version of ICU does not include.
    private let opened = Mutex<[String: Transliterator?]>([:])

    /// Transliterates a text with the first available transliterator.
    func text(_ text: String, by names: [String]) -> String? {
        opened.withLock { opened in
            for name in names {
                let found: Transliterator? = opened[name] ?? Transliterator(name)
                opened[name] = .some(found)
                if let found { return found.transliterated(text) }
            }
            return nil
        }
    }
}

/// Converts ICU's reversible transliterations to readable ones.
enum EnglishDigraphs {
    /// Greek according to UNGEGN, without the macrons that distinguish letters with the same sound, as in *ef̱charistó̱*.
    static func greek(_ text: String) -> String {
        replaced(text) { scalar, _ in scalar == "\u{331}" ? "" : nil }
    }

    /// Arabic: *sh*, *kh*, *th*, *dh* and *gh* without macrons below the letters, a long *a* with a macron, and *h* for
    /// the feminine ending.
    static func arabic(_ text: String) -> String {
        replaced(text) { scalar, before in
            switch (scalar, before) {
            case ("\u{331}", _): ""
            case ("\u{323}", "a"): "\u{304}"
            case ("\u{308}", "t"), ("\u{308}", "h"): ""
            // The sign for a consonant without a vowel.
            case ("\u{30A}", _): ""
            case ("ⁿ", _): "n"
            case ("ⁱ", _): "i"
            case ("ᵘ", _): "u"
            default: nil
            }
        }
    }

    /// Hebrew: *sh* and *ts*; plain *t* and *k*.
    static func hebrew(_ text: String) -> String {
        replaced(text) { scalar, before in
            switch (scalar, before) {
            case ("\u{327}", "s"): "h"
            case ("\u{327}", _): ""
            case ("\u{331}", "h"), ("\u{331}", "k"): ""
            case ("\u{331}", "z"): "\u{331}"
            default: nil
            }
        }
    }

    /// Replaces scalars in an NFD text, depending on the preceding letter.
    private static func replaced(
        _ text: String,
        _ replacement: (Unicode.Scalar, Unicode.Scalar?) -> String?
    ) -> String {
        var result = String.UnicodeScalarView()
        var before: Unicode.Scalar?
        for scalar in CodeUnits(text).normalized(ICUTEXT_NFD).scalars {
            if let other = replacement(scalar, before) {
                result.append(contentsOf: other.unicodeScalars)
            } else {
                result.append(scalar)
            }
            if scalar.properties.canonicalCombiningClass == .notReordered { before = scalar }
        }
        return CodeUnits(String(result)).normalized(ICUTEXT_NFC).text
    }
}
