import JSON
import Language
import LanguageServices
import RemoteService

/// A sentence as a model gives it, with what it says of it; nothing of it is believed yet.
struct OfferedSentence: Sendable, Hashable {
    var text: String
    var wordForm: String?
    var lemma: String?
    var partOfSpeech: PartOfSpeech?
    var sense: String?
    var level: LearnerLevel?
    var translation: String?
    var romanization: String?
    var notes: [String] = []

    /// Reads an object of the answer.
    ///
    /// - Returns: `nil` for what is no object, or has no sentence.
    init?(_ bytes: [UInt8]) {
        let limits = JSONDocument.Limits(bytes: 64 << 10, nodes: 500, keyBytes: 64)
        guard let node = try? JSONDocument.parse(bytes, source: "answer", limits: limits),
            let text = node["sentence"]?.string
        else { return nil }
        self.init(text, with: node)
    }

    /// Reads a sentence, and what stands beside it in its object.
    init(_ text: String, with node: JSONNode) {
        self.text = Self.unquoted(HeadwordFolding.composed(OuterSpace.trimmed(text)))
        wordForm = Self.line(node["word_form"], most: 200)
        lemma = Self.line(node["lemma"], most: 200)
        partOfSpeech = Self.line(node["part_of_speech"], most: 40).flatMap { name in
            PartOfSpeech.known.first { $0.rawValue == name.lowercased() }
        }
        sense = Self.line(node["sense"], most: 200)
        level = Self.line(node["level"], most: 10).flatMap { LearnerLevel(rawValue: $0.uppercased()) }
        translation = Self.line(node["translation"], most: 1000).map(Self.unquoted)
        romanization = Self.line(node["romanization"], most: 1000).map(Self.unquoted)
        let notes = node["notes"]?.elements ?? [node["notes"]].compactMap { $0 }
        self.notes = notes.compactMap { Self.line($0, most: 300) }.prefix(3).map { $0 }
    }

    /// A text on one line; `nil` when there is none, or when it is longer than anything of its kind.
    static func line(_ node: JSONNode?, most: Int) -> String? {
        guard let text = node?.string else { return nil }
        let line = SentenceOrder.clean(String(text.prefix(10 * most)))
        guard !BlankText.isBlank(line), line.unicodeScalars.count <= most else { return nil }
        return line
    }

    /// A text without quotation marks around all of it, which some models put there.
    private static func unquoted(_ text: String) -> String {
        for (open, close) in [("\"", "\""), ("“", "”"), ("«", "»"), ("„", "“"), ("「", "」"), ("'", "'")]
        where text.count > 2 && text.hasPrefix(open) && text.hasSuffix(close) {
            let inner = text.dropFirst().dropLast()
            if !inner.contains(open), !inner.contains(close) { return OuterSpace.trimmed(String(inner)) }
        }
        return text
    }
}
