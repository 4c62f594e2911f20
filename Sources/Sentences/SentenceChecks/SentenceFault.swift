package import LanguageServices

/// What is wrong with a sentence.
package struct SentenceFault: Error, Sendable, Hashable {
    /// What was looked at.
    package let check: SentenceCheck

    /// What was found, to be read behind *the sentence*: `holds an address of the web`.
    package let reason: String

    /// Names a fault.
    package init(_ check: SentenceCheck, _ reason: String) {
        self.check = check
        self.reason = reason
    }
}
