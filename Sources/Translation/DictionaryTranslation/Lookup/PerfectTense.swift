import Language
import LanguageServices

/// Verbs in a tense of two words: *ich habe gegessen*, *j'ai mangé*, *I have eaten*.
struct PerfectTense {
    private let auxiliaries: Set<String>
    private let endings: [String]

    /// `nil` for a language of which that is not known.
    init?(language: LanguageTag) {
        guard let forms = Self.forms[TextLanguage.canonical(language.language) ?? language.language] else { return nil }
        auxiliaries = Set(forms.auxiliaries.split(separator: " ").map(String.init))
        endings = forms.endings
    }

    /// The participle of a text that is nothing but such a verb, perhaps with its subject; `nil` for other texts.
    ///
    /// - Parameter subjects: The words that may stand in front.
    func participle(in text: String, subjects: Set<String>) -> String? {
        var words = text.split(separator: " ")[...]
        guard words.count <= 6, let participle = words.popLast(), var auxiliary = words.popLast() else { return nil }
        // *j'ai*, *I've*: the subject is in the same word.
        if let mark = auxiliary.lastIndex(where: { $0 == "'" || $0 == "\u{2019}" }) {
            auxiliary = auxiliary[auxiliary.index(after: mark)...]
        }
        guard auxiliaries.contains(auxiliary.lowercased()),
            words.allSatisfy({ subjects.contains($0.lowercased()) }),
            endings.contains(where: { participle.lowercased().hasSuffix($0) })
        else { return nil }
        return String(participle)
    }

    private struct Forms {
        var auxiliaries: String
        /// What participles end with.
        var endings: [String]
    }

    private static let forms: [String: Forms] = [
        "en": Forms(auxiliaries: "have has had ve", endings: ["d", "n", "t", "e", "m", "g", "k"]),
        "de": Forms(
            auxiliaries:
                "habe hast hat haben habt hatte hattest hatten hattet bin bist ist sind seid war warst waren wart",
            endings: ["t", "en", "an"]
        ),
        "fr": Forms(
            auxiliaries: """
                ai as a avons avez ont avais avait avions aviez avaient suis es est sommes êtes sont étais était étions \
                étiez étaient
                """,
            endings: [
                "é", "ée", "és", "ées", "i", "ie", "is", "ies", "u", "ue", "us", "ues", "t", "te", "ts", "tes", "s",
            ]
        ),
        "es": Forms(
            auxiliaries: "he has ha hemos habéis han había habías habíamos habíais habían",
            endings: ["do", "to", "cho", "so"]
        ),
        "it": Forms(
            auxiliaries: """
                ho hai ha abbiamo avete hanno avevo avevi aveva avevamo avevate avevano sono sei è siamo siete ero eri \
                era eravamo eravate erano
                """,
            endings: ["to", "ta", "ti", "te", "so", "sa", "si", "se"]
        ),
        "pt": Forms(auxiliaries: "tenho tens tem temos têm tinha tinhas tínhamos tinham", endings: ["do", "to"]),
    ]
}
