/// A verb of one or more words, of which one is inflected: *brush your teeth*, *double-check*, *look forward to*.
struct EnglishExpression {
    /// The word that is inflected.
    let head: String
    /// What stands before it, with a hyphen: *double-*.
    private let before: String
    /// What follows, with the space before it.
    let rest: String

    init(_ text: String) {
        let end = text.firstIndex(of: " ") ?? text.endIndex
        var word = text[..<end]
        rest = String(text[end...])
        var start = ""
        if let hyphen = word.lastIndex(of: "-"), word.index(after: hyphen) < word.endIndex, hyphen > word.startIndex {
            start = String(word[...hyphen])
            word = word[word.index(after: hyphen)...]
        }
        before = start
        head = String(word)
    }

    /// What of a form that is given for the whole word is the form of the head.
    func head(of form: String) -> String {
        var form = form[...]
        if !rest.isEmpty, form.hasSuffix(rest) { form = form.dropLast(rest.count) }
        if !before.isEmpty, form.hasPrefix(before) { form = form.dropFirst(before.count) }
        return String(form)
    }

    /// The expression with a form of its head, and with its possessives and reflexives agreeing.
    func whole(with head: String, agreement: Agreement?) -> String {
        guard let agreement, !rest.isEmpty else { return before + head + rest }
        let words = rest.split(separator: " ").map { word in
            EnglishPronouns.placeholder(String(word)).flatMap { EnglishPronouns.form($0, agreement) } ?? String(word)
        }
        return ([before + head] + words).joined(separator: " ")
    }
}
