import CICUText

/// A script or group of scripts that the romanisation rules distinguish.
package enum TextScript: Sendable, Hashable {
    /// No particular script: punctuation, digits, marks.
    case none
    case latin, han, kana, hangul, cyrillic, greek, arabic, hebrew
    /// Every other script.
    case other

    /// The script of a scalar.
    package init(of scalar: Unicode.Scalar) {
        if scalar.isASCII {
            self = scalar.properties.isAlphabetic ? .latin : .none
            return
        }
        // The long-vowel mark is used in both hiragana and katakana.
        if scalar == "ー" || scalar == "\u{FF70}" {
            self = .kana
            return
        }
        self =
            switch icutext_script_of(scalar.value) {
            case ICUTEXT_SCRIPT_LATIN: .latin
            case ICUTEXT_SCRIPT_HAN: .han
            case ICUTEXT_SCRIPT_KANA: .kana
            case ICUTEXT_SCRIPT_HANGUL: .hangul
            case ICUTEXT_SCRIPT_CYRILLIC: .cyrillic
            case ICUTEXT_SCRIPT_GREEK: .greek
            case ICUTEXT_SCRIPT_ARABIC: .arabic
            case ICUTEXT_SCRIPT_HEBREW: .hebrew
            case ICUTEXT_SCRIPT_OTHER: .other
            default: .none
            }
    }

    /// Splits a text into runs, each in a single script; characters without a script belong to the preceding run.
    ///
    /// A run normally has at most 2,000 scalars, which limits the time needed to process it.
    package static func runs(of scalars: [Unicode.Scalar]) -> [(script: TextScript, range: Range<Int>)] {
        var runs: [(script: TextScript, range: Range<Int>)] = []
        for (index, scalar) in scalars.enumerated() {
            let script = TextScript(of: scalar)
            if let last = runs.last {
                let fits = script == .none || script == last.script || last.script == .none
                // A mark stays in the same run as its letter, unless there are excessively many marks.
                let isFull = last.range.count >= 2000 && (script != .none || last.range.count >= 4000)
                if fits, !isFull {
                    runs[runs.count - 1].range = last.range.lowerBound..<(index + 1)
                    if last.script == .none { runs[runs.count - 1].script = script }
                    continue
                }
            }
            runs.append((script, index..<(index + 1)))
        }
        return runs
    }
}

extension String {
    /// Creates a text from scalars.
    ///
    /// Appending the scalars one by one is five times as fast as appending them in one call.
    package init(scalars: ArraySlice<Unicode.Scalar>) {
        var view = UnicodeScalarView()
        for scalar in scalars { view.append(scalar) }
        self.init(view)
    }
}

extension Set<String> {
    /// The words in a text.
    package static func words(_ text: String) -> Set<String> {
        Set(text.split(whereSeparator: \.isWhitespace).map(String.init))
    }
}

/// Scripts, identified by their ISO 15924 codes: `Latn`, `Deva`.
package enum ScriptCode {
    /// The script of a scalar; `nil` for punctuation, digits and marks, which belong to no particular script.
    package static func of(_ scalar: Unicode.Scalar) -> String? {
        if scalar.isASCII { return scalar.properties.isAlphabetic ? "Latn" : nil }
        var code = [CChar](repeating: 0, count: 5)
        guard icutext_script_code(scalar.value, &code) == 0 else { return nil }
        let text = String(decoding: code.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return ["Zyyy", "Zinh", "Zzzz"].contains(text) ? nil : text
    }

    /// The default script of a language; `nil` if unknown.
    ///
    /// - Parameter language: A BCP 47 tag.
    package static func defaultCode(for language: String) -> String? {
        guard let whole = TextLanguage.likely(language) else { return nil }
        let subtags = whole.split(separator: "-")
        guard subtags.count > 1, subtags[1].utf8.count == 4, subtags[1].first?.isUppercase == true else { return nil }
        return String(subtags[1])
    }
}
