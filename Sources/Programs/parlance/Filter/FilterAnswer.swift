import Decks
import JSON
import LanguageServices

/// What is set in an item of a filter.
struct FilterAnswer: Sendable {
    /// What the member for the answer gets.
    var value: JSONLine.Change

    /// All else that is known.
    var details: [(String, JSONValue)]
}

extension FilterAnswer {
    /// The text of a translation, and all else that is known of it.
    init(_ translation: Translation) {
        value = .text(translation.text)
        details = TranslationJSON.members(translation).filter { $0.0 != "translation" }
    }

    /// The sentences for a word as `--json` shows them, and how they came about.
    init(_ answer: SentenceAnswer, cloze: Bool) {
        let sentences = answer.sentences.enumerated().map { place, sentence in
            SentenceJSON.value(sentence, cloze: cloze, translator: answer.translators[place])
        }
        value = .json(JSONWriter.bytes(.array(sentences)))
        details = [("report", ReportJSON.value(answer.report))]
    }
}
