extension EnglishIrregulars {
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
