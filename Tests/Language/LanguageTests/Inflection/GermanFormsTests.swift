import Language
import LanguageServices
import Testing

/// The forms of German words, by name.
struct GermanFormsTests {
    private let forms = GermanForms()
    private let table = FormTable(forms: GermanForms(), separator: " ")

    private func noun(_ lemma: String, _ gender: Agreement.Gender, plural: String? = nil) -> InflectableWord {
        var word = InflectableWord(lemma, .noun, irregular: plural.map { ["plural": $0] } ?? [:])
        word.gender = gender
        return word
    }

    // MARK: Nouns

    @Test func casesOfNouns() {
        let rows: [(InflectableWord, String)] = [
            (noun("Haus", .neuter, plural: "Häuser"), "Haus Haus Hauses Häuser Häusern"),
            (noun("Kind", .neuter, plural: "Kinder"), "Kind Kind Kindes Kinder Kindern"),
            (noun("Tisch", .masculine, plural: "Tische"), "Tisch Tisch Tisches Tische Tischen"),
            (noun("Auto", .neuter, plural: "Autos"), "Auto Auto Autos Autos Autos"),
            (noun("Frau", .feminine, plural: "Frauen"), "Frau Frau Frau Frauen Frauen"),
            (noun("Lampe", .feminine), "Lampe Lampe Lampe Lampen Lampen"),
            (noun("Lehrerin", .feminine), "Lehrerin Lehrerin Lehrerin Lehrerinnen Lehrerinnen"),
            (noun("Junge", .masculine), "Jungen Jungen Jungen Jungen Jungen"),
            (noun("Student", .masculine), "Studenten Studenten Studenten Studenten Studenten"),
            (noun("Herr", .masculine, plural: "Herren"), "Herrn Herrn Herrn Herren Herren"),
            (noun("Name", .masculine), "Namen Namen Namens Namen Namen"),
            (noun("Nachbar", .masculine, plural: "Nachbarn"), "Nachbarn Nachbarn Nachbarn Nachbarn Nachbarn"),
            (noun("Staat", .masculine, plural: "Staaten"), "Staat Staat Staates Staaten Staaten"),
            (
                noun("Professor", .masculine, plural: "Professoren"),
                "Professor Professor Professors Professoren Professoren"
            ),
            (noun("Mädchen", .neuter), "Mädchen Mädchen Mädchens Mädchen Mädchen"),
            (noun("Wohnung", .feminine), "Wohnung Wohnung Wohnung Wohnungen Wohnungen"),
        ]
        for (word, line) in rows {
            let names = ["accusative", "dative", "genitive", "plural", "plural-dative"]
            let made = names.compactMap { forms.form($0, of: word, agreement: nil) }
            #expect(made.joined(separator: " ") == line, "\(word.lemma)")
        }
    }

    @Test func numbersThatNounsLack() {
        var milk = InflectableWord("Milch", .noun, number: .singularOnly)
        milk.gender = .feminine
        #expect(forms.form("plural", of: milk, agreement: nil) == nil)
        // An unknown plural is not guessed.
        #expect(forms.form("plural", of: noun("Tisch", .masculine), agreement: nil) == nil)
        let parents = InflectableWord("Eltern", .noun, number: .pluralOnly)
        #expect(forms.form("dative", of: parents, agreement: nil) == "Eltern")
        let people = InflectableWord("Leute", .noun, number: .pluralOnly)
        #expect(forms.form("dative", of: people, agreement: nil) == "Leuten")
        #expect(forms.form("singular", of: people, agreement: nil) == "Leute")
    }

