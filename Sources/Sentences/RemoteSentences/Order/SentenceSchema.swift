import JSON
import LanguageServices

/// The JSON Schema of the answer. It keeps to what strict schemas allow: all members required, no others.
enum SentenceSchema {
    /// The schema.
    ///
    /// - Parameters:
    ///   - order: What is asked for.
    ///   - pattern: What a sentence must match; `nil` leaves that to the model.
    static func value(for order: SentenceOrder, pattern: String?) -> JSONValue {
        var sentence: [(String, JSONValue)] = [("type", "string")]
        if let pattern { sentence.append(("pattern", .string(pattern))) }
        let levels: JSONValue = .array(LearnerLevel.allCases.map { .string($0.rawValue) })
        var members: [(String, JSONValue)] = [
            ("sentence", .object(sentence)), ("word_form", ["type": "string"]), ("lemma", ["type": "string"]),
            ("part_of_speech", ["type": "string"]), ("sense", ["type": "string"]),
            ("level", ["type": "string", "enum": levels]),
        ]
        if order.target != nil { members.append(("translation", ["type": "string"])) }
        if order.romanizes { members.append(("romanization", ["type": ["string", "null"]])) }
        members.append(("notes", ["type": "array", "items": ["type": "string"], "maxItems": 2]))
        let list: JSONValue = [
            "type": "array", "items": object(members), "minItems": .integer(order.count),
            "maxItems": .integer(order.count),
        ]
        return object([("sentences", list)])
    }

    static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        [
            "type": "object", "properties": .object(members), "required": .array(members.map { .string($0.0) }),
            "additionalProperties": false,
        ]
    }
}
