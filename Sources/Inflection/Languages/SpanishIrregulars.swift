/// The irregular forms of Spanish.
///
/// Paradigms: *p* strong preterite with the past subjunctives and the future one, *j* the same behind *j*, *f* future and
/// conditional, *s* present subjunctive in *-a*, *i* imperfect in *-ía*, *q* participle.
enum SpanishIrregulars {
    static let paradigms = [
        "p": "e iste o imos isteis ieron iera ieras iéramos ierais ieran iese ieses iésemos ieseis iesen iere",
        "j": "e iste o imos isteis eron era eras éramos erais eran ese eses ésemos eseis esen",
        "f": "é ás á emos éis án ía ías íamos íais ían",
        "s": "a as amos áis an",
        "i": "ía ías íamos íais ían",
        "q": "o a os as",
    ]

    static let table = """
        # verb
        ser soy eres es somos sois son era eras éramos erais eran fui fuiste fue fuimos fuisteis fueron fuera fueras fuéramos fueran fuese fueses fuesen se~s sea seas seamos seáis sean sed sido siendo ser~f
        ir voy vas va vamos vais van iba ibas íbamos ibais iban fui fuiste fue fuimos fuisteis fueron fuera fueras fuéramos fueran fuese fueses fuesen vaya vayas vayamos vayáis vayan ve id ido yendo ir~f
        estar estoy estás está estáis están estuv~p esté estés estemos estéis estén
        haber he has ha hay hemos habéis han hub~p habr~f hay~s hab~i habido habiendo
        tener tengo tienes tiene tienen tuv~p tendr~f teng~s ten ten~i
        hacer hago haces hace hice hiciste hizo hicimos hicisteis hicieron hiciera hicieras hicieran hiciese har~f hag~s haz hech~q
        decir digo dices dice dicen dij~j dir~f dig~s di dich~q diciendo
        poder puedo puedes puede pueden pud~p podr~f pueda puedas puedan pudiendo
        querer quiero quieres quiere quieren quis~p querr~f quiera quieras quieran
        saber sé sabes sabe supe sup~p sabr~f sep~s
        poner pongo pus~p pondr~f pong~s pon puest~q
        venir vengo vienes viene vienen vin~p vendr~f veng~s ven viniendo
        salir salgo saldr~f salg~s sal
        ver veo ves ve vemos veis ven ve~i vi viste vio vimos visteis vieron viera viese ve~s vist~q viendo visto ver~f
        dar doy das da damos dais dan di diste dio dimos disteis dieron diera dieras dieran diese dé des demos deis den dando dad~q dar~f daba dabas dábamos dabais daban
        oír oigo oyes oye oímos oís oyen oí oíste oyó oímos oyeron oyera oyese oig~s oyendo oído oir~f o~i
        caer caigo caig~s cayó cayeron cayendo caído
        traer traigo traj~j traig~s trayendo traído
        conducir conduzco conduj~j conduzc~s
        traducir traduzco traduj~j traduzc~s
        producir produzco produj~j produzc~s
        reducir reduzco reduj~j reduzc~s
        introducir introduzco introduj~j introduzc~s
        deducir deduzco deduj~j deduzc~s
        andar anduv~p
        caber quepo cup~p cabr~f quep~s
        valer valgo valdr~f valg~s
        asir asgo asg~s
        satisfacer satisfago satisfizo satisfic~p satisfar~f satisfag~s satisfech~q
        abrir abiert~q
        cubrir cubiert~q
        descubrir descubiert~q
        escribir escrit~q
        describir descrit~q
        romper rot~q
        morir muert~q murió murieron muriendo muero mueres muere mueren
        volver vuelt~q
        devolver devuelt~q
        resolver resuelt~q
        envolver envuelt~q
        freír frit~q frío fríes fríe
        imprimir impres~q
        proveer provist~q
        reír río ríes ríe reímos ríen rió rieron riendo ría rías rían
        sonreír sonrío sonríes sonríe sonríen sonrió sonrieron sonriendo
        oler huelo hueles huele huelen huela
        errar yerro yerras yerra yerran
        jugar juego juegas juega juegan juegue
        leer leyó leyeron leyendo leyera leído
        creer creyó creyeron creyendo creyera creído
        seguir sigo sigues sigue siguen sig~s siguió siguieron siguiendo
        huir huyo huyes huye huyen huyó huyeron huyendo huya
        erguir yergo yergue irguió
        adquirir adquiero adquieres adquiere adquieren adquiera
        inquirir inquiero inquiere
        nacer nazco nazc~s
        cocer cuezo cueces cuece cuecen cueza
        torcer tuerzo tuerces tuerce tuercen tuerza
        prever preveo previó previsto
        contradecir contradigo contradij~j contradich~q
        bendecir bendigo bendij~j
        actuar actúo actúas actúa actúan actúe
        enviar envío envías envía envían envíe
        # adjective
        bueno buen
        malo mal
        grande gran
        primero primer
        tercero tercer
        alguno algún
        ninguno ningún
        cualquiera cualquier
        bueno mejor
        malo peor
        grande mayor
        pequeño menor
        # determiner
        el los la las lo
        uno un una unos unas
        este esta estos estas
        ese esa esos esas
        aquel aquella aquellos aquellas
        mi mis
        tu tus
        su sus
        nuestro nuestra nuestros nuestras
        # preposition
        de del
        a al
        con conmigo contigo consigo
        # pronoun
        yo me mí conmigo
        tú te ti contigo
        él lo le
        ella la
        nosotros nos
        ellos los les
        """
}
