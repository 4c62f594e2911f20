import JSON
import LanguageServices

/// The JSON Schema of a lesson. It keeps to what strict schemas allow: all members required, no others.
enum LessonSchema {
    static func value(for order: LessonOrder) -> JSONValue {
        var sentence: [(String, JSONValue)] = [("sentence", text), ("word_form", text), ("lemma", text)]
        if order.target != nil { sentence.append(("translation", text)) }
        var word: [(String, JSONValue)] = [
            ("number", ["type": "integer"]), ("explanation", text),
            ("sentences", list(SentenceSchema.object(sentence), order.sentencesPerWord)),
        ]
        if order.wantsChoices {
            let choice = SentenceSchema.object([
                ("asks", ["type": "string", "enum": ["meaning", "word"]]), ("description", text),
                ("choices", list(text, 4)), ("answer", text),
            ])
            word.append(("choice", choice))
        }
        let question = SentenceSchema.object([("question", text), ("answers", ["type": "array", "items": text])])
        return SentenceSchema.object([
            ("introduction", text), ("words", list(SentenceSchema.object(word), order.words.count)),
            ("questions", list(question, order.questions)),
        ])
    }

    private static let text: JSONValue = ["type": "string"]

    private static func list(_ items: JSONValue, _ count: Int) -> JSONValue {
        ["type": "array", "items": items, "minItems": .integer(count), "maxItems": .integer(count)]
    }
}