    @Test func nounsForPeople() {
        var doctor = noun("Arzt", .masculine, plural: "Ärzte")
        doctor.irregular["feminine"] = "Ärztin"
        #expect(forms.form("singular", of: doctor, agreement: Agreement(gender: .feminine)) == "Ärztin")
        #expect(
            forms.form("singular", of: doctor, agreement: Agreement(isPlural: true, gender: .feminine)) == "Ärztinnen"
        )
        #expect(forms.form("singular", of: doctor, agreement: Agreement(gender: .masculine)) == "Arzt")
        #expect(forms.form("singular", of: noun("Vater", .masculine), agreement: Agreement(gender: .feminine)) == nil)
    }

    // MARK: Adjectives

    @Test func endingsOfAdjectives() {
        let genders: [Agreement] = [
            Agreement(gender: .masculine), Agreement(gender: .feminine), Agreement(gender: .neuter),
            Agreement(isPlural: true),
        ]
        let rows: [(String, String)] = [
            ("der", "neue neue neue neuen"), ("den", "neuen neue neue neuen"), ("dem", "neuen neuen neuen neuen"),
            ("des", "neuen neuen neuen neuen"), ("ein", "neuer neue neues neuen"), ("einen", "neuen neue neues neuen"),
            ("einem", "neuen neuen neuen neuen"), ("strong", "neuer neue neues neue"),
            ("strong-accusative", "neuen neue neues neue"), ("strong-dative", "neuem neuer neuem neuen"),
        ]
        for (name, line) in rows {
            let made = genders.compactMap { forms.form(name, of: InflectableWord("neu", .adjective), agreement: $0) }
            #expect(made.joined(separator: " ") == line, "\(name)")
        }
        table.expect(
            .adjective,
            "ein",
            [
                ("hoch", "hoher"), ("teuer", "teurer"), ("dunkel", "dunkler"), ("sauer", "saurer"), ("müde", "müder"),
                ("lecker", "leckerer"), ("rosa", "rosa"), ("sauber", "sauberer"), ("böse", "böser"),
            ],
            Agreement(gender: .masculine)
        )
    }

    @Test func degrees() {
        let rows: [(String, String, String)] = [
            ("alt", "älter", "ältesten"), ("gut", "besser", "besten"), ("viel", "mehr", "meisten"),
            ("hoch", "höher", "höchsten"), ("groß", "größer", "größten"), ("nah", "näher", "nächsten"),
            ("teuer", "teurer", "teuersten"), ("dunkel", "dunkler", "dunkelsten"), ("kurz", "kürzer", "kürzesten"),
            ("spannend", "spannender", "spannendsten"), ("praktisch", "praktischer", "praktischsten"),
            ("hübsch", "hübscher", "hübschesten"), ("neu", "neuer", "neuesten"), ("müde", "müder", "müdesten"),
            ("interessant", "interessanter", "interessantesten"), ("klein", "kleiner", "kleinsten"),
        ]
        for (lemma, comparative, superlative) in rows {
            let word = InflectableWord(lemma, .adjective)
            #expect(forms.form("comparative", of: word, agreement: nil) == comparative)
            #expect(forms.form("superlative", of: word, agreement: nil) == superlative)
        }
        #expect(forms.form("comparative", of: InflectableWord("lila", .adjective), agreement: nil) == nil)
    }

    // MARK: Verbs

    @Test func presents() {
        table.expect(
            "present",
            [
                ("machen", "mache machst macht machen macht machen"),
                ("sein", "bin bist ist sind seid sind"), ("haben", "habe hast hat haben habt haben"),
                ("werden", "werde wirst wird werden werdet werden"), ("können", "kann kannst kann können könnt können"),
                ("müssen", "muss musst muss müssen müsst müssen"), ("wissen", "weiß weißt weiß wissen wisst wissen"),
                ("fahren", "fahre fährst fährt fahren fahrt fahren"), ("lesen", "lese liest liest lesen lest lesen"),
                ("nehmen", "nehme nimmst nimmt nehmen nehmt nehmen"), ("essen", "esse isst isst essen esst essen"),
                ("geben", "gebe gibst gibt geben gebt geben"), ("halten", "halte hältst hält halten haltet halten"),
                ("lassen", "lasse lässt lässt lassen lasst lassen"),
                ("treten", "trete trittst tritt treten tretet treten"),
                ("arbeiten", "arbeite arbeitest arbeitet arbeiten arbeitet arbeiten"),
                ("öffnen", "öffne öffnest öffnet öffnen öffnet öffnen"),
                ("lernen", "lerne lernst lernt lernen lernt lernen"),
                ("sammeln", "sammle sammelst sammelt sammeln sammelt sammeln"),
                ("ändern", "ändere änderst ändert ändern ändert ändern"), ("tun", "tue tust tut tun tut tun"),
                ("heißen", "heiße heißt heißt heißen heißt heißen"),
                ("aufstehen", "stehe stehst steht stehen steht stehen"),
                ("verstehen", "verstehe verstehst versteht verstehen versteht verstehen"),
                ("gefallen", "gefalle gefällst gefällt gefallen gefallt gefallen"),
            ]
        )
    }

    @Test func pasts() {
        table.expect(
            "past",
            [
                ("machen", "machte machtest machte machten machtet machten"),
                ("sein", "war warst war waren wart waren"),
                ("haben", "hatte hattest hatte hatten hattet hatten"),
                ("werden", "wurde wurdest wurde wurden wurdet wurden"),
                ("gehen", "ging gingst ging gingen gingt gingen"), ("finden", "fand fandest fand fanden fandet fanden"),
                ("denken", "dachte dachtest dachte dachten dachtet dachten"),
                ("arbeiten", "arbeitete arbeitetest arbeitete arbeiteten arbeitetet arbeiteten"),
                ("anrufen", "rief riefst rief riefen rieft riefen"),
                ("bereiten", "bereitete bereitetest bereitete bereiteten bereitetet bereiteten"),
                ("schreien", "schrie schriest schrie schrien schriet schrien"),
                ("wollen", "wollte wolltest wollte wollten wolltet wollten"),
                ("verbringen", "verbrachte verbrachtest verbrachte verbrachten verbrachtet verbrachten"),
            ]
        )
    }

    @Test func otherFormsOfVerbs() {
        table.expect(
            .verb,
            "participle",
            [
                ("machen", "gemacht"), ("anrufen", "angerufen"), ("verstehen", "verstanden"), ("studieren", "studiert"),
                ("arbeiten", "gearbeitet"), ("aufmachen", "aufgemacht"), ("besuchen", "besucht"),
                ("antworten", "geantwortet"),
                ("vorbereiten", "vorbereitet"), ("anerkennen", "anerkannt"), ("kennenlernen", "kennengelernt"),
                ("essen", "gegessen"), ("sein", "gewesen"), ("beißen", "gebissen"), ("gehören", "gehört"),
                ("fernsehen", "ferngesehen"), ("übersetzen", "übersetzt"), ("wiederholen", "wiederholt"),
                ("umarmen", "umarmt"), ("Rad fahren", "Rad gefahren"), ("sich freuen", "gefreut"),
                ("heiraten", "geheiratet"),
                ("ernten", "geerntet"), ("anprobieren", "anprobiert"), ("löschen", "gelöscht"),
                ("vorhersagen", "vorhergesagt"),
                ("wehtun", "wehgetan"), ("begleiten", "begleitet"), ("bekommen", "bekommen"),
                ("stattfinden", "stattgefunden"),
            ]
        )
        table.expect(
            .verb,
            "zu",
            [
                ("machen", "zu machen"), ("anrufen", "anzurufen"), ("verstehen", "zu verstehen"),
                ("Rad fahren", "Rad zu fahren"),
            ]
        )
        table.expect(
            .verb,
            "imperative",
            [
                ("machen", "mach"), ("lesen", "lies"), ("nehmen", "nimm"), ("fahren", "fahr"), ("sein", "sei"),
                ("warten", "warte"), ("öffnen", "öffne"), ("geben", "gib"), ("helfen", "hilf"), ("sprechen", "sprich"),
                ("haben", "hab"), ("entschuldigen", "entschuldige"), ("aufstehen", "steh"), ("vergessen", "vergiss"),
            ]
        )
        table.expect(.verb, "formal", [("kommen", "kommen Sie"), ("sein", "seien Sie")])
        table.expect(.verb, "prefix", [("aufstehen", "auf"), ("machen", ""), ("Rad fahren", "Rad"), ("antworten", "")])
        table.expect(.verb, "clause", [("aufstehen", "aufsteht"), ("Rad fahren", "Rad fährt")], Agreement())
        table.expect(
            .verb,
            "subjunctive",
            [("haben", "hätte"), ("sein", "wäre"), ("werden", "würde"), ("mögen", "möchte")],
            Agreement()
        )
        table.expect(
            .verb,
            "subjunctive",
            [("können", "könnte"), ("sollen", "sollte"), ("wissen", "wüsste")],
            Agreement()
        )
        table.expect(
            .verb,
            "reflexive",
            [("sich freuen", "mich"), ("sich die Zähne putzen", "mir"), ("machen", "")],
            Agreement(person: .first)
        )
    }

    /// The reverse rules find the verb for each generated form.
    @Test func theWayBack() throws {
        let german = try #require(LanguageTag("de"))
        let rules = try #require(LemmaRules(language: german))
        let verbs = [
            "machen", "gehen", "lesen", "fahren", "nehmen", "arbeiten", "öffnen", "sammeln", "ändern", "verstehen",
            "denken",
            "anrufen", "aufmachen", "studieren", "besuchen", "vergessen", "kennenlernen", "vorbereiten", "wehtun",
        ]
        for verb in verbs {
            let word = InflectableWord(verb, .verb)
            for name in ["clause", "past-clause", "participle"] {
                for person in table.persons {
                    let form = try #require(forms.form(name, of: word, agreement: person))
                    #expect(form == verb || rules.lemmas(of: form).contains { $0.text == verb }, "\(form) of \(verb)")
                }
            }
        }
    }

    @Test func whatIsNoWord() {
        for lemma in ["", " ", "n", "sich", "sich ", "ö", "en", "🙂", "x y z"] {
            for part in [PartOfSpeech.verb, .noun, .adjective] {
                for name in forms.names(of: part) {
                    _ = forms.form(name, of: InflectableWord(lemma, part), agreement: Agreement(gender: .feminine))
                }
            }
        }
        #expect(forms.form("present", of: InflectableWord("Haus", .verb), agreement: Agreement()) == nil)
        #expect(forms.form("nonsense", of: InflectableWord("machen", .verb), agreement: Agreement()) == nil)
    }
}
