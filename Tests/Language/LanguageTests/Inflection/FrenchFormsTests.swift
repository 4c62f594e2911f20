import Language
import LanguageServices
import Testing

/// The forms of French words, by name.
struct FrenchFormsTests {
    private let forms = FrenchForms()
    private let table = FormTable(forms: FrenchForms())

    // MARK: Nouns and adjectives

    @Test func plurals() {
        table.expect(
            .noun,
            "plural",
            [
                ("livre", "livres"), ("journal", "journaux"), ("bal", "bals"), ("festival", "festivals"),
                ("eau", "eaux"),
                ("bateau", "bateaux"), ("jeu", "jeux"), ("pneu", "pneus"), ("bijou", "bijoux"), ("clou", "clous"),
                ("genou", "genoux"), ("travail", "travaux"), ("détail", "détails"), ("œil", "yeux"), ("ciel", "cieux"),
                ("bras", "bras"), ("prix", "prix"), ("nez", "nez"), ("monsieur", "messieurs"), ("madame", "mesdames"),
                ("pomme de terre", "pommes de terre"), ("sac à dos", "sacs à dos"),
                ("carte d'identité", "cartes d'identité"),
                ("réseau social", "réseaux sociaux"), ("petit pois", "petits pois"), ("gâteau", "gâteaux"),
            ]
        )
    }

