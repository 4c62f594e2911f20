import Language
import LanguageServices
import Testing

/// The forms of Spanish words, by name.
struct SpanishFormsTests {
    private let forms = SpanishForms()
    private let table = FormTable(forms: SpanishForms(), persons: FormTable.american)

    // MARK: Nouns and adjectives

    @Test func plurals() {
        table.expect(
            .noun,
            "plural",
            [
                ("libro", "libros"), ("luz", "luces"), ("lunes", "lunes"), ("canción", "canciones"), ("café", "cafés"),
                ("joven", "jóvenes"), ("examen", "exámenes"), ("imagen", "imágenes"), ("autobús", "autobuses"),
                ("mes", "meses"), ("país", "países"), ("raíz", "raíces"), ("lápiz", "lápices"), ("pez", "peces"),
                ("inglés", "ingleses"), ("paraguas", "paraguas"), ("crisis", "crisis"), ("rey", "reyes"),
                ("carácter", "caracteres"), ("jersey", "jerséis"), ("menú", "menús"), ("jabalí", "jabalíes"),
                ("sofá", "sofás"), ("árbol", "árboles"), ("reloj", "relojes"), ("ciudad", "ciudades"),
                ("jardín", "jardines"), ("baúl", "baúles"), ("club", "clubes"), ("chat", "chats"),
                ("tarjeta de crédito", "tarjetas de crédito"), ("correo electrónico", "correos electrónicos"),
                ("parada de autobús", "paradas de autobús"), ("bar", "bares"), ("orden", "órdenes"),
            ]
        )
    }

    @Test func nounsForPeople() {
        var doctor = InflectableWord("médico", .noun, irregular: ["feminine": "médica"])
        doctor.gender = .masculine
        let she = Agreement(gender: .feminine)
        let they = Agreement(isPlural: true, gender: .feminine)
        #expect(forms.form("singular", of: doctor, agreement: she) == "médica")
        #expect(forms.form("singular", of: doctor, agreement: they) == "médicas")
        #expect(forms.form("plural", of: doctor, agreement: nil) == "médicos")
        var artist = InflectableWord("artista", .noun)
        artist.gender = .masculine
        artist.hasBothGenders = true
        #expect(forms.form("singular", of: artist, agreement: she) == "artista")
        // A noun that is only masculine has no feminine form.
        var father = InflectableWord("padre", .noun)
        father.gender = .masculine
        #expect(forms.form("singular", of: father, agreement: she) == nil)
    }

    @Test func numbersThatNounsLack() {
        #expect(forms.form("plural", of: InflectableWord("leche", .noun, number: .singularOnly), agreement: nil) == nil)
        let glasses = InflectableWord("gafas", .noun, number: .pluralOnly)
        #expect(forms.form("plural", of: glasses, agreement: nil) == "gafas")
    }

    @Test func adjectivesThatAgree() {
        let rows: [(String, String, String, String)] = [
            ("rojo", "roja", "rojos", "rojas"), ("grande", "grande", "grandes", "grandes"),
            ("azul", "azul", "azules", "azules"), ("feliz", "feliz", "felices", "felices"),
            ("trabajador", "trabajadora", "trabajadores", "trabajadoras"), ("mayor", "mayor", "mayores", "mayores"),
            ("superior", "superior", "superiores", "superiores"), ("español", "española", "españoles", "españolas"),
            ("inglés", "inglesa", "ingleses", "inglesas"), ("alemán", "alemana", "alemanes", "alemanas"),
            ("marrón", "marrón", "marrones", "marrones"), ("joven", "joven", "jóvenes", "jóvenes"),
            ("cortés", "cortés", "corteses", "corteses"), ("belga", "belga", "belgas", "belgas"),
            ("fácil", "fácil", "fáciles", "fáciles"), ("con sueño", "con sueño", "con sueño", "con sueño"),
        ]
        for (masculine, feminine, plural, both) in rows {
            let word = InflectableWord(masculine, .adjective)
            #expect(forms.form("positive", of: word, agreement: Agreement(gender: .masculine)) == masculine)
            #expect(forms.form("positive", of: word, agreement: Agreement(gender: .feminine)) == feminine)
            #expect(forms.form("plural", of: word, agreement: nil) == plural)
            #expect(forms.form("positive", of: word, agreement: Agreement(isPlural: true, gender: .feminine)) == both)
        }
    }

    @Test func shortAdjectivesAndDegrees() {
        let she = Agreement(gender: .feminine)
        table.expect(
            .adjective,
            "short",
            [("bueno", "buen"), ("primero", "primer"), ("grande", "gran"), ("rojo", "rojo")]
        )
        table.expect(.adjective, "short", [("bueno", "buena"), ("primero", "primera"), ("grande", "gran")], she)
        table.expect(.adjective, "comparative", [("bueno", "mejor"), ("malo", "peor"), ("alto", "más alto")])
        table.expect(.adjective, "comparative", [("bueno", "mejor"), ("alto", "más alta")], she)
    }

