import ApertiumTranslation
import DictionaryTranslation
import Language
import LanguageServices
import Synchronization

/// Lemmas by the analyser of an installed Apertium pair, which is looked for and started when it is first asked.
final class ApertiumLemmatizer: Lemmatizer {
    private let language: LanguageTag
    private let state = Mutex(State())

    private struct State {
        var isLookedFor = false
        var analyser: ApertiumAnalyser?
    }

    init(language: LanguageTag) { self.language = language }

    func lemmas(of form: String) -> [Lemma] {
        let analyser = state.withLock { state in
            if !state.isLookedFor {
                state.analyser = ApertiumAnalyser(language: language)
                state.isLookedFor = true
            }
            return state.analyser
        }
        return analyser?.lemmasNow(of: form).map { Lemma($0.text, partOfSpeech: $0.partOfSpeech, certainty: .known) }
            ?? []
    }
}
