import Language
import LanguageServices
import Testing

/// The forms of French verbs by name, and the reverse.
struct FrenchVerbFormsTests {
    private let forms = FrenchForms()
    private let table = FormTable(forms: FrenchForms())

    @Test func present() {
        table.expect(
            "present",
            [
                ("parler", "parle, parles, parle, parlons, parlez, parlent"),
                ("manger", "mange, manges, mange, mangeons, mangez, mangent"),
                ("commencer", "commence, commences, commence, commençons, commencez, commencent"),
                ("acheter", "achète, achètes, achète, achetons, achetez, achètent"),
                ("appeler", "appelle, appelles, appelle, appelons, appelez, appellent"),
                ("jeter", "jette, jettes, jette, jetons, jetez, jettent"),
                ("préférer", "préfère, préfères, préfère, préférons, préférez, préfèrent"),
                ("nettoyer", "nettoie, nettoies, nettoie, nettoyons, nettoyez, nettoient"),
                ("payer", "paie, paies, paie, payons, payez, paient"),
                ("créer", "crée, crées, crée, créons, créez, créent"),
                ("rester", "reste, restes, reste, restons, restez, restent"),
                ("finir", "finis, finis, finit, finissons, finissez, finissent"),
                ("vendre", "vends, vends, vend, vendons, vendez, vendent"),
                ("interrompre", "interromps, interromps, interrompt, interrompons, interrompez, interrompent"),
                ("être", "suis, es, est, sommes, êtes, sont"), ("avoir", "ai, as, a, avons, avez, ont"),
                ("aller", "vais, vas, va, allons, allez, vont"), ("faire", "fais, fais, fait, faisons, faites, font"),
                ("dire", "dis, dis, dit, disons, dites, disent"),
                ("interdire", "interdis, interdis, interdit, interdisons, interdisez, interdisent"),
                ("pouvoir", "peux, peux, peut, pouvons, pouvez, peuvent"),
                ("vouloir", "veux, veux, veut, voulons, voulez, veulent"),
                ("devoir", "dois, dois, doit, devons, devez, doivent"),
                ("savoir", "sais, sais, sait, savons, savez, savent"),
                ("prendre", "prends, prends, prend, prenons, prenez, prennent"),
                ("apprendre", "apprends, apprends, apprend, apprenons, apprenez, apprennent"),
                ("devenir", "deviens, deviens, devient, devenons, devenez, deviennent"),
                ("obtenir", "obtiens, obtiens, obtient, obtenons, obtenez, obtiennent"),
                ("mettre", "mets, mets, met, mettons, mettez, mettent"),
                ("omettre", "omets, omets, omet, omettons, omettez, omettent"),
                ("ouvrir", "ouvre, ouvres, ouvre, ouvrons, ouvrez, ouvrent"),
                ("découvrir", "découvre, découvres, découvre, découvrons, découvrez, découvrent"),
                ("dormir", "dors, dors, dort, dormons, dormez, dorment"),
                ("partir", "pars, pars, part, partons, partez, partent"),
                ("servir", "sers, sers, sert, servons, servez, servent"),
                ("inscrire", "inscris, inscris, inscrit, inscrivons, inscrivez, inscrivent"),
                ("boire", "bois, bois, boit, buvons, buvez, boivent"),
                ("croire", "crois, crois, croit, croyons, croyez, croient"),
                ("recevoir", "reçois, reçois, reçoit, recevons, recevez, reçoivent"),
                ("concevoir", "conçois, conçois, conçoit, concevons, concevez, conçoivent"),
                ("connaître", "connais, connais, connaît, connaissons, connaissez, connaissent"),
                ("rejoindre", "rejoins, rejoins, rejoint, rejoignons, rejoignez, rejoignent"),
                ("mourir", "meurs, meurs, meurt, mourons, mourez, meurent"),
                ("instruire", "instruis, instruis, instruit, instruisons, instruisez, instruisent"),
                ("se lever", "me lève, te lèves, se lève, nous levons, vous levez, se lèvent"),
                ("s'appeler", "m'appelle, t'appelles, s'appelle, nous appelons, vous appelez, s'appellent"),
                (
                    "faire la vaisselle",
                    "fais la vaisselle, fais la vaisselle, fait la vaisselle, faisons la vaisselle, faites la vaisselle, font la vaisselle"
                ),
            ]
        )
    }

