import JSON
import LanguageServices
import RemoteService

/// Validates a model's output.
struct ChatAnswer {
    let service: ServiceIdentity
    let prompt: String
    let job: TranslationJob

    /// The maximum length of a translation in characters.
    private static func longest(for sent: String) -> Int { 20 * sent.count + 200 }

    /// The maximum length of an answer in scalars. A model that writes more is treated as out of control.
    static func maximumLength(for texts: [String], _ job: TranslationJob) -> Int {
        var maximum = 1000
        for text in texts {
            // The answer repeats the text, and JSON may escape one character as twelve.
            maximum += 12 * text.count + 2 * longest(for: text) + 300 + (job.isRich ? 10_000 : 0)
        }
        return maximum
    }

    /// The JSON object in the model's output.
    ///
    /// A model that is not constrained by the schema may write its reasoning first or put the object into a code fence.
    func object(in content: String) -> JSONNode? {
        var text = content[...]
        if let thought = text.firstRange(of: "</think>") { text = text[thought.upperBound...] }
        guard let start = text.firstIndex(of: "{"), let end = text.lastIndex(of: "}"), start < end else { return nil }
        let limits = JSONDocument.Limits(bytes: 16 << 20, nodes: 100_000, keyBytes: 64)
        guard let node = try? JSONDocument.parse(Array(text[start...end].utf8), source: "answer", limits: limits),
            node.members != nil
        else { return nil }
        return node
    }

    /// The outcome for a text.
    ///
    /// - Parameters:
    ///   - node: The value under the text's id; `nil` if there is none.
    ///   - sent: The text as it was sent to the model.
    ///   - isAlone: Whether it was the only text, so that it cannot be confused with another.
    func outcome(_ node: JSONNode?, of text: String, sent: String, isAlone: Bool) -> Outcome {
        guard let node else { return wrong("omitted a text") }
        // A model that is not constrained by the schema may write a plain string.
        guard let translation = node.string ?? node["translation"]?.string else { return wrong("omitted a text") }
        if !isAlone, let echo = node["text"]?.string, !Self.isSame(echo, sent) { return wrong("answered another text") }
        if !isAlone, node["text"]?.string == nil { return wrong("did not specify which text it translated") }
        let clean = SurroundingWhitespace.trimmed(SendableText.cleaned(translation))
        guard !BlankText.isBlank(clean) else { return wrong("returned an empty translation") }
        guard !ChatText.holdsToken(clean) || ChatText.holdsToken(text) else { return wrong("returned control tokens") }
        guard clean.count <= Self.longest(for: sent) else { return wrong("wrote far more than a translation") }
        guard !holdsPrompt(clean, sent: sent) else { return wrong("repeated its instructions") }
        var answer = Answer(text: clean)
        if sent != text { answer.notes = ["control characters and tokens were removed"] }
        if job.source == nil { answer.source = node["language"]?.string.flatMap { LanguageTag($0) } }
        if job.isRich { addRemarks(node, to: &answer) }
        return Plausibility.checked(answer, of: text, service)
    }

    private func addRemarks(_ node: JSONNode, to answer: inout Answer) {
        var seen = [answer.text]
        for text in Self.texts(node["alternatives"], limit: 5) where !seen.contains(text) {
            seen.append(text)
            answer.alternatives.append(text)
        }
        answer.romanization = node["romanization"]?.string.map(Self.line).flatMap {
            BlankText.isBlank($0) || $0 == answer.text ? nil : $0
        }
        answer.partOfSpeech = node["part_of_speech"]?.string.map(Self.line).flatMap { text in
            PartOfSpeech.known.first { $0.rawValue == text.lowercased() }
        }
        answer.remarks = Self.texts(node["grammar"], limit: 3).map { TranslationRemark(.grammar, $0) }
        answer.remarks += Self.texts(node["culture"], limit: 3).map { TranslationRemark(.culture, $0) }
        answer.difficulty = node["difficulty"]?.string.flatMap { LearnerLevel(rawValue: $0.uppercased()) }
    }

    private static func texts(_ node: JSONNode?, limit: Int) -> [String] {
        (node?.elements ?? []).compactMap(\.string).map(line).filter { !BlankText.isBlank($0) }.prefix(limit).map { $0 }
    }

    /// A remark on one line, limited to 500 characters.
    private static func line(_ text: String) -> String {
        let words = SendableText.cleaned(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return words.count > 500 ? words.prefix(499) + "…" : words
    }

    private func wrong(_ what: String) -> Outcome {
        .failure(
            service.error(.protocolViolation, what, remedy: "try again, or use a model that follows a JSON schema")
        )
    }

    /// Whether an echo matches the text. White space and case may differ, and for a long text only the beginning must
    /// match.
    private static func isSame(_ echo: String, _ text: String) -> Bool {
        let first = folded(echo)
        let second = folded(text)
        if first == second { return true }
        return second.count > 60 && first.count >= 40 && second.hasPrefix(first.prefix(40))
    }

    private static func folded(_ text: String) -> String {
        text.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Whether a translation contains a line from the prompt that is not in the text.
    private func holdsPrompt(_ translation: String, sent: String) -> Bool {
        prompt.split(separator: "\n").contains { line in
            let piece = line.prefix(60)
            return piece.count >= 40 && translation.contains(piece) && !sent.contains(piece)
        }
    }
}

/// The JSON Schema of the answer: an object keyed by the ids of the texts. Every id is required, so that no text is
/// omitted or shifted. As strict mode demands, all members are required and no others are permitted.
enum ChatSchema {
    /// The `response_format` value.
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
