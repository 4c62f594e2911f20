/// The irregular forms of German.
///
/// Paradigms: *p* strong past and its subjunctive; *w* past in *-te* with a changed stem; *q* participle with adjective
/// endings; *a* adjective endings; *k* endings of a comparative or superlative.
enum GermanIrregulars {
    static let paradigms = [
        "p": "- st est t et en e",
        "w": "te test ten tet",
        "q": "- e er es en em",
        "a": "e er es en em",
        "k": "- e er es en em",
    ]

    static let table = """
        # verb
        sein bin bist ist sind seid war~p wär~p gewesen~q sei seien seiest
        haben habe hast hat habt hatte hattest hatten hattet hätte hättest hätten hättet gehabt~q
        werden werde wirst wird werdet wurde wurdest wurden wurdet würde würdest würden würdet geworden~q worden ward
        können kann kannst konn~w könn~w gekonnt
        müssen muss musst muß mußt müsst muss~w müss~w gemusst
        wollen will willst woll~w gewollt
        sollen soll sollst soll~w gesollt
        dürfen darf darfst durf~w dürf~w gedurft
        mögen mag magst moch~w möch~w gemocht
        wissen weiß weißt wuss~w wüss~w gewusst
        kennen kann~w kenn~w gekannt~q
        nennen nann~w genannt~q
        brennen brann~w gebrannt~q
        rennen rann~w gerannt~q
        senden sand~w gesandt~q
        wenden wand~w gewandt~q
        denken dach~w däch~w gedacht~q
        bringen brach~w bräch~w gebracht~q
        gehen ging~p gegangen~q
        stehen stand~p stünd~p ständ~p gestanden~q
        sehen siehst sieht sieh sah~p säh~p gesehen~q
        geben gibst gibt gib gab~p gäb~p gegeben~q
        nehmen nimmst nimmt nimm nahm~p nähm~p genommen~q
        kommen kam~p käm~p gekommen~q
        finden fand~p fänd~p gefunden~q
        schreiben schrieb~p geschrieben~q
        sprechen sprichst spricht sprich sprach~p spräch~p gesprochen~q
        essen isst iß ißt iss aß~p äß~p gegessen~q
        fressen frisst friss fraß~p gefressen~q
        vergessen vergisst vergiss vergaß~p vergessen~q
        trinken trank~p tränk~p getrunken~q
        fahren fährst fährt fuhr~p führ~p gefahren~q
        laufen läufst läuft lief~p gelaufen~q
        schlafen schläfst schläft schlief~p geschlafen~q
        lesen liest lies las~p läs~p gelesen~q
        rufen rief~p gerufen~q
        bitten bat~p bät~p gebeten~q
        bieten bot~p böt~p geboten~q
        sitzen saß~p säß~p gesessen~q
        liegen lag~p läg~p gelegen~q
        helfen hilfst hilft hilf half~p hülf~p geholfen~q
        werfen wirfst wirft wirf warf~p würf~p geworfen~q
        sterben stirbst stirbt stirb starb~p gestorben~q
        werben wirbst wirbt wirb warb~p geworben~q
        verderben verdirbst verdirbt verdarb~p verdorben~q
        treffen triffst trifft triff traf~p träf~p getroffen~q
        brechen brichst bricht brich brach~p gebrochen~q
        stechen stichst sticht stach~p gestochen~q
        stehlen stiehlst stiehlt stahl~p gestohlen~q
        befehlen befiehlst befiehlt befahl~p befohlen~q
        empfehlen empfiehlst empfiehlt empfahl~p empfohlen~q
        gelten giltst gilt galt~p gegolten~q
        schelten schiltst schilt schalt~p gescholten~q
        treten trittst tritt trat~p getreten~q
        messen misst miss maß~p gemessen~q
        erschrecken erschrickst erschrickt erschrak~p erschrocken~q
        geschehen geschieht geschah~p geschehen~q
        gebären gebiert gebar~p geboren~q
        schwimmen schwamm~p geschwommen~q
        beginnen begann~p begänn~p begonnen~q
        gewinnen gewann~p gewänn~p gewonnen~q
        spinnen spann~p gesponnen~q
        rinnen rann~p geronnen~q
        schwinden schwand~p geschwunden~q
        binden band~p gebunden~q
        winden wand~p gewunden~q
        singen sang~p gesungen~q
        springen sprang~p gesprungen~q
        klingen klang~p geklungen~q
        ringen rang~p gerungen~q
        zwingen zwang~p gezwungen~q
        gelingen gelang~p gelungen~q
        misslingen misslang~p misslungen~q
        dringen drang~p gedrungen~q
        schwingen schwang~p geschwungen~q
        schlingen schlang~p geschlungen~q
        sinken sank~p gesunken~q
        stinken stank~p gestunken~q
        verlieren verlor~p verlör~p verloren~q
        frieren fror~p gefroren~q
        fliegen flog~p geflogen~q
        fliehen floh~p geflohen~q
        fließen floss~p geflossen~q
        schließen schloss~p geschlossen~q
        schießen schoss~p geschossen~q
        gießen goss~p gegossen~q
        genießen genoss~p genossen~q
        riechen roch~p gerochen~q
        kriechen kroch~p gekrochen~q
        ziehen zog~p zög~p gezogen~q
        biegen bog~p gebogen~q
        wiegen wog~p gewogen~q
        schieben schob~p geschoben~q
        lügen log~p gelogen~q
        trügen trog~p getrogen~q
        heben hob~p gehoben~q
        schwören schwor~p geschworen~q
        bleiben blieb~p geblieben~q
        treiben trieb~p getrieben~q
        reiben rieb~p gerieben~q
        scheinen schien~p geschienen~q
        schweigen schwieg~p geschwiegen~q
        steigen stieg~p gestiegen~q
        leihen lieh~p geliehen~q
        verzeihen verzieh~p verziehen~q
        schreien schrie~p geschrien~q geschrieen~q
        speien spie~p gespien~q
        meiden mied~p gemieden~q
        scheiden schied~p geschieden~q
        entscheiden entschied~p entschieden~q
        weisen wies~p gewiesen~q
        preisen pries~p gepriesen~q
        reiten ritt~p geritten~q
        leiden litt~p gelitten~q
        schneiden schnitt~p geschnitten~q
        streiten stritt~p gestritten~q
        gleiten glitt~p geglitten~q
        schreiten schritt~p geschritten~q
        greifen griff~p gegriffen~q
        pfeifen pfiff~p gepfiffen~q
        reißen riss~p gerissen~q
        beißen biss~p gebissen~q
        streichen strich~p gestrichen~q
        weichen wich~p gewichen~q
        gleichen glich~p geglichen~q
        schleichen schlich~p geschlichen~q
        heißen hieß~p geheißen~q
        lassen lässt läßt ließ~p gelassen~q
        halten hältst hält hielt~p gehalten~q
        fallen fällst fällt fiel~p gefallen~q
        fangen fängst fängt fing~p gefangen~q
        hängen hing~p gehangen~q
        braten brätst brät briet~p gebraten~q
        raten rätst rät riet~p geraten~q
        blasen bläst blies~p geblasen~q
        stoßen stößt stieß~p gestoßen~q
        hauen hieb~p gehauen~q
        tragen trägst trägt trug~p trüg~p getragen~q
        schlagen schlägst schlägt schlug~p schlüg~p geschlagen~q
        graben gräbst gräbt grub~p gegraben~q
        laden lädst lädt lud~p geladen~q
        einladen lädst lädt lud~p
        waschen wäschst wäscht wusch~p gewaschen~q
        wachsen wächst wuchs~p gewachsen~q
        backen bäckst bäckt buk~p gebacken~q
        schaffen schuf~p geschaffen~q
        tun tue tust tut tat~p tät~p getan~q
        mahlen gemahlen~q
        salzen gesalzen~q
        spalten gespalten~q
        melken molk~p gemolken~q
        quellen quillt quoll~p gequollen~q
        schmelzen schmilzt schmolz~p geschmolzen~q
        schwellen schwillt schwoll~p geschwollen~q
        fechten ficht focht~p gefochten~q
        flechten flicht flocht~p geflochten~q
        löschen erlischt erlosch~p erloschen~q
        saufen säuft soff~p gesoffen~q
        saugen sog~p gesogen~q
        # noun
        Museum Museen
        Zentrum Zentren
        Gymnasium Gymnasien
        Studium Studien
        Thema Themen Themata
        Firma Firmen
        Konto Konten
        Risiko Risiken
        Drama Dramen
        Villa Villen
        Atlas Atlanten
        Praxis Praxen
        Kaktus Kakteen
        Virus Viren
        Rhythmus Rhythmen
        Lexikon Lexika
        Herz Herzen Herzens
        Name Namens
        Kaufmann Kaufleute
        Fachmann Fachleute
        Bus Busse Bussen
        Apfel Äpfel Äpfeln
        Kürbis Kürbisse Kürbissen
        Erwachsener Erwachsen~a
        Angestellter Angestellt~a
        Verwandter Verwandt~a
        Fremder Fremd~a
        Reisender Reisend~a
        Verlobter Verlobt~a
        Gefangener Gefangen~a
        Freiwilliger Freiwillig~a
        Prominenter Prominent~a
        Deutscher Deutsch~a
        Lernender Lernend~a
        # adjective
        gut besser~k best~k
        viel mehr meist~k
        groß größer~k größt~k
        hoch hoh~a höher~k höchst~k
        nah näher~k nächst~k
        nächster nächst~a
        letzter letzt~a
        linker link~a
        rechter recht~a
        anderer ander~a
        # adverb
        gern lieber liebsten
        viel mehr meisten
        bald eher
        # preposition
        in im ins
        an am ans
        zu zum zur
        bei beim
        von vom
        auf aufs
        für fürs
        durch durchs
        um ums
        vor vorm
        # pronoun
        ich mich mir meiner
        du dich dir
        er ihn ihm
        sie ihr ihnen
        es ihm
        wir uns
        ihr euch
        wer wen wem wessen
        # determiner
        der die das den dem des
        ein eine einen einem einer eines
        kein keine keinen keinem keiner keines
        mein meine meinen meinem meiner meines
        dein deine deinen deinem deiner deines
        sein seine seinen seinem seiner seines
        ihr ihre ihren ihrem ihrer ihres
        unser unsere unseren unserem unserer unseres
        dieser diese dieses diesen diesem
        jeder jede jedes jeden jedem
        welcher welche welches welchen welchem
        """
}