    @Test func otherTenses() {
        table.expect(
            "imperfect",
            [
                ("manger", "mangeais, mangeais, mangeait, mangions, mangiez, mangeaient"),
                ("finir", "finissais, finissais, finissait, finissions, finissiez, finissaient"),
                ("être", "étais, étais, était, étions, étiez, étaient"),
                ("vendre", "vendais, vendais, vendait, vendions, vendiez, vendaient"),
            ]
        )
        table.expect(
            "future",
            [
                ("acheter", "achèterai, achèteras, achètera, achèterons, achèterez, achèteront"),
                ("répéter", "répéterai, répéteras, répétera, répéterons, répéterez, répéteront"),
                ("appeler", "appellerai, appelleras, appellera, appellerons, appellerez, appelleront"),
                ("nettoyer", "nettoierai, nettoieras, nettoiera, nettoierons, nettoierez, nettoieront"),
                ("envoyer", "enverrai, enverras, enverra, enverrons, enverrez, enverront"),
                ("prévoir", "prévoirai, prévoiras, prévoira, prévoirons, prévoirez, prévoiront"),
                ("vendre", "vendrai, vendras, vendra, vendrons, vendrez, vendront"),
            ]
        )
        table.expect("conditional", [("aimer", "aimerais, aimerais, aimerait, aimerions, aimeriez, aimeraient")])
        table.expect(
            "subjunctive",
            [
                ("être", "sois, sois, soit, soyons, soyez, soient"), ("avoir", "aie, aies, ait, ayons, ayez, aient"),
                ("aller", "aille, ailles, aille, allions, alliez, aillent"),
                ("faire", "fasse, fasses, fasse, fassions, fassiez, fassent"),
                ("venir", "vienne, viennes, vienne, venions, veniez, viennent"),
                ("prendre", "prenne, prennes, prenne, prenions, preniez, prennent"),
                ("vouloir", "veuille, veuilles, veuille, voulions, vouliez, veuillent"),
                ("devoir", "doive, doives, doive, devions, deviez, doivent"),
                ("finir", "finisse, finisses, finisse, finissions, finissiez, finissent"),
                ("valoir", "vaille, vailles, vaille, valions, valiez, vaillent"),
            ]
        )
    }

    @Test func thePastWithBothAuxiliaries() {
        let women = Agreement(isPlural: true, gender: .feminine)
        table.expect(
            .verb,
            "perfect",
            [
                ("manger", "ont mangé"), ("aller", "sont allées"), ("se lever", "se sont levées"),
                ("se brosser les dents", "se sont brossé les dents"), ("se parler", "se sont parlé"),
                ("mettre", "ont mis"),
                ("mourir", "sont mortes"), ("s'asseoir", "se sont assises"), ("devenir", "sont devenues"),
                ("prévenir", "ont prévenu"), ("conclure", "ont conclu"), ("s'inscrire", "se sont inscrites"),
                ("prendre une photo", "ont pris une photo"), ("s'acheter", "se sont acheté"),
            ],
            women
        )
        table.expect(
            .verb,
            "perfect",
            [("s'habiller", "me suis habillé"), ("avoir", "ai eu")],
            Agreement(person: .first)
        )
        let carry = InflectableWord("sortir", .verb, irregular: ["auxiliary": "avoir"])
        #expect(forms.form("perfect", of: carry, agreement: women) == "ont sorti")
    }

    @Test func commandsAndVerbalForms() {
        table.expect(
            .verb,
            "imperative",
            [
                ("manger", "mange"), ("finir", "finis"), ("aller", "va"), ("ouvrir", "ouvre"), ("être", "sois"),
                ("avoir", "aie"), ("savoir", "sache"), ("se lever", "lève-toi"), ("prendre", "prends"),
            ]
        )
        table.expect(
            .verb,
            "formal",
            [
                ("manger", "mangez"), ("être", "soyez"), ("savoir", "sachez"), ("se lever", "levez-vous"),
                ("dire", "dites"),
            ]
        )
        table.expect(
            .verb,
            "gerund",
            [
                ("manger", "mangeant"), ("finir", "finissant"), ("être", "étant"), ("avoir", "ayant"),
                ("se laver", "se lavant"),
            ]
        )
        table.expect(
            .verb,
            "participle",
            [
                ("manger", "mangé"), ("finir", "fini"), ("vendre", "vendu"), ("ouvrir", "ouvert"), ("devoir", "dû"),
                ("naître", "né"), ("lire", "lu"), ("haïr", "haï"),
            ]
        )
        table.expect(.verb, "participle", [("devoir", "due"), ("mettre", "mise")], Agreement(gender: .feminine))
        table.expect(
            .verb,
            "infinitive",
            [("se lever", "me lever"), ("s'appeler", "m'appeler")],
            Agreement(person: .first)
        )
    }

    // MARK: Both ways

    /// The lemma rules find the verb for each generated form.
    @Test func formsLeadBackToTheirVerbs() throws {
        let rules = try #require(LanguageTag("fr").flatMap { LemmaRules(language: $0) })
        let verbs = [
            "parler", "manger", "commencer", "finir", "vendre", "être", "avoir", "aller", "faire", "dire", "pouvoir",
            "vouloir",
            "devoir", "savoir", "venir", "tenir", "prendre", "mettre", "omettre", "lire", "écrire", "voir", "boire",
            "recevoir",
            "connaître",
            "naître", "croire", "courir", "mourir", "ouvrir", "offrir", "cueillir", "dormir", "partir", "sortir",
            "sentir",
            "servir", "suivre", "vivre", "conduire", "construire", "plaire", "craindre", "peindre", "joindre", "battre",
            "apprendre", "permettre", "revenir", "découvrir", "décrire", "disparaître", "acheter", "appeler", "jeter",
            "payer",
            "nettoyer", "préférer",
        ]
        var lost: [String] = []
        for verb in verbs {
            for tense in ["present", "imperfect", "future", "conditional", "subjunctive"] {
                for person in table.persons {
                    let made = try #require(table.form(tense, verb, .verb, person))
                    if !rules.lemmas(of: made).contains(where: { $0.text == verb }) {
                        lost.append("\(made) of \(verb)")
                    }
                }
            }
        }
        #expect(lost.isEmpty, "\(lost.count): \(lost.prefix(30))")
    }
}