    @Test func nounsForPeople() {
        var lawyer = InflectableWord("avocat", .noun, irregular: ["feminine": "avocate"])
        lawyer.gender = .masculine
        let she = Agreement(gender: .feminine)
        #expect(forms.form("singular", of: lawyer, agreement: she) == "avocate")
        #expect(
            forms.form("singular", of: lawyer, agreement: Agreement(isPlural: true, gender: .feminine)) == "avocates"
        )
        #expect(forms.form("plural", of: lawyer, agreement: nil) == "avocats")
        var artist = InflectableWord("artiste", .noun)
        artist.gender = .masculine
        artist.hasBothGenders = true
        #expect(forms.form("singular", of: artist, agreement: she) == "artiste")
        // A noun that is only masculine has no feminine form.
        var father = InflectableWord("père", .noun)
        father.gender = .masculine
        #expect(forms.form("singular", of: father, agreement: she) == nil)
    }

    @Test func adjectivesThatAgree() {
        let rows: [(String, String, String, String)] = [
            ("petit", "petite", "petits", "petites"), ("rouge", "rouge", "rouges", "rouges"),
            ("beau", "belle", "beaux", "belles"), ("nouveau", "nouvelle", "nouveaux", "nouvelles"),
            ("vieux", "vieille", "vieux", "vieilles"), ("blanc", "blanche", "blancs", "blanches"),
            ("heureux", "heureuse", "heureux", "heureuses"), ("sportif", "sportive", "sportifs", "sportives"),
            ("cher", "chère", "chers", "chères"), ("premier", "première", "premiers", "premières"),
            ("bon", "bonne", "bons", "bonnes"), ("italien", "italienne", "italiens", "italiennes"),
            ("gros", "grosse", "gros", "grosses"), ("gris", "grise", "gris", "grises"),
            ("frais", "fraîche", "frais", "fraîches"),
            ("gentil", "gentille", "gentils", "gentilles"), ("naturel", "naturelle", "naturels", "naturelles"),
            ("inquiet", "inquiète", "inquiets", "inquiètes"), ("muet", "muette", "muets", "muettes"),
            ("long", "longue", "longs", "longues"), ("sec", "sèche", "secs", "sèches"),
            ("doux", "douce", "doux", "douces"),
            ("public", "publique", "publics", "publiques"), ("normal", "normale", "normaux", "normales"),
            ("final", "finale", "finals", "finales"), ("bleu", "bleue", "bleus", "bleues"),
            ("marron", "marron", "marron", "marron"), ("travailleur", "travailleuse", "travailleurs", "travailleuses"),
            ("supérieur", "supérieure", "supérieurs", "supérieures"), ("mauvais", "mauvaise", "mauvais", "mauvaises"),
            ("tout", "toute", "tous", "toutes"), ("aigu", "aiguë", "aigus", "aiguës"),
            ("favori", "favorite", "favoris", "favorites"),
            ("brun", "brune", "bruns", "brunes"), ("jaloux", "jalouse", "jaloux", "jalouses"),
            ("bien connu", "bien connue", "bien connus", "bien connues"),
            ("vingt et unième", "vingt et unième", "vingt et unièmes", "vingt et unièmes"),
            ("espagnol", "espagnole", "espagnols", "espagnoles"),
        ]
        for (lemma, feminine, plural, feminines) in rows {
            #expect(table.form("feminine", lemma, .adjective) == feminine)
            #expect(table.form("plural", lemma, .adjective) == plural)
            #expect(table.form("feminine-plural", lemma, .adjective) == feminines)
            let she = Agreement(isPlural: true, gender: .feminine)
            #expect(table.form("positive", lemma, .adjective, she) == feminines)
        }
    }

    @Test func comparatives() {
        table.expect(.adjective, "comparative", [("bon", "meilleur"), ("grand", "plus grand"), ("mauvais", "pire")])
        table.expect(
            .adjective,
            "comparative",
            [("bon", "meilleure"), ("beau", "plus belle"), ("mauvais", "pire")],
            Agreement(gender: .feminine)
        )
    }

    @Test func wordsThatAreNone() {
        for text in ["", " ", "er", "re", "x", "'", "se ", "s'", "s'en aller", "\u{0}er", "être être", "ééé", "🙂er"] {
            for name in forms.names(of: .verb) {
                for agreement in table.persons { _ = table.form(name, text, .verb, agreement) }
            }
            for name in forms.names(of: .adjective) {
                _ = table.form(name, text, .adjective, Agreement(gender: .feminine))
            }
            _ = table.form("plural", text, .noun)
        }
        #expect(table.form("present", "bonjour", .verb, Agreement()) == nil)
        #expect(table.form("past", "parler", .verb, Agreement()) == nil)
    }

    // MARK: Sound

    @Test func vowelsAndTheAspiratedH() {
        for word in [
            "eau", "homme", "hôtel", "heure", "yeux", "œuf", "âge", "école", "un", "huile", "héroïne", "haltère",
            "Inde",
        ] {
            #expect(FrenchElision.startsWithVowel(word), "\(word)")
        }
        for word in [
            "pain", "haricot", "héros", "haine", "huit", "onze", "oui", "yaourt", "hibou", "haut", "hindi", "Hongrie",
            "", "«",
        ] {
            #expect(!FrenchElision.startsWithVowel(word), "\(word)")
        }
    }

    @Test func determinersBeforeVowels() {
        func determiner(_ name: String, _ gender: Agreement.Gender, _ next: String?) -> String? {
            FrenchForms().determiner(name, agreement: Agreement(gender: gender), next: next)
        }
        #expect(determiner("le", .feminine, "école") == "l'")
        #expect(determiner("ce", .masculine, "homme") == "cet")
        #expect(determiner("mon", .feminine, "amie") == "mon")
        #expect(determiner("mon", .feminine, nil) == "ma")
        #expect(determiner("du", .feminine, "eau") == "de l'")
        #expect(determiner("au", .masculine, "hôtel") == "à l'")
        #expect(determiner("au", .masculine, "héros") == "au")
        #expect(determiner("nouveau", .masculine, "ami") == "nouvel")
        #expect(determiner("vieux", .feminine, nil) == "vieille")
        #expect(determiner("vieux", .masculine, nil) == "vieux")
        #expect(determiner("les", .feminine, "écoles") == "les")
        #expect(determiner("grand", .feminine, nil) == nil)
    }
}
