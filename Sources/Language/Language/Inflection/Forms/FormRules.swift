package import LanguageServices

/// Makes the forms of the words of a language; the other way round than ``LemmaRules``.
///
/// Forms have names, in lower case, which differ from language to language: `plural`, `past`, `comparative`.
package protocol FormRules: Sendable {
    /// The names of the forms of a part of speech, the plain one first.
    func names(of partOfSpeech: PartOfSpeech) -> [String]

    /// A form of a word.
    ///
    /// - Parameters:
    ///   - name: The name of the form.
    ///   - word: The word.
    ///   - agreement: What the form agrees with.
    /// - Returns: `nil` when the word has no such form, or when it needs an agreement and none is given.
    func form(_ name: String, of word: InflectableWord, agreement: Agreement?) -> String?
}

extension FormRules {
    /// The form under which a dictionary has a word.
    package func plain(_ word: InflectableWord) -> String? {
        names(of: word.partOfSpeech).first.flatMap { form($0, of: word, agreement: nil) }
    }
}
