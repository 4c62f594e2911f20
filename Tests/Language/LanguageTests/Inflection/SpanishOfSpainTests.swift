import Language
import LanguageServices
import Testing

/// The forms for *vosotros*, the past subjunctive, and the way back from forms to words.
struct SpanishOfSpainTests {
    private let spain = SpanishForms(hasVosotros: true)
    private let america = SpanishForms()
    private static let several = Agreement(person: .second, isPlural: true)
    private static let persons = [
        Agreement(person: .first), Agreement(person: .second), Agreement(), Agreement(person: .first, isPlural: true),
        several, Agreement(isPlural: true),
    ]

    private static let tenses = [
        "present", "preterite", "imperfect", "future", "conditional", "subjunctive", "past-subjunctive",
    ]

    /// Present, preterite, imperfect, future, conditional, both subjunctives.
    @Test(arguments: [
        ("hablar", "habláis, hablasteis, hablabais, hablaréis, hablaríais, habléis, hablarais"),
        ("comer", "coméis, comisteis, comíais, comeréis, comeríais, comáis, comierais"),
        ("vivir", "vivís, vivisteis, vivíais, viviréis, viviríais, viváis, vivierais"),
        ("ser", "sois, fuisteis, erais, seréis, seríais, seáis, fuerais"),
        ("estar", "estáis, estuvisteis, estabais, estaréis, estaríais, estéis, estuvierais"),
        ("ir", "vais, fuisteis, ibais, iréis, iríais, vayáis, fuerais"),
        ("haber", "habéis, hubisteis, habíais, habréis, habríais, hayáis, hubierais"),
        ("tener", "tenéis, tuvisteis, teníais, tendréis, tendríais, tengáis, tuvierais"),
        ("hacer", "hacéis, hicisteis, hacíais, haréis, haríais, hagáis, hicierais"),
        ("decir", "decís, dijisteis, decíais, diréis, diríais, digáis, dijerais"),
        ("poder", "podéis, pudisteis, podíais, podréis, podríais, podáis, pudierais"),
        ("querer", "queréis, quisisteis, queríais, querréis, querríais, queráis, quisierais"),
        ("dar", "dais, disteis, dabais, daréis, daríais, deis, dierais"),
        ("ver", "veis, visteis, veíais, veréis, veríais, veáis, vierais"),
        ("oír", "oís, oísteis, oíais, oiréis, oiríais, oigáis, oyerais"),
        ("reír", "reís, reísteis, reíais, reiréis, reiríais, riáis, rierais"),
        ("caer", "caéis, caísteis, caíais, caeréis, caeríais, caigáis, cayerais"),
        ("pensar", "pensáis, pensasteis, pensabais, pensaréis, pensaríais, penséis, pensarais"),
        ("dormir", "dormís, dormisteis, dormíais, dormiréis, dormiríais, durmáis, durmierais"),
        ("pedir", "pedís, pedisteis, pedíais, pediréis, pediríais, pidáis, pidierais"),
        ("jugar", "jugáis, jugasteis, jugabais, jugaréis, jugaríais, juguéis, jugarais"),
        ("construir", "construís, construisteis, construíais, construiréis, construiríais, construyáis, construyerais"),
        ("enviar", "enviáis, enviasteis, enviabais, enviaréis, enviaríais, enviéis, enviarais"),
        ("conocer", "conocéis, conocisteis, conocíais, conoceréis, conoceríais, conozcáis, conocierais"),
        ("traducir", "traducís, tradujisteis, traducíais, traduciréis, traduciríais, traduzcáis, tradujerais"),
        (
            "levantarse",
            "os levantáis, os levantasteis, os levantabais, os levantaréis, os levantaríais, os levantéis, os levantarais"
        ),
    ]) func severalInSpain(_ verb: String, _ line: String) {
        let made = Self.tenses.compactMap {
            spain.form($0, of: InflectableWord(verb, .verb), agreement: Self.several)
        }
        #expect(made.joined(separator: ", ") == line)
    }

