/// The irregular forms of Italian.
///
/// Paradigms: *f* future and conditional; *p* strong past (first and third person); *i* imperfect and past forms with
/// the same stem; *s* present subjunctive; *q* participle.
enum ItalianIrregulars {
    static let paradigms = [
        "f": "ò ai à emo ete anno ei esti ebbe emmo este ebbero",
        "p": "i e ero",
        "i": "evo evi eva evamo evate evano esti emmo este essi esse essimo essero endo ente enti",
        "s": "a ano",
        "q": "o a i e",
    ]

    static let table = """
        # verb
        essere sono sei è siamo siete ero eri era eravamo eravate erano fui fosti fu fummo foste furono sar~f sia siate siano fossi fosse fossimo fossero stat~q essendo
        avere ho hai ha abbiamo avete hanno ebb~p avr~f abbia abbiate abbiano av~i avut~q
        andare vado vai va andiamo vanno andr~f vad~s andat~q
        fare faccio fai fa facciamo fate fanno fec~p fac~i far~f facci~s fatt~q
        dire dico dici dice diciamo dite dicono diss~p dic~i dir~f dic~s di' dett~q
        stare sto stai sta stiamo state stanno stett~p star~f stia stiano stava stavo stavi stavano stavamo stessi stesse stat~q stando
        dare do dai dà diamo date danno died~p diede diedi dett~p dar~f dia diano dava davo davi davano desse dat~q dando
        potere posso puoi può possiamo potete possono potr~f poss~s potut~q
        volere voglio vuoi vuole vogliamo volete vogliono voll~p vorr~f vogli~s volut~q
        dovere devo devi deve dobbiamo dovete devono debbo debbono dovr~f deva debba debbano dovut~q
        sapere so sai sa sappiamo sapete sanno sepp~p sapr~f sappi~s saput~q
        venire vengo vieni viene vengono venn~p verr~f veng~s venut~q
        tenere tengo tieni tiene tengono tenn~p terr~f teng~s tenut~q
        bere bevo bevi beve beviamo bevete bevono bevv~p bev~i berr~f bev~s bevut~q
        rimanere rimango rimani rimane rimangono rimas~p rimarr~f rimang~s rimast~q
        salire salgo sali sale salgono salg~s
        uscire esco esci esce escono esc~s
        udire odo odi ode odono
        morire muoio muori muore muoiono muoi~s mort~q
        apparire appaio appare appaiono apparv~p appars~q
        sedere siedo siedi siede siedono sied~s
        porre pongo poni pone poniamo ponete pongono pos~p pon~i porr~f pong~s post~q
        trarre traggo trai trae traiamo traete traggono trass~p tra~i trarr~f tragg~s tratt~q
        condurre conduco conduci conduce conducono conduss~p conduc~i condurr~f conduc~s condott~q
        tradurre traduco traduci traduce traducono traduss~p traduc~i tradurr~f traduc~s tradott~q
        produrre produco produci produce producono produss~p produc~i produrr~f produc~s prodott~q
        ridurre riduco riduci riduce riducono riduss~p riduc~i ridurr~f riduc~s ridott~q
        scegliere scelgo scegli sceglie scelgono scels~p scelg~s scelt~q
        togliere tolgo togli toglie tolgono tols~p tolg~s tolt~q
        raccogliere raccolgo raccogli raccolgono raccols~p raccolg~s raccolt~q
        cogliere colgo cogli colgono cols~p colt~q
        sciogliere sciolgo sciolgono sciols~p sciolt~q
        spegnere spengo spengono spens~p spent~q
        valere valgo vale valgono vals~p varr~f vals~q
        vedere vid~p vedr~f vist~q
        cadere cadd~p cadr~f
        vivere viss~p vivr~f vissut~q
        scrivere scriss~p scritt~q
        leggere less~p lett~q
        correggere corress~p corrett~q
        reggere ress~p rett~q
        dirigere diress~p dirett~q
        proteggere protess~p protett~q
        prendere pres~p pres~q
        rendere res~p res~q
        scendere sces~p sces~q
        spendere spes~p spes~q
        accendere acces~p acces~q
        difendere difes~p difes~q
        offendere offes~p offes~q
        tendere tes~p tes~q
        appendere appes~p appes~q
        mettere mis~p mess~q
        chiudere chius~p chius~q
        chiedere chies~p chiest~q
        ridere ris~p ris~q
        decidere decis~p decis~q
        uccidere uccis~p uccis~q
        dividere divis~p divis~q
        perdere pers~p pers~q
        rispondere rispos~p rispost~q
        nascondere nascos~p nascost~q
        correre cors~p cors~q
        rompere rupp~p rott~q
        vincere vins~p vint~q
        convincere convins~p convint~q
        piangere pians~p piant~q
        spingere spins~p spint~q
        stringere strins~p strett~q
        dipingere dipins~p dipint~q
        fingere fins~p fint~q
        giungere giuns~p giunt~q
        aggiungere aggiuns~p aggiunt~q
        raggiungere raggiuns~p raggiunt~q
        volgere vols~p volt~q
        rivolgere rivols~p rivolt~q
        crescere crebb~p cresciut~q
        conoscere conobb~p conosciut~q
        nascere nacqu~p nat~q
        piacere piaccio piacciono piacqu~p piacci~s piaciut~q
        tacere taccio tacciono tacqu~p taciut~q
        muovere moss~p moss~q
        cuocere coss~p cott~q cuocio
        discutere discuss~p discuss~q
        esprimere espress~p espress~q
        succedere success~p success~q
        concedere concess~p concess~q
        assumere assuns~p assunt~q
        distruggere distruss~p distrutt~q
        aprire apert~q
        coprire copert~q
        scoprire scopert~q
        offrire offert~q
        soffrire soffert~q
        esistere esistit~q
        # noun
        uomo uomini
        uovo uova
        braccio braccia
        dito dita
        ginocchio ginocchia
        labbro labbra
        osso ossa
        paio paia
        centinaio centinaia
        migliaio migliaia
        lenzuolo lenzuola
        ciglio ciglia
        muro mura
        mano mani
        dio dei
        bue buoi
        ala ali
        arma armi
        tempio templi
        # adjective
        bello bel bell' bei begli
        buono buon
        grande gran
        santo san
        quello quel quei quegli
        buono migliore migliori
        cattivo peggiore peggiori
        grande maggiore maggiori
        piccolo minore minori
        # adverb
        bene meglio
        male peggio
        # preposition
        di del dello della dell' dei degli delle
        a al allo alla all' ai agli alle ad
        da dal dallo dalla dall' dai dagli dalle
        in nel nello nella nell' nei negli nelle
        su sul sullo sulla sull' sui sugli sulle
        con col coi
        # pronoun
        io me mi
        tu te ti
        lui gli lo
        lei le la
        noi ci
        voi vi
        loro li
        # determiner
        il lo la i gli le l'
        un uno una un'
        mio mia miei mie
        tuo tua tuoi tue
        suo sua suoi sue
        nostro nostra nostri nostre
        vostro vostra vostri vostre
        """
}
