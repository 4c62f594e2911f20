import Language
import LanguageServices

/// Looks by a language's most frequent words whether a sentence may be in it.
///
/// One sentence is too little to tell a language by, so that it is only rejected when another language clearly wins.
enum LanguageHint {
    static func fault(of scalars: [Unicode.Scalar], language: String) -> SentenceFault? {
        if language == "ja" { return japanese(scalars) }
        guard let own = FunctionWords.of(language) else { return nil }
        var words: [String] = []
        for token in WordToken.all(in: scalars, language: "en") {
            // *l’eau* is an article and a noun.
            words += token.text.lowercased().split { $0 == "'" || $0 == "’" }.map(String.init)
        }
        let ownCount = words.filter(own.contains).count
        for other in FunctionWords.languages where other != language {
            guard let list = FunctionWords.of(other) else { continue }
            let count = words.filter { list.contains($0) && !own.contains($0) }.count
            let mine = words.filter { own.contains($0) && !list.contains($0) }.count
            let isClear = count >= 2 && mine == 0 && count * 5 >= words.count && ownCount * 2 <= count + 1
            if isClear || count >= 4 && count >= 4 * mine {
                return SentenceFault(.language, "seems to be in another language (\(other))")
            }
        }
        return nil
    }

    /// A sentence of Japanese has kana.
    private static func japanese(_ scalars: [Unicode.Scalar]) -> SentenceFault? {
        let scripts = scalars.map { TextScript(of: $0) }
        let han = scripts.filter { $0 == .han }.count
        guard han >= 4, !scripts.contains(.kana) else { return nil }
        return SentenceFault(.language, "seems to be in another language (zh)")
    }
}
