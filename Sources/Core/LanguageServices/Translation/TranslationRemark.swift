/// An explanation that a provider gives along with a translation, for somebody who learns the language.
public struct TranslationRemark: Sendable, Hashable, Codable {
    /// What it is about.
    public var subject: Subject

    /// The explanation, in the language of the texts.
    public var text: String

    /// Creates a remark.
    public init(_ subject: Subject, _ text: String) {
        self.subject = subject
        self.text = text
    }

    /// What a remark is about.
    public enum Subject: String, Sendable, Hashable, Codable, CaseIterable {
        /// Grammar: why a form stands where it stands.
        case grammar
        /// Culture and use: who says it, to whom, when.
        case culture
    }
}
