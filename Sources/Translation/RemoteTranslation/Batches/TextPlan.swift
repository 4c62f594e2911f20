import LanguageServices
import RemoteService

/// Determines the texts to send for a request, and assembles the answers.
///
/// Blank texts are never sent, and identical texts are sent once. The white space around a text is not sent, but
/// restored afterwards. A text that exceeds the request limit is split at sentence boundaries.
struct TextPlan {
    /// The texts to send. There are no blank texts, no duplicates, and no leading or trailing white space.
    private(set) var sent: [String] = []

    /// The number of texts that were split because of their size.
    private(set) var splitCount = 0

    private var items: [Item] = []
    private var indices: [String: Int] = [:]
    private let cutter: TextChunker

    private struct Item {
        var original: String
        var parts: [Part]
        var isCleaned: Bool
    }

    private enum Part {
        /// An index into ``sent``.
        case sent(Int)
        case kept(String)
    }

    init(_ texts: [String], cutter: TextChunker) {
        self.cutter = cutter
        for text in texts { add(text) }
    }

    private mutating func add(_ text: String) {
        let cleaned = SendableText.cleaned(text)
        let isCleaned = cleaned.unicodeScalars.count != text.unicodeScalars.count
        guard !BlankText.isBlank(cleaned) else {
            items.append(Item(original: text, parts: [], isCleaned: false))
            return
        }
        let pieces = cutter.pieces(of: cleaned)
        var parts: [Part] = []
        for piece in pieces {
            switch piece {
            case .space(let space): parts.append(.kept(space))
            case .text(let text, _):
                let position = indices[text] ?? sent.count
                if position == sent.count {
                    sent.append(text)
                    indices[text] = position
                }
                parts.append(.sent(position))
            }
        }
        if pieces.contains(where: \.isCutBySize) { splitCount += 1 }
        items.append(Item(original: text, parts: parts, isCleaned: isCleaned))
    }

    /// The outcomes of the request's texts.
    ///
    /// - Parameter outcomes: One outcome for each text in ``sent``.
    func outcomes(_ outcomes: [Outcome]) -> [Outcome] {
        items.map { item in
            guard !item.parts.isEmpty else { return .success(Answer(text: item.original)) }
            return Self.joined(item, outcomes)
        }
    }

    private static func joined(_ item: Item, _ outcomes: [Outcome]) -> Outcome {
        var text = ""
        var answers: [Answer] = []
        for part in item.parts {
            switch part {
            case .kept(let space): text += space
            case .sent(let position):
                guard outcomes.indices.contains(position) else {
                    return .failure(ServiceError(.providerFailed, "a part of the text was not sent"))
                }
                switch outcomes[position] {
                case .failure(var error):
                    error.outcomeUnknown = isAnyPartDone(of: item, outcomes)
                    return .failure(error)
                case .success(let answer):
                    text += answer.text
                    answers.append(answer)
                }
            }
        }
        var whole = Answer.joined(answers)
        if answers.count == 1, let space = space(around: item) {
            whole.alternatives = whole.alternatives.map { space.before + $0 + space.after }
        }
        whole.text = text
        if item.isCleaned { whole.notes.append("control characters were removed") }
        return .success(whole)
    }

    /// Whether the server has processed, or may have processed, any part of the text. If so, sending the text again
    /// would be billed twice.
    private static func isAnyPartDone(of item: Item, _ outcomes: [Outcome]) -> Bool {
        item.parts.contains { part in
            guard case .sent(let position) = part, outcomes.indices.contains(position) else { return false }
            return switch outcomes[position] {
            case .success: true
            case .failure(let error): error.outcomeUnknown
            }
        }
    }

    private static func space(around item: Item) -> (before: String, after: String)? {
        guard item.parts.count > 1 else { return nil }
        var before = ""
        var after = ""
        if case .kept(let space)? = item.parts.first { before = space }
        if case .kept(let space)? = item.parts.last { after = space }
        return (before, after)
    }
}

extension Answer {
    /// Joins the answers for the parts of a text. The caller must still set the text.
    static func joined(_ parts: [Answer]) -> Answer {
        guard parts.count != 1, let first = parts.first else { return parts.first ?? Answer(text: "") }
        var whole = Answer(text: "")
        let sources = Set(parts.map(\.source))
        whole.source = sources.count == 1 ? first.source : nil
        whole.difficulty = parts.compactMap(\.difficulty).max()
        for part in parts {
            for remark in part.remarks where !whole.remarks.contains(remark) { whole.remarks.append(remark) }
            for note in part.notes where !whole.notes.contains(note) { whole.notes.append(note) }
        }
        return whole
    }
}