    // MARK: Verbs

    @Test func presents() {
        table.expect(
            "present",
            [
                ("hablar", "hablo, hablas, habla, hablamos, hablan"), ("comer", "como, comes, come, comemos, comen"),
                ("vivir", "vivo, vives, vive, vivimos, viven"), ("ser", "soy, eres, es, somos, son"),
                ("estar", "estoy, estás, está, estamos, están"), ("ir", "voy, vas, va, vamos, van"),
                ("haber", "he, has, ha, hemos, han"), ("tener", "tengo, tienes, tiene, tenemos, tienen"),
                ("hacer", "hago, haces, hace, hacemos, hacen"), ("decir", "digo, dices, dice, decimos, dicen"),
                ("poder", "puedo, puedes, puede, podemos, pueden"), ("dar", "doy, das, da, damos, dan"),
                ("ver", "veo, ves, ve, vemos, ven"), ("saber", "sé, sabes, sabe, sabemos, saben"),
                ("oír", "oigo, oyes, oye, oímos, oyen"), ("reír", "río, ríes, ríe, reímos, ríen"),
                ("pensar", "pienso, piensas, piensa, pensamos, piensan"),
                ("contar", "cuento, cuentas, cuenta, contamos, cuentan"),
                ("pedir", "pido, pides, pide, pedimos, piden"), ("jugar", "juego, juegas, juega, jugamos, juegan"),
                ("dormir", "duermo, duermes, duerme, dormimos, duermen"),
                ("seguir", "sigo, sigues, sigue, seguimos, siguen"),
                ("conocer", "conozco, conoces, conoce, conocemos, conocen"),
                ("vencer", "venzo, vences, vence, vencemos, vencen"),
                ("coger", "cojo, coges, coge, cogemos, cogen"), ("elegir", "elijo, eliges, elige, elegimos, eligen"),
                ("construir", "construyo, construyes, construye, construimos, construyen"),
                ("enviar", "envío, envías, envía, enviamos, envían"),
                ("continuar", "continúo, continúas, continúa, continuamos, continúan"),
                ("reunir", "reúno, reúnes, reúne, reunimos, reúnen"),
                ("mantener", "mantengo, mantienes, mantiene, mantenemos, mantienen"),
                ("oler", "huelo, hueles, huele, olemos, huelen"), ("salir", "salgo, sales, sale, salimos, salen"),
                ("traducir", "traduzco, traduces, traduce, traducimos, traducen"),
                ("levantarse", "me levanto, te levantas, se levanta, nos levantamos, se levantan"),
                ("irse", "me voy, te vas, se va, nos vamos, se van"),
                (
                    "hacer la compra",
                    "hago la compra, haces la compra, hace la compra, hacemos la compra, hacen la compra"
                ),
            ]
        )
    }

    @Test func preterites() {
        table.expect(
            "preterite",
            [
                ("hablar", "hablé, hablaste, habló, hablamos, hablaron"),
                ("comer", "comí, comiste, comió, comimos, comieron"),
                ("buscar", "busqué, buscaste, buscó, buscamos, buscaron"),
                ("llegar", "llegué, llegaste, llegó, llegamos, llegaron"),
                ("empezar", "empecé, empezaste, empezó, empezamos, empezaron"),
                ("ser", "fui, fuiste, fue, fuimos, fueron"), ("ir", "fui, fuiste, fue, fuimos, fueron"),
                ("dar", "di, diste, dio, dimos, dieron"), ("ver", "vi, viste, vio, vimos, vieron"),
                ("tener", "tuve, tuviste, tuvo, tuvimos, tuvieron"),
                ("hacer", "hice, hiciste, hizo, hicimos, hicieron"),
                ("decir", "dije, dijiste, dijo, dijimos, dijeron"), ("saber", "supe, supiste, supo, supimos, supieron"),
                ("pedir", "pedí, pediste, pidió, pedimos, pidieron"),
                ("dormir", "dormí, dormiste, durmió, dormimos, durmieron"),
                ("morir", "morí, moriste, murió, morimos, murieron"),
                ("leer", "leí, leíste, leyó, leímos, leyeron"), ("caer", "caí, caíste, cayó, caímos, cayeron"),
                ("construir", "construí, construiste, construyó, construimos, construyeron"),
                ("freír", "freí, freíste, frio, freímos, frieron"),
                ("reír", "reí, reíste, rio, reímos, rieron"),
                ("sonreír", "sonreí, sonreíste, sonrió, sonreímos, sonrieron"),
                ("producir", "produje, produjiste, produjo, produjimos, produjeron"),
                ("suponer", "supuse, supusiste, supuso, supusimos, supusieron"),
                ("subir", "subí, subiste, subió, subimos, subieron"),
                ("traer", "traje, trajiste, trajo, trajimos, trajeron"),
            ]
        )
    }

