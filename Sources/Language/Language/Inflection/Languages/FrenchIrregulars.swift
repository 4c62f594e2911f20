/// The irregular forms of French.
///
/// Paradigms: *f* future and conditional; *i* imperfect, and first and second person plural; *s* present subjunctive;
/// *p*, *u*, *n* past historic and past subjunctive in *-i-*, *-u-*, *-in-*; *q* participle; *e* participle in *-e*;
/// *t* participle whose last consonant is already part of the stem.
enum FrenchIrregulars {
    static let paradigms = [
        "f": "ai as a ons ez ont ais ait ions iez aient",
        "i": "ais ait ions iez aient ons ez ant",
        "s": "e es ions iez ent",
        "p": "is it îmes îtes irent isse isses ît issions issiez issent",
        "u": "us ut ûmes ûtes urent usse usses ût ussions ussiez ussent",
        "n": "ins int înmes întes inrent insse însse înt",
        "q": "- e s es",
        "x": "s t ent e es",
    ]

    static let table = """
        # verb
        être suis es est sommes êtes sont ét~i été étée étés f~u ser~f sois soit soyons soyez soient
        avoir ai as a avons avez ont av~i e~u eu~q aur~f aie aies ait ayons ayez aient ayant
        aller vais vas va vont ir~f aille ailles aillent all~i allé~q
        faire fais fait faites font fais~i f~p fer~f fass~s fait~q
        pouvoir peux peut peuvent puis pouv~i p~u pourr~f puiss~s pu
        vouloir veux veut veulent voul~i voul~u voudr~f veuill~s veuillez voulu~q
        devoir dois doit doivent dev~i d~u devr~f doive doives doivent dû due dus dues
        savoir sais sait savent sav~i s~u saur~f sach~s sachant sachez su~q
        valoir vaux vaut val~i val~u vaudr~f vaille vaillent valu~q
        falloir faut fallait fallut faudra faudrait faille fallu
        pleuvoir pleut pleuvait plut pleuvra plu
        venir viens vient viennent ven~i v~n viendr~f vienne viennes venu~q
        tenir tiens tient tiennent ten~i t~n tiendr~f tienne tiennes tenu~q
        prendre prends prend prennent pren~i pr~p prendr~f prenne prennes pris~q
        mettre mets met mett~i mettent m~p mettr~f mett~s mis~q
        omettre omets omet omett~i omettent om~p omettr~f omett~s omis~q
        dire dis dit dites disent dis~i d~p dir~f dis~s dit~q
        lire lis lit lisent lis~i l~u lir~f lis~s lu~q
        écrire écris écrit écrivent écriv~i écriv~p écrir~f écriv~s écrit~q
        décrire décris décrit décrivent décriv~i décriv~p décrir~f décriv~s décrit~q
        rire ris rit rient ri~i r~p rir~f ri~s ri
        voir vois voit voient voy~i v~p verr~f voie voies vu~q
        boire bois boit boivent buv~i b~u boir~f boive boives bu~q
        recevoir reçois reçoit reçoivent recev~i reç~u recevr~f reçoive reçoives reçu~q
        apercevoir aperçois aperçoit aperçoivent apercev~i aperç~u apercevr~f aperçoive aperçu~q
        décevoir déçois déçoit déçoivent décev~i déç~u décevr~f déçoive déçoives déçu~q
        concevoir conçois conçoit conçoivent concev~i conç~u concevr~f conçoive conçoives conçu~q
        connaître connais connaît connaiss~i connaissent conn~u connaîtr~f connaiss~s connu~q
        paraître parais paraît paraiss~i paraissent par~u paraîtr~f paraiss~s paru~q
        naître nais naît naiss~i naissent naqu~p naîtr~f naiss~s né~q
        croire crois croit croient croy~i cr~u croir~f croie croies cru~q
        croître croîs croît croiss~i crû
        bouillir bous bout bouill~i bouillent bouill~s
        inclure inclus inclut inclu~i incluent inclus~q
        courir cours court cour~i courent cour~u courr~f cour~s couru~q
        mourir meurs meurt meurent mour~i mour~u mourr~f meure meures mort~q
        acquérir acquiers acquiert acquièrent acquér~i acqu~p acquerr~f acquis~q
        ouvrir ouvr~s ouvr~i ouvert~q
        offrir offr~s offr~i offert~q
        souffrir souffr~s souffr~i souffert~q
        couvrir couvr~s couvr~i couvert~q
        cueillir cueill~s cueill~i cueiller~f
        dormir dor~x dorm~i dorment dorm~s
        partir par~x part~i partent parti~q part~s
        sortir sor~x sort~i sortent sorti~q sort~s
        sentir sen~x sent~i sentent senti~q sent~s
        mentir men~x ment~i mentent menti~q ment~s
        servir ser~x serv~i servent servi~q serv~s
        suivre suis suit suiv~i suivent suiv~p suivr~f suiv~s suivi~q
        vivre vis vit viv~i vivent véc~u vivr~f viv~s vécu~q
        conduire conduis conduit conduis~i conduisent conduis~p conduir~f conduis~s conduit~q
        construire construis construit construis~i construisent construis~p construir~f construis~s construit~q
        produire produis produit produis~i produisent produis~p produir~f produis~s produit~q
        traduire traduis traduit traduis~i traduisent traduis~p traduir~f traduis~s traduit~q
        détruire détruis détruit détruis~i détruisent détruis~p détruir~f détruis~s détruit~q
        réduire réduis réduit réduis~i réduisent réduis~p réduir~f réduit~q
        cuire cuis cuit cuis~i cuisent cuir~f cuit~q
        plaire plais plaît plais~i plaisent pl~u plair~f plais~s plu
        taire tais taît tais~i taisent t~u tair~f tu~q
        craindre crains craint craign~i craignent craign~p craindr~f craign~s craint~q
        plaindre plains plaint plaign~i plaignent plaindr~f plaint~q
        peindre peins peint peign~i peignent peign~p peindr~f peign~s peint~q
        éteindre éteins éteint éteign~i éteignent éteign~p éteindr~f éteint~q
        atteindre atteins atteint atteign~i atteignent atteign~p atteindr~f atteint~q
        joindre joins joint joign~i joignent joign~p joindr~f joign~s joint~q
        rejoindre rejoins rejoint rejoign~i rejoindr~f rejoint~q
        vaincre vaincs vainc vainqu~i vainquent vaincr~f vaincu~q
        battre bats bat batt~i battent batt~p battr~f batt~s battu~q
        résoudre résous résout résolv~i résolvent résol~u résoudr~f résolu~q
        coudre couds coud cous~i cousent coudr~f cousu~q
        moudre mouds moud moul~i moulent moulu~q
        suffire suffis suffit suffis~i suffisent suffir~f suffi
        fuir fuis fuit fuient fuy~i fuir~f fui
        haïr hais hait haïss~i
        vêtir vêts vêt vêt~i vêtu~q
        asseoir assieds assied assoit assoient assey~i ass~p assiér~f assis~q
        émouvoir émeus émeut émeuvent ému~q
        envoyer envoie envoies envoient enverr~f
        # noun
        œil yeux
        ciel cieux
        monsieur messieurs
        madame mesdames
        mademoiselle mesdemoiselles
        travail travaux
        vitrail vitraux
        bail baux
        corail coraux
        émail émaux
        # adjective
        beau bel belle belles beaux
        nouveau nouvel nouvelle nouvelles nouveaux
        vieux vieil vieille vieilles
        fou fol folle folles
        mou mol molle molles
        blanc blanche blanches
        franc franche franches
        sec sèche sèches
        frais fraîche fraîches
        doux douce douces
        faux fausse fausses
        roux rousse rousses
        jaloux jalouse jalouses
        public publique publiques
        grec grecque grecques
        turc turque turques
        long longue longues
        favori favorite favorites
        gentil gentille gentilles
        malin maligne malignes
        bon meilleur meilleure meilleurs meilleures
        mauvais pire pires
        petit moindre moindres
        tout tous toute toutes
        # adverb
        bien mieux
        mal pis
        # preposition
        de du des d'
        à au aux
        # pronoun
        je me moi j'
        tu te toi t'
        il le lui
        elle la lui
        ils les leur
        # determiner
        le la les l'
        un une des
        mon ma mes
        ton ta tes
        son sa ses
        notre nos
        votre vos
        leur leurs
        ce cet cette ces
        """
}
