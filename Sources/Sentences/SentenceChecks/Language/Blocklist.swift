import Language
import LanguageServices

/// Vulgar words that are withheld from learners unless requested.
///
/// The lists are deliberately short. A word with a harmless sense (*cock*, *bitch* for a dog, *polla*) is not listed if
/// learners usually encounter that sense.
struct Blocklist: Sendable {
    private let words: Set<String>

    /// - Parameter allowed: Words that the user requested; they are permitted.
    init(language: String, allowing allowed: [String]) {
        let folding = HeadwordFolding(language: language)
        let keys = Set(allowed.map(folding.key))
        words = (Self.lists[language] ?? []).subtracting(keys)
    }

    func fault(of scalars: [Unicode.Scalar], language: String) -> SentenceFault? {
        guard !words.isEmpty else { return nil }
        let folding = HeadwordFolding(language: language)
        for token in WordToken.all(in: scalars, language: language) {
            for reading in token.readings where words.contains(folding.key(reading.text)) {
                return SentenceFault(.blocklist, "contains a word that is unsuitable for some learners")
            }
        }
        return nil
    }

    private static let lists: [String: Set<String>] = [
        "en": set(
            """
            fuck fucks fucked fucker fuckers fucking motherfucker motherfuckers shit shits shitty bullshit asshole assholes
            arsehole arseholes bastard bastards cunt cunts whore whores slut sluts wanker wankers twat twats dickhead
            bollocks nigger niggers nigga faggot faggots retard retards porn porno pornography blowjob handjob orgasm
            masturbate masturbates masturbating masturbation rapist rapists rape raped rapes dildo jizz cum tits boobs
            """
        ),
        "de": set(
            """
            scheiße scheiß scheiss fick ficken fickt gefickt arschloch arschlöcher fotze fotzen hure huren hurensohn nutte
            nutten wichser schlampe schlampen schwuchtel neger nigger porno pornos vergewaltigen vergewaltigt vergewaltigung
            """
        ),
        "es": set(
            """
            puta putas puto putos joder jodido jodida follar follando mierda coño cabrón cabrones gilipollas pendejo
            pendejos chingar chingado verga maricón maricones hijoputa porno violación violar violador culero zorra
            """
        ),
        "fr": set(
            """
            merde putain putains pute putes salope salopes enculé enculer connard connards connasse connasses foutre nique
            niquer bordel chatte bite couilles pédé pédés nègre porno viol violeur violer branler branleur
            """
        ),
        "it": set(
            """
            cazzo cazzi merda stronzo stronza stronzi puttana puttane troia troie fica figa coglione coglioni vaffanculo
            scopare frocio froci negro porno stupro stuprare stupratore
            """
        ),
        "pt": set(
            """
            merda porra caralho foder fodido foda puta putas buceta cu viado viados cacete punheta porno pornô estupro
            estuprar estuprador boceta filhodaputa
            """
        ),
    ]

    private static func set(_ words: String) -> Set<String> {
        let folding = HeadwordFolding(language: "")
        return Set(Set.words(words).map(folding.key))
    }
}