    @Test func otherTenses() {
        table.expect(
            "imperfect",
            [
                ("hablar", "hablaba, hablabas, hablaba, hablábamos, hablaban"), ("ser", "era, eras, era, éramos, eran"),
                ("ir", "iba, ibas, iba, íbamos, iban"), ("ver", "veía, veías, veía, veíamos, veían"),
                ("vivir", "vivía, vivías, vivía, vivíamos, vivían"),
            ]
        )
        table.expect(
            "future",
            [
                ("hablar", "hablaré, hablarás, hablará, hablaremos, hablarán"),
                ("tener", "tendré, tendrás, tendrá, tendremos, tendrán"), ("oír", "oiré, oirás, oirá, oiremos, oirán"),
                ("ser", "seré, serás, será, seremos, serán"),
            ]
        )
        table.expect(
            "subjunctive",
            [
                ("tener", "tenga, tengas, tenga, tengamos, tengan"), ("pedir", "pida, pidas, pida, pidamos, pidan"),
                ("dormir", "duerma, duermas, duerma, durmamos, duerman"),
                ("llegar", "llegue, llegues, llegue, lleguemos, lleguen"),
                ("ir", "vaya, vayas, vaya, vayamos, vayan"), ("estar", "esté, estés, esté, estemos, estén"),
                ("poder", "pueda, puedas, pueda, podamos, puedan"),
                ("buscar", "busque, busques, busque, busquemos, busquen"),
            ]
        )
        table.expect(
            "perfect",
            [
                ("escribir", "he escrito, has escrito, ha escrito, hemos escrito, han escrito"),
                (
                    "levantarse",
                    "me he levantado, te has levantado, se ha levantado, nos hemos levantado, se han levantado"
                ),
            ]
        )
    }

    @Test func gerundsAndParticiples() {
        table.expect(
            .verb,
            "gerund",
            [
                ("hablar", "hablando"), ("pedir", "pidiendo"), ("dormir", "durmiendo"), ("leer", "leyendo"),
                ("ir", "yendo"),
                ("decir", "diciendo"), ("reír", "riendo"), ("levantarse", "levantándose"), ("caerse", "cayéndose"),
            ]
        )
        table.expect(.verb, "gerund", [("vestirse", "vistiéndome")], Agreement(person: .first))
        table.expect(
            .verb,
            "participle",
            [
                ("hablar", "hablado"), ("hacer", "hecho"), ("abrir", "abierto"), ("devolver", "devuelto"),
                ("leer", "leído"),
                ("inscribir", "inscrito"), ("romper", "roto"), ("ser", "sido"), ("ver", "visto"),
            ]
        )
        table.expect(
            .verb,
            "infinitive",
            [("levantarse", "levantarme"), ("irse a casa", "irme a casa")],
            Agreement(person: .first)
        )
    }

    @Test func commands() {
        table.expect(
            .verb,
            "imperative",
            [
                ("hablar", "habla"), ("tener", "ten"), ("hacer", "haz"), ("decir", "di"), ("poner", "pon"),
                ("ir", "ve"),
                ("ser", "sé"), ("predecir", "predice"), ("salir", "sal"), ("venir", "ven"), ("mantener", "mantén"),
                ("levantarse", "levántate"),
                ("sentarse", "siéntate"), ("irse", "vete"), ("ponerse", "ponte"),
            ]
        )
        table.expect(
            .verb,
            "formal",
            [
                ("hablar", "hable"), ("ir", "vaya"), ("seguir", "siga"), ("sentarse", "siéntese"), ("buscar", "busque"),
            ]
        )
    }

    @Test func whatIsNoWordHasNoForms() {
        for text in ["", "r", "se", "ar", "xyz", "rse", "🙂", "a b c", "é", "irse irse"] {
            for name in forms.names(of: .verb) {
                _ = forms.form(name, of: InflectableWord(text, .verb), agreement: Agreement())
            }
            for part in [PartOfSpeech.noun, .adjective, .adverb] {
                for name in forms.names(of: part) {
                    _ = forms.form(name, of: InflectableWord(text, part), agreement: nil)
                }
            }
        }
        #expect(forms.form("present", of: InflectableWord("xyz", .verb), agreement: Agreement()) == nil)
        #expect(forms.form("present", of: InflectableWord("hablar", .verb), agreement: nil) == nil)
        #expect(forms.form("past", of: InflectableWord("hablar", .verb), agreement: Agreement()) == nil)
    }
}
