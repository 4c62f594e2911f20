import Language
import LanguageServices

/// The most frequent function words of several languages.
package enum FunctionWords {
    /// The languages that have a list.
    static let languages = ["de", "en", "es", "fr", "it", "nl", "pt"]

    /// The function words of a language, in lower case; `nil` if there is no list.
    package static func of(_ language: String) -> Set<String>? { lists[language] }

    private static let lists: [String: Set<String>] = [
        "en": .words(
            """
            the of and to in is was that it for on with as at by this be are from or had not but have an they which you
            were all we she he his her there been their has would what will if can when them who more no about up its your my
            me him do did out into than could other our us i a so how why where very some any just because
            """
        ),
        "de": .words(
            """
            der die das und in zu den von mit ist im nicht ein eine als auch es an auf für sich dem er sie wir ihr ich du
            bei aus nach wie um am sind noch wird war einen einem einer hat haben oder aber so zum zur über mein meine
            sein seine kann wenn nur was vor durch dass uns mir mich dich dir des vom beim wo warum heute sehr
            """
        ),
        "fr": .words(
            """
            le la les de des du un une et est en que qui dans à au aux pour pas sur ne se ce il elle nous vous ils elles je
            tu on avec son sa ses plus par sont mais comme ou où si leur cette ces ont été être fait mon ma mes ton ta tes
            l d qu j n y bien très chez
            """
        ),
        "es": .words(
            """
            el la los las de del un una y en que es a al por con para no se su sus lo como más pero le les me te mi mis tu
            nos él ella ellos yo está están son fue muy sin sobre también hay ha este esta estos estas eso esa ser cuando
            donde porque todo todos si ya o tiene cada
            """
        ),
        "it": .words(
            """
            il lo la i gli le di del della dei delle un uno una e è in che non a al alla da dal per con si su sono come ma
            mi ti ci vi più anche questo questa quello ha ho hanno mio mia suo sua io tu lui lei noi voi loro nel nella sul
            sulla molto l dell all se o ogni perché dove era
            """
        ),
        "pt": .words(
            """
            o a os as de do da dos das um uma e é em no na nos nas que não para por com se ao à mais como mas eu você ele
            ela eles elas nós me te lhe seu sua meu minha foi são está estão muito também já ou quando onde porque este
            esta isso tem há pelo pela num numa todos cada
            """
        ),
        "nl": .words(
            """
            de het een en van in is dat op te zijn met voor niet aan er om ook als door bij naar uit dan wat maar ik je jij
            hij zij ze we wij mijn zijn haar ons hun heeft hebben was werd wordt kan zal of deze die dit geen nog meer over
            heel waar mij u jullie
            """
        ),
    ]
}

/// Checks whether a sentence may be in a language, based on the most frequent words.
///
/// A single sentence is weak evidence, so it is rejected only if another language is clearly more likely.
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

    /// Detects Chinese by the absence of kana, which every Japanese sentence contains.
    private static func japanese(_ scalars: [Unicode.Scalar]) -> SentenceFault? {
        let scripts = scalars.map { TextScript(of: $0) }
        let han = scripts.filter { $0 == .han }.count
        guard han >= 4, !scripts.contains(.kana) else { return nil }
        return SentenceFault(.language, "seems to be in another language (zh)")
    }
}
