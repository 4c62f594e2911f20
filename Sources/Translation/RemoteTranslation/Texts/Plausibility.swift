import LanguageServices
import RemoteService

/// Tells translations from answers that only look like one.
enum Plausibility {
    /// An answer, or why it is none.
    ///
    /// An empty text is none, and neither is one without letters and digits where there were letters: servers are known that
    /// answer with an emoji where they mean to refuse.
    static func checked(_ answer: Answer, of text: String, _ service: ServiceIdentity) -> Outcome {
        guard !BlankText.isBlank(answer.text) else {
            return .failure(service.error(.notFound, "gives no translation", remedy: "ask another provider"))
        }
        if text.contains(where: \.isLetter), !answer.text.contains(where: { $0.isLetter || $0.isNumber }) {
            return .failure(
                service.error(
                    .protocolViolation,
                    "gives signs in place of a translation",
                    words: answer.text,
                    remedy: "check the key and the url"
                )
            )
        }
        var answer = answer
        answer.text = SendableText.cleaned(answer.text)
        answer.alternatives = answer.alternatives.map(SendableText.cleaned)
        return .success(answer)
    }
}
