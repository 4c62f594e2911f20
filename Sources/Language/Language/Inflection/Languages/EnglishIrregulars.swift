/// The irregular forms of English.
enum EnglishIrregulars {
    static let table = verbs + "\n" + others

    /// The irregular verbs.
    static let verbs = """
        # verb
        be am is are was were been being 's 're 'm
        have has had having 've
        do does did done
        go goes went gone
        can could
        may might
        will would 'll
        shall should
        say said
        make made
        know knew known
        take took taken
        see saw seen
        come came
        think thought
        give gave given
        find found
        tell told
        become became
        leave left
        feel felt
        bring brought
        begin began begun beginning
        keep kept
        hold held
        write wrote written
        stand stood
        hear heard
        let letting
        mean meant
        set setting
        meet met
        run ran running
        pay paid
        sit sat sitting
        speak spoke spoken
        lie lay lain lying
        lead led
        read reading
        grow grew grown
        lose lost
        fall fell fallen
        send sent
        build built
        understand understood
        draw drew drawn
        break broke broken
        spend spent
        cut cutting
        rise rose risen
        drive drove driven
        buy bought
        wear wore worn
        choose chose chosen
        seek sought
        throw threw thrown
        catch caught
        deal dealt
        win won winning
        forget forgot forgotten forgetting
        lay laid
        sell sold
        fight fought
        teach taught
        eat ate eaten
        sing sang sung
        strike struck stricken
        hang hung
        shake shook shaken
        ride rode ridden
        feed fed
        shoot shot
        drink drank drunk
        hit hitting
        arise arose arisen
        fly flew flown flies
        sleep slept
        steal stole stolen
        beat beaten
        swing swung
        sink sank sunk
        bind bound
        hurt hurting
        burst bursting
        cost costing
        put putting
        shut shutting
        spread spreading
        split splitting
        cast casting
        quit quitting
        bet betting
        bid bade bidden bidding
        rid ridding
        shed shedding
        upset upsetting
        thrust thrusting
        wed wedding
        bear bore borne born
        tear tore torn
        swear swore sworn
        freeze froze frozen
        weave wove woven
        wake woke woken
        awake awoke awoken
        hide hid hidden
        bite bit bitten
        slide slid
        light lit
        shine shone
        bend bent
        lend lent
        rend rent
        dwell dwelt
        spell spelt
        smell smelt
        spill spilt
        spoil spoilt
        burn burnt
        learn learnt
        lean leant
        leap leapt
        dream dreamt
        kneel knelt
        creep crept
        weep wept
        sweep swept
        breed bred
        bleed bled
        speed sped
        flee fled
        slay slew slain
        blow blew blown
        dig dug digging
        stick stuck
        sting stung
        cling clung
        fling flung
        sling slung
        spin span spun spinning
        spring sprang sprung
        string strung
        wring wrung
        ring rang rung
        stink stank stunk
        shrink shrank shrunk shrunken
        swim swam swum swimming
        slink slunk
        wind wound
        grind ground
        stride strode stridden
        strive strove striven
        thrive throve thriven
        smite smote smitten
        forsake forsook forsaken
        mistake mistook mistaken
        swell swollen
        show shown
        sow sown
        sew sewn
        mow mown
        saw sawn
        hew hewn
        prove proven
        shave shaven
        shear shorn
        strew strewn
        melt molten
        tread trod trodden
        cleave cleft cloven
        clothe clad
        heave hove
        get got gotten getting
        beget begot begotten
        bereave bereft
        beseech besought
        work wrought
        fling flung
        lade laden
        rive riven
        spit spat spitting
        shit shat
        abide abode
        behold beheld
        withhold withheld
        sunburn sunburnt
        die died dying dies
        tie tied tying ties
        vie vying vies
        dye dyeing
        age ageing aging
        singe singeing
        prefer preferred preferring
        refer referred referring
        occur occurred occurring
        admit admitted admitting
        picnic picnicked picnicking
        panic panicked panicking
        mimic mimicked mimicking
        traffic trafficked trafficking
        """

    /// Irregular plurals, comparatives, and forms of pronouns.
    static let others = """
        # noun
        man men
        woman women
        child children
        foot feet
        tooth teeth
        goose geese
        mouse mice
        louse lice
        ox oxen
        person people
        die dice
        penny pence
        brother brethren
        leaf leaves
        wife wives
        life lives
        knife knives
        half halves
        shelf shelves
        loaf loaves
        thief thieves
        wolf wolves
        calf calves
        elf elves
        self selves
        scarf scarves
        hoof hooves
        wharf wharves
        sheaf sheaves
        dwarf dwarves
        bus buses busses
        gas gases
        quiz quizzes
        analysis analyses
        basis bases
        crisis crises
        oasis oases
        thesis theses
        hypothesis hypotheses
        parenthesis parentheses
        diagnosis diagnoses
        synthesis syntheses
        axis axes
        ellipsis ellipses
        emphasis emphases
        criterion criteria
        phenomenon phenomena
        automaton automata
        datum data
        medium media
        bacterium bacteria
        curriculum curricula
        memorandum memoranda
        stratum strata
        ovum ova
        erratum errata
        addendum addenda
        cactus cacti
        fungus fungi
        nucleus nuclei
        radius radii
        stimulus stimuli
        syllabus syllabi
        alumnus alumni
        focus foci
        bacillus bacilli
        locus loci
        terminus termini
        genius genii
        genus genera
        corpus corpora
        opus opera
        index indices
        appendix appendices
        matrix matrices
        vertex vertices
        vortex vortices
        codex codices
        larva larvae
        alga algae
        formula formulae
        antenna antennae
        vertebra vertebrae
        nebula nebulae
        alumna alumnae
        schema schemata
        stigma stigmata
        seraph seraphim
        cherub cherubim
        kibbutz kibbutzim
        bureau bureaux
        plateau plateaux
        tableau tableaux
        château châteaux
        beau beaux
        passer-by passers-by
        mother-in-law mothers-in-law
        father-in-law fathers-in-law
        brother-in-law brothers-in-law
        sister-in-law sisters-in-law
        # adjective
        good better best
        well better best
        bad worse worst
        ill worse worst
        far farther farthest further furthest
        little less least
        much more most
        many more most
        old older oldest elder eldest
        late later latest latter last
        # adverb
        well better best
        badly worse worst
        # pronoun
        I me
        he him
        she her
        we us
        they them
        who whom
        thou thee
        # determiner
        this these
        that those
        a an
        """
}
