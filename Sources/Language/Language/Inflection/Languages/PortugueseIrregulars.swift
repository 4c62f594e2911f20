/// The irregular forms of Portuguese.
///
/// Paradigms: *p* strong past and the tenses with its stem; *f* future and conditional; *s* present subjunctive; *i*
/// imperfect in *-ia*; *n* imperfect in *-inha*; *q* participle.
enum PortugueseIrregulars {
    static let paradigms = [
        "p": "- e este emos estes eram era eras éramos éreis esse esses éssemos essem er eres ermos erem",
        "f": "ei ás á emos eis ão ia ias íamos íeis iam",
        "s": "a as amos ais am",
        "i": "ia ias íamos íeis iam",
        "n": "inha inhas ínhamos inham",
        "q": "o a os as",
    ]

    static let table = """
        # verb
        ser sou és é somos sois são era eras éramos eram fui foste foi fomos fostes foram fora foras fosse fosses fôssemos fossem for fores formos forem ser~f sej~s sê sido sendo
        ir vou vais vai vamos ides vão ia ias íamos iam fui foste foi fomos fostes foram fora fosse fosses fôssemos fossem for fores formos forem vá vás ido indo ir~f
        estar estou estás está estão estiv~p esteve estej~s
        ter tenho tens tem temos tendes têm t~n tiv~p teve ter~f tenh~s tido tendo
        haver hei hás há havemos hão houv~p haj~s
        fazer faço fazes faz fiz~p fez far~f faç~s feit~q
        dizer digo dizes diz diss~p dir~f dig~s dit~q
        trazer trago trazes traz troux~p trar~f trag~s
        poder posso podes pode pôde pud~p poss~s
        querer quero queres quer quis~p queir~s
        saber sei sabes sabe soub~p saib~s
        vir venho vens vem vimos vindes vêm v~n vim vieste veio viemos vieram viera viesse viessem vier vierem vir~f venh~s vindo
        ver vejo vês vê vemos vêem veem v~i vi viste viu vimos viram visse vissem vir virem ver~f vej~s vist~q vendo
        pôr ponho pões põe pomos põem p~n pus~p pôs por~f ponh~s post~q pondo
        dar dou dás dá damos dão d~p dei deste deu demos deram dê dês deem desse dessem der derem
        sair saio sais sai saem saía saí saiu saí~s sai~s saíram saído
        cair caio cais cai caem caía caí caiu cai~s caíram caído
        ler leio lês lê lemos leem lêem lei~s li leu leram lia lido
        crer creio crês crê creem cria crei~s cri creu crido
        rir rio ris ri rimos riem ria~f ri~s riu riram
        sorrir sorrio sorri sorriem sorriu
        ouvir ouço ouç~s
        pedir peço peç~s
        medir meço meç~s
        perder perco perc~s
        valer valho valh~s
        caber caibo coub~p caib~s
        dormir durmo durm~s
        sentir sinto sint~s
        servir sirvo sirv~s
        seguir sigo sig~s
        subir subo sobe sobes sobem
        fugir fujo foge foges fogem fuj~s
        mentir minto mint~s
        vestir visto vist~s
        repetir repito repit~s
        preferir prefiro prefir~s
        conseguir consigo consig~s
        conduzir conduz
        produzir produz
        traduzir traduz
        abrir abert~q
        cobrir cubro cobert~q
        descobrir descubro descobert~q
        escrever escrit~q
        ganhar ganh~q
        gastar gast~q
        pagar pag~q
        morrer mort~q
        matar mort~q
        prender pres~q
        acender aces~q
        entregar entregue entregues
        eleger eleit~q
        aceitar aceite aceites
        passear passeio passeias passeia passeiam passeie
        odiar odeio odeias odeia odeiam odeie
        # noun
        cão cães
        pão pães
        alemão alemães alemã alemãs
        capitão capitães
        mão mãos
        irmão irmãos irmã irmãs
        cidadão cidadãos
        órgão órgãos
        bênção bênçãos
        mal males
        cônsul cônsules
        # adjective
        bom boa bons boas
        mau má maus más
        bom melhor melhores
        mau pior piores
        grande maior maiores
        pequeno menor menores
        grande grã grão
        # adverb
        bem melhor
        mal pior
        # preposition
        de do da dos das dum duma deste desta disto desse dessa disso daquele daquela
        em no na nos nas num numa neste nesta nisto nesse nessa nisso naquele naquela
        a ao à aos às àquele àquela
        por pelo pela pelos pelas
        com comigo contigo consigo conosco
        # pronoun
        eu me mim comigo
        tu te ti contigo
        ele lhe
        nós nos conosco connosco
        eles lhes
        # determiner
        o a os as
        um uma uns umas
        meu minha meus minhas
        teu tua teus tuas
        seu sua seus suas
        nosso nossa nossos nossas
        este esta estes estas
        esse essa esses essas
        aquele aquela aqueles aquelas
        """
}
