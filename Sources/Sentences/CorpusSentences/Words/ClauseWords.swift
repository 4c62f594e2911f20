import Language

/// A language's function words, which indicate whether a sentence can stand alone.
struct ClauseWords: Sendable {
    /// Words at the start of a sentence that refer to the previous sentence: *but*, *this*, *therefore*.
    var openings: Set<String> = []

    /// Third-person pronouns, which need an antecedent.
    var pronouns: Set<String> = []

    /// Other function words: articles, prepositions, auxiliaries.
    var others: Set<String> = []

    /// Verb forms that are always finite: *is*, *has*, *will*.
    var finite: Set<String> = []

    /// Subjects that a finite verb follows: *I*, *they*, *who*.
    var subjects: Set<String> = []

    /// Words that introduce a dependent clause: *if*, *because*.
    var subordinators: Set<String> = []

    /// Words that may precede an imperative: *please*.
    var commands: Set<String> = []

    /// Words that introduce a relative clause: *that*, *who*.
    var relatives: Set<String> = []

    /// Whether a word is a function word.
    func contains(_ word: String) -> Bool {
        others.contains(word) || pronouns.contains(word) || openings.contains(word) || finite.contains(word)
            || subjects.contains(word)
    }

    /// The function words of a language; empty if unknown, in which case no sentences are excluded.
    static func of(_ language: String) -> ClauseWords { all[language] ?? ClauseWords() }

    private static let all: [String: ClauseWords] = [
        "en": ClauseWords(
            openings: .words(
                """
                and but or so yet nor because then thus therefore hence however moreover furthermore besides also too
                otherwise instead still anyway meanwhile nevertheless nonetheless consequently accordingly this that these
                those such here there's which whom whose both neither either likewise similarly finally afterwards whereas
                although though
                """
            ),
            pronouns: .words("he she it they him her them his hers its their theirs himself herself itself themselves"),
            others: .words(
                """
                a an the of in on at to from for with by about as into over under up down out off if than when where while
                not no do does did don't doesn't didn't my your our me us who what how all some any be been being more most
                very just there only
                """
            ),
            finite: .words(
                """
                is are was were am isn't aren't wasn't weren't i'm you're he's she's it's we're they're that's there's
                what's who's has have had hasn't haven't hadn't i've you've we've they've i'd you'd he'd she'd we'd they'd
                do does did don't doesn't didn't will would won't wouldn't i'll you'll he'll she'll it'll we'll they'll
                can could can't couldn't cannot may might must mustn't shall should shouldn't ought let's
                """
            ),
            subjects: .words(
                "i you he she it we they who there this that these those everybody everyone nobody someone"
            ),
            subordinators: .words(
                "if when because while although though unless whereas whether wherever how why as"
            ),
            commands: .words("please never always just"),
            relatives: .words("that who which whose")
        ),
        "de": ClauseWords(
            openings: .words(
                """
                und aber oder doch denn sondern deshalb daher darum deswegen trotzdem dennoch außerdem also dann danach
                jedoch so dies dieser diese dieses diesen diesem jener jene jenes das dabei damit dafür dagegen davon dazu
                darauf daran darin sonst schließlich zudem allerdings hingegen weil obwohl
                """
            ),
            pronouns: .words("er sie es ihn ihm ihr ihnen sein seine seinen seinem seiner ihre ihren ihrem ihrer"),
            others: .words(
                """
                der die das den dem des ein eine einen einem einer eines in im an am auf zu zum zur von vom mit bei nach aus
                für um über unter vor hinter nicht kein keine keinen als wie wenn dass mein dein unser sich mich mir dich dir
                uns euch sehr nur auch noch schon
                """
            ),
            finite: .words(
                """
                ist sind war waren bin bist seid hat haben hatte hatten habe hast wird werden wurde wurden kann können konnte
                konnten muss müssen musste mussten will wollen wollte wollten soll sollen sollte darf dürfen mag möchte
                """
            ),
            subjects: .words("ich du er sie es wir ihr man wer")
        ),
        "es": ClauseWords(
            openings: .words(
                """
                y e pero o u sino pues entonces luego así además también tampoco sin embargo por eso este esta esto estos
                estas ese esa eso esos esas aquel aquella aquello porque aunque finalmente
                """
            ),
            pronouns: .words("él ella ello ellos ellas le les lo su sus suyo suya"),
            others: .words(
                """
                el la los las un una unos unas de del en a al con por para sin sobre entre no se me te nos que como cuando
                donde si mi tu más muy ya
                """
            ),
            finite: .words(
                """
                es son era eran fue fueron soy eres somos está están estaba estoy ha han había he hay tiene tienen tengo
                puede pueden puedo va van voy quiere quiero será sería
                """
            )
        ),
        "fr": ClauseWords(
            openings: .words(
                """
                et mais ou donc or ni car puis alors ensuite ainsi aussi cependant pourtant toutefois ce cet cette ces cela
                ça ceci celui celle ceux celles enfin sinon néanmoins parce quoique
                """
            ),
            pronouns: .words("il elle ils elles lui leur eux son sa ses leurs le la les"),
            others: .words(
                """
                le la les l' un une des de du d' en à au aux dans avec pour par sans sur sous entre ne pas n' se s' me m' te
                t' nous vous que qu' qui comme quand où si mon ma mes ton ta tes plus très y
                """
            ),
            finite: .words(
                """
                est sont était étaient suis es sommes êtes fut sera serait a ont avait avaient ai as avons avez va vont vais
                peut peuvent peux doit doivent veut veux fait
                """
            )
        ),
        "it": ClauseWords(
            openings: .words(
                """
                e ed ma o però quindi dunque allora poi perciò così inoltre anche tuttavia questo questa questi queste quello
                quella quelli quelle ciò infine perché
                """
            ),
            pronouns: .words("lui lei loro egli ella esso essa essi gli suo sua suoi sue"),
            others: .words(
                """
                il lo la i gli le l' un uno una di del della dei delle dell' in nel nella a al alla da dal dalla con per su
                sul sulla tra fra non si mi ti ci vi che come quando dove se mio mia tuo tua più molto
                """
            ),
            finite: .words(
                "è sono era erano sono sei siamo siete fu sarà ha hanno aveva ho hai abbiamo va vanno può possono deve vuole c'è"
            )
        ),
        "pt": ClauseWords(
            openings: .words(
                """
                e mas ou porém portanto então depois logo assim além também contudo todavia este esta isto estes estas esse
                essa isso esses essas aquele aquela aquilo porque embora
                """
            ),
            pronouns: .words("ele ela eles elas lhe lhes seu sua seus suas dele dela deles delas"),
            others: .words(
                """
                o a os as um uma uns umas de do da dos das em no na nos nas ao à com por para sem sobre entre não se me te
                que como quando onde meu minha teu tua mais muito já
                """
            ),
            finite: .words(
                "é são era eram foi foram sou está estão estava estou há tem têm tinha tenho pode podem vai vão vou será quer"
            )
        ),
    ]
}
