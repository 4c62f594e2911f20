import LanguageServices
import RemoteService

/// What is sent for the texts of a request, and how their answers are put together again.
///
/// Texts without anything to be seen are never sent, equal texts are sent once, the white space around a text stays here,
/// and a text that is larger than a request may be is cut at sentences.
struct TextPlan {
    /// What is sent: no text is blank, begins or ends with white space, or stands here twice.
    private(set) var sent: [String] = []

    /// How many texts were cut because of their size.
    private(set) var cutCount = 0

    private var items: [Item] = []
    private var places: [String: Int] = [:]
    private let cutter: TextChunker

    private struct Item {
        var original: String
        var parts: [Part]
        var isCleaned: Bool
    }

    private enum Part {
        /// The place in ``sent``.
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
                let place = places[text] ?? sent.count
                if place == sent.count {
                    sent.append(text)
                    places[text] = place
                }
                parts.append(.sent(place))
            }
        }
        if pieces.contains(where: \.isCutBySize) { cutCount += 1 }
        items.append(Item(original: text, parts: parts, isCleaned: isCleaned))
    }

    /// The outcomes of the request's texts.
    ///
    /// - Parameter outcomes: One for each text of ``sent``.
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
            case .sent(let place):
                guard outcomes.indices.contains(place) else {
                    return .failure(ServiceError(.providerFailed, "a part of the text was not sent"))
                }
                switch outcomes[place] {
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
            whole.alternatives = whole.alternatives.map { space.before + $0 + space.behind }
        }
        whole.text = text
        if item.isCleaned { whole.notes.append("control characters were left out") }
        return .success(whole)
    }

    /// Whether one of a text's parts was answered, or may have been: then to ask for the text again costs a second time.
    private static func isAnyPartDone(of item: Item, _ outcomes: [Outcome]) -> Bool {
        item.parts.contains { part in
            guard case .sent(let place) = part, outcomes.indices.contains(place) else { return false }
            return switch outcomes[place] {
            case .success: true
            case .failure(let error): error.outcomeUnknown
            }
        }
    }

    private static func space(around item: Item) -> (before: String, behind: String)? {
        guard item.parts.count > 1 else { return nil }
        var before = ""
        var behind = ""
        if case .kept(let space)? = item.parts.first { before = space }
        if case .kept(let space)? = item.parts.last { behind = space }
        return (before, behind)
    }
}

extension Answer {
    /// The answer to a text whose parts were answered one by one, with a text of its own still to be set.
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
