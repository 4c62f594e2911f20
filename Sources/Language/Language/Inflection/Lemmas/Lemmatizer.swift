/// Something that knows of which headwords a text may be an inflected form.
public protocol Lemmatizer: Sendable {
    /// The headwords of which a text may be a form, the likelier ones first.
    ///
    /// Whoever asks looks each of them up, so that one that does not exist does no harm. Nothing is thrown: a lemmatizer
    /// that cannot answer has no lemmas. It answers soon, whatever the text is.
    ///
    /// - Parameter form: A word or an expression, as it was met.
    func lemmas(of form: String) -> [Lemma]
}
