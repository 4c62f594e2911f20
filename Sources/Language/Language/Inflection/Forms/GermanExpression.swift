/// A German verb with what belongs to it: *sich freuen*, *Rad fahren*, *sich die Zähne putzen*.
struct GermanExpression {
    /// The infinitive, with its prefix.
    let verb: String
    /// Whether *sich* goes with it.
    let isReflexive: Bool
    /// What stands before the infinitive, and at the end of a main clause: *Rad*, *die Zähne*.
    let front: String

    init?(_ text: String) {
        var words = text.split(separator: " ").map(String.init)
        isReflexive = words.first == "sich"
        if isReflexive { words.removeFirst() }
        guard let last = words.popLast(), last.hasSuffix("n"), last.count > 2 else { return nil }
        verb = last
        front = words.joined(separator: " ")
    }
}
