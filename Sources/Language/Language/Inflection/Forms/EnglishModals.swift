/// English verbs that do not go as others do: modals, and *be*.
enum EnglishModals {
    /// The modals, with their pasts, where they have one.
    private static let pasts: [String: String] = [
        "can": "could", "may": "might", "will": "would", "shall": "should", "could": "could", "might": "might",
        "would": "would", "should": "should", "must": "", "ought": "",
    ]

    /// Expressions that are used as modals are.
    private static let expressions: Set<String> = ["had better", "had rather", "used to"]

    /// Whether a verb has no ending in the third person, no participle and no *-ing*.
    static func isModal(_ head: String, _ rest: String) -> Bool {
        pasts[head] != nil || expressions.contains(head + rest)
    }

    /// A form of a modal; `nil` when it has none, or the verb is none.
    static func form(_ name: String, of head: String, _ rest: String) -> String? {
        guard isModal(head, rest) else { return nil }
        switch name {
        case "base", "present": return head
        case "past":
            // *Would like* is no past of *will like*.
            guard let past = pasts[head], !past.isEmpty else { return head == "used" ? head : nil }
            return past
        default: return nil
        }
    }

    /// *Am, is, are, was, were*; `nil` for forms that do not agree, or without an agreement.
    static func be(_ name: String, _ agreement: Agreement?) -> String? {
        guard let agreement else { return nil }
        let isFirst = agreement.person == .first && !agreement.isPlural
        let isThird = agreement.person == .third && !agreement.isPlural
        switch name {
        case "present": return isFirst ? "am" : isThird ? "is" : "are"
        case "past": return isFirst || isThird ? "was" : "were"
        default: return nil
        }
    }
}
