import JSON
import LanguageServices

/// The JSON Schema of the answer: an object keyed by the ids of the texts, every id required, so that no text is left out and
/// none is shifted. It keeps to what strict schemas allow: all members required, no others.
enum ChatSchema {
    /// The value of `response_format`.
    static func responseFormat(ids: [String], _ job: TranslationJob) -> JSONValue {
        let item = object(members(job))
        return [
            "type": "json_schema",
            "json_schema": [
                "name": "translations", "strict": true, "schema": object(ids.map { ($0, item) }),
            ],
        ]
    }

    private static func members(_ job: TranslationJob) -> [(String, JSONValue)] {
        var members: [(String, JSONValue)] = [("text", ["type": "string"]), ("translation", ["type": "string"])]
        if job.source == nil { members.append(("language", ["type": "string"])) }
        if job.isRich {
            let list: JSONValue = ["type": "array", "items": ["type": "string"]]
            let optional: JSONValue = ["type": ["string", "null"]]
            members += [
                ("alternatives", list), ("romanization", optional), ("part_of_speech", optional), ("grammar", list),
                ("culture", list),
                ("difficulty", ["type": "string", "enum": .array(LearnerLevel.allCases.map { .string($0.rawValue) })]),
            ]
        }
        return members
    }

    private static func object(_ members: [(String, JSONValue)]) -> JSONValue {
        [
            "type": "object", "properties": .object(members), "required": .array(members.map { .string($0.0) }),
            "additionalProperties": false,
        ]
    }
}