    @Test(arguments: [
        ("hablar", "hablara, hablaras, hablara, habláramos, hablaran"),
        ("comer", "comiera, comieras, comiera, comiéramos, comieran"),
        ("ser", "fuera, fueras, fuera, fuéramos, fueran"), ("decir", "dijera, dijeras, dijera, dijéramos, dijeran"),
        ("tener", "tuviera, tuvieras, tuviera, tuviéramos, tuvieran"),
        ("dormir", "durmiera, durmieras, durmiera, durmiéramos, durmieran"),
        ("leer", "leyera, leyeras, leyera, leyéramos, leyeran"),
        ("reñir", "riñera, riñeras, riñera, riñéramos, riñeran"),
        ("andar", "anduviera, anduvieras, anduviera, anduviéramos, anduvieran"),
        ("conducir", "condujera, condujeras, condujera, condujéramos, condujeran"),
        ("irse", "me fuera, te fueras, se fuera, nos fuéramos, se fueran"),
    ]) func thePastSubjunctive(_ verb: String, _ line: String) {
        let made = Self.persons.filter { $0 != Self.several }.compactMap {
            america.form("past-subjunctive", of: InflectableWord(verb, .verb), agreement: $0)
        }
        #expect(made.joined(separator: ", ") == line)
    }

    @Test func pronounsOfSeveral() {
        #expect(spain.pronoun("él", agreement: Self.several) == "vosotros")
        #expect(
            spain.pronoun("él", agreement: Agreement(person: .second, isPlural: true, gender: .feminine)) == "vosotras"
        )
        #expect(spain.pronoun("se", agreement: Self.several) == "os")
        #expect(spain.pronoun("sus-f", agreement: Self.several) == "vuestras")
        #expect(america.pronoun("él", agreement: Self.several) == "ustedes")
        #expect(america.pronoun("se", agreement: Self.several) == "se")
        #expect(america.pronoun("su", agreement: Self.several) == "su")
        #expect(
            america.form("present", of: InflectableWord("irse", .verb), agreement: Self.several) == "se van"
        )
        #expect(
            SpanishForms().determiner("vuestro", agreement: Agreement(gender: .feminine), next: "casa") == "vuestra"
        )
    }

    /// The reverse rules find the word for each generated form.
    @Test func theLemmatizerKnowsTheForms() throws {
        let lemmas = try #require(LanguageTag("es").flatMap { LemmaRules(language: $0) })
        let verbs = """
            hablar comer vivir ser estar tener hacer decir poder querer saber poner venir salir ver dar oír caer traer
            conducir pensar contar pedir dormir jugar seguir conocer elegir construir enviar buscar llegar empezar leer
            morir volver escribir abrir romper sentir preferir mover perder recordar encender cerrar reír continuar
            reunir oler andar haber averiar confiar graduar vencer convencer freír ir valer nacer sugerir convertir reducir producir mantener obtener detener
            """.split(whereSeparator: { $0 == " " || $0 == "\n" }).map(String.init)
        var unknown: [String] = []
        for verb in verbs {
            for tense in Self.tenses + ["gerund", "participle"] {
                for agreement in Self.persons {
                    guard let form = spain.form(tense, of: InflectableWord(verb, .verb), agreement: agreement) else {
                        Issue.record("\(tense) of \(verb)")
                        continue
                    }
                    if form == verb || lemmas.lemmas(of: form).contains(where: { $0.text == verb }) { continue }
                    unknown.append("\(form) of \(verb)")
                }
            }
        }
        #expect(unknown.isEmpty, "\(unknown.count): \(Set(unknown).sorted())")
    }

    @Test func theLemmatizerKnowsWomenAndAdjectives() throws {
        let lemmas = try #require(LanguageTag("es").flatMap { LemmaRules(language: $0) })
        let pairs: [(String, String, PartOfSpeech)] = [
            ("médica", "médico", .noun), ("juezas", "juez", .noun), ("profesora", "profesor", .noun),
            ("verdes", "verde", .adjective), ("felices", "feliz", .adjective), ("belgas", "belga", .adjective),
            ("rojas", "rojo", .adjective),
        ]
        for (form, lemma, part) in pairs {
            #expect(lemmas.lemmas(of: form).contains { $0.text == lemma && $0.partOfSpeech == part }, "\(form)")
        }
        #expect(!lemmas.lemmas(of: "cartera").contains { $0.text == "cartero" && $0.partOfSpeech == .noun })
    }
}
