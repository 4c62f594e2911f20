/// The irregular forms of Spanish.
///
/// Paradigms: *p* strong preterite with the past and future subjunctives; *j* the same for stems in *j*; *f* future and
/// conditional; *s* present subjunctive in *-a*; *i* imperfect in *-ía*; *q* participle; *r* past subjunctives only.
enum SpanishIrregulars {
    static let paradigms = [
        "p": "e iste o imos isteis ieron iera ieras iéramos ierais ieran iese ieses iésemos ieseis iesen iere",
        "j": "e iste o imos isteis eron era eras éramos erais eran ese eses ésemos eseis esen",
        "f": "é ás á emos éis án ía ías íamos íais ían",
        "s": "a as amos áis an",
        "i": "ía ías íamos íais ían",
        "q": "o a os as",
        "r": "era eras éramos erais eran ese eses ésemos eseis esen",
    ]

    static let table = """
        # verb
        ser soy eres es somos sois son era eras éramos erais eran fui fuiste fue fuimos fuisteis fueron fuera fueras fuéramos fueran fuese fueses fuesen se~s sea seas seamos seáis sean sed sido siendo ser~f fu~r
        ir voy vas va vamos vais van iba ibas íbamos ibais iban fui fuiste fue fuimos fuisteis fueron fuera fueras fuéramos fueran fuese fueses fuesen vaya vayas vayamos vayáis vayan ve id ido yendo ir~f fu~r
        estar estoy estás está estáis están estuv~p esté estés estemos estéis estén
        haber he has ha hay hemos habéis han hub~p habr~f hay~s hab~i habido habiendo
        tener tengo tienes tiene tienen tuv~p tendr~f teng~s ten ten~i
        hacer hago haces hace hice hiciste hizo hicimos hicisteis hicieron hiciera hicieras hicieran hiciese hici~r har~f hag~s haz hech~q
        decir digo dices dice dicen dij~j dir~f dig~s di dich~q diciendo
        poder puedo puedes puede pueden pud~p podr~f pueda puedas puedan pudiendo
        querer quiero quieres quiere quieren quis~p querr~f quiera quieras quieran
        saber sé sabes sabe supe sup~p sabr~f sep~s
        poner pongo pus~p pondr~f pong~s pon puest~q
        venir vengo vienes viene vienen vin~p vendr~f veng~s ven viniendo
        salir salgo saldr~f salg~s sal
        ver veo ves ve vemos veis ven ve~i vi viste vio vimos visteis vieron viera viese ve~s vist~q viendo visto ver~f vi~r
        dar doy das da damos dais dan di diste dio dimos disteis dieron diera dieras dieran diese dé des demos deis den dando dad~q dar~f daba dabas dábamos dabais daban di~r
        oír oigo oyes oye oímos oís oyen oí oíste oyó oímos oyeron oyera oyese oy~r oísteis oig~s oyendo oído oir~f o~i
        caer caigo caig~s cayó cayeron cayendo caído
        atraer atraigo atraj~j atraig~s atrayendo atraído
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
        freír frit~q frío fríes fríe freímos freís fríen freí freíste frió freísteis frieron friendo fría frías frían friamos friáis freir~f fre~i fri~r
        imprimir impres~q
        proveer provist~q
        reír rio río ríes ríe reímos ríen rió rieron riendo ría rías rían riamos riáis reí reíste reís reísteis reído reir~f re~i ri~r
        sonreír sonrío sonríes sonríe sonríen sonrió sonrieron sonriendo sonría sonrías sonrían sonreí sonreíste sonreímos sonreído sonreir~f sonre~i sonri~r
        oler huelo hueles huele huelen huela huelas huelan
        errar yerro yerras yerra yerran
        jugar juego juegas juega juegan juegue
        leer leyó leyeron leyendo leyera leído
        creer creyó creyeron creyendo creyera creído
        seguir sigo sigues sigue siguen sig~s siguió siguieron siguiendo sigui~r
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
        actuar actúo actúas actúa actúan actúe actúes actúen
        confiar confío confías confía confían confíe confíes confíen
        criar crío crías cría crían críe críes críen
        esquiar esquío esquías esquía esquían esquíe esquíes esquíen
        averiar averío averías avería averían averíe averíes averíen
        graduar gradúo gradúas gradúa gradúan gradúe gradúes gradúen
        guiar guío guías guía guían guíe guíes guíen
        resfriar resfrío resfrías resfría resfrían resfríe resfríes resfríen
        vencer venzo venz~s
        convencer convenzo convenz~s
        enviar envío envías envía envían envíe envíes envíen
        continuar continúo continúas continúa continúan continúe continúes continúen
        reunir reúno reúnes reúne reúnen reúna reúnas reúnan
        # noun
        abogado abogada abogadas
        adulto adulta adultas
        agricultor agricultora agricultoras
        alumno alumna alumnas
        amigo amiga amigas
        arquitecto arquitecta arquitectas
        autor autora autoras
        bailarín bailarina bailarinas
        barbero barbera barberas
        bibliotecario bibliotecaria bibliotecarias
        bombero bombera bomberas
        cajero cajera cajeras
        carnicero carnicera carniceras
        carpintero carpintera carpinteras
        científico científica científicas
        cirujano cirujana cirujanas
        cocinero cocinera cocineras
        conductor conductora conductoras
        dependiente dependienta dependientas
        desconocido desconocida desconocidas
        diseñador diseñadora diseñadoras
        enfermero enfermera enfermeras
        entrenador entrenadora entrenadoras
        escritor escritora escritoras
        extranjero extranjera extranjeras
        farmacéutico farmacéutica farmacéuticas
        fontanero fontanera fontaneras
        fotógrafo fotógrafa fotógrafas
        ingeniero ingeniera ingenieras
        instructor instructora instructoras
        jardinero jardinera jardineras
        jefe jefa jefas
        juez jueza juezas
        jugador jugadora jugadoras
        limpiador limpiadora limpiadoras
        mago maga magas
        marinero marinera marineras
        mecánico mecánica mecánicas
        médico médica médicas
        niño niña niñas
        panadero panadera panaderas
        pasajero pasajera pasajeras
        payaso payasa payasas
        peluquero peluquera peluqueras
        pescador pescadora pescadoras
        pintor pintora pintoras
        profesor profesora profesoras
        programador programadora programadoras
        reportero reportera reporteras
        secretario secretaria secretarias
        trabajador trabajadora trabajadoras
        traductor traductora traductoras
        vecino vecina vecinas
        veterinario veterinaria veterinarias
        viajero viajera viajeras
        voluntario voluntaria voluntarias
        director directora directoras
        presidente presidenta presidentas
        dueño dueña dueñas
        ladrón ladrona ladronas
        campeón campeona campeonas
        empleado empleada empleadas
        invitado invitada invitadas
        ganador ganadora ganadoras
        enemigo enemiga enemigas
        ciudadano ciudadana ciudadanas
        aficionado aficionada aficionadas
        candidato candidata candidatas
        experto experta expertas
        ministro ministra ministras
        huérfano huérfana huérfanas
        lector lectora lectoras
        corredor corredora corredoras
        usuario usuaria usuarias
        gemelo gemela gemelas
        refugiado refugiada refugiadas
        vegetariano vegetariana vegetarianas
        casero casera caseras
        héroe heroína heroínas
        capitán capitana capitanas
        catedrático catedrática catedráticas
        alcalde alcaldesa alcaldesas
        orador oradora oradoras
        fumador fumadora fumadoras
        consumidor consumidora consumidoras
        peatón peatona peatonas
        árbitro árbitra árbitras
        portero portera porteras
        empleador empleadora empleadoras
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
        vuestro vuestra vuestros vuestras
        ambos ambas
        estos estas
        esos esas
        unos unas
        pocos pocas
        algunos algunas
        varios varias
        veintiuno veintiún veintiuna
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
