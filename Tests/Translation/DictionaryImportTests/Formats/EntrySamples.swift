/// Entries of each family, in our own words, from which tests and fuzzing begin.
enum EntrySamples {
    static let freeDict: [String] = [
        "casa /kˈasa/\nhouse\n",
        "fare: aller /ale/ <v>\n1. fare\n2. go, ride\n",
        "maison /me.zɔ̃/ /mɛ.zɔ̃/ <n, fem>\n1. casa 2.\nun lieu\n 3.\nun foyer\n2. linaje, casa\nune famille\n",
        "Haus /hˈaʊs/ (H. /haː/) <neut, n, sg>\n [adm.] house <n>, home (one's own) <n>\n"
            + "      \"ein \"Haus\" bauen\"  - build a house\n         Note: for living in\n   Synonyms: {Heim}, {Bau}\n\n see: {Häuser}\n",
        "chair //tʃɛə(ɹ)// /[tʃeə]/ <n>\nStuhl <masc>, Sessel <masc> [Ös.]  [furn.]\n",
        "hodiernus /x/ (hodierna /y/ <f>, hodiernum /z/ <n>) <adj, m>\nheutig, an diesem Tag\n",
        "kope\n\n Plural of {kikope}: 1. eyelid 2. eyelash\n",
        "капуста\n[[cabbage|cabbages]] of [[kale]]\n",
    ]
    static let japanese: [String] = [
        " [ichi1]  家 /(en)x/, 屋 /y/,  [ichi1] いえ /z/\n1. (noun (common) (futsuumeishi))\nhouse, residence\n2. family\n",
        "猫 /x/, ねこ /y/\n(noun (common) (futsuumeishi))\n\n         Note: word usually written using kana alonecat (animal), pussy\n",
        "行く /x/, いく /y/\n1. (Godan verb - Iku/Yuku special class)\n (intransitive verb)\n{来る・くる・1}to go, to move\n",
    ]
    static let ding: [String] = [
        "Eigenschaft\n {f} (Merkmal) [phil.]\n   property; quality (of something) [Br.];\nfeature /FT/\n",
        "laufend\n\n   running; current {adj}\n",
    ]
    static let mueller: [String] = [
        "dog\n   [dɘg]\n   1. _n.\n      1) собака, пёс; lazy dog лентяй; дрянь-\n      человек\n      2) _разг. парень (о человеке)\n   2. _v. = hound\n",
        "went\n   [wɛnt] _p. от go\n",
    ]
    static let roman: [String] = [
        "captive /ˈkæptɪv/\nI.  <N>  jeniec\nII.  <Adj> 1.  schwytany, zniewolony\n 2.  take sb captive (x)\n - chwytać kogoś\n"
            + "III.  <N Comp>a captive audience /x/   przymusowa publiczność\n"
    ]
    static let all = freeDict + japanese + ding + mueller + roman

    static let markup: [String] = [
        "<k>house</k>\n<tr>haʊs</tr> <pos>n</pos>\n<def><dtrn>дом; жилище</dtrn><ex>a house — дом</ex></def><kref>home</kref>",
        "<b>vokal</b> [<i>a kapela</i>]\n1. gesang; &amp; <span foreground=\"blue\">chor</span> &#233; &#x1F600; a < b",
        "<div>one<br/>two</div><![CDATA[x <y>]]><p>three",
    ]

    static let tables: [String] = [
        "# from: en\n# to: es\nheadword\tpos\tsense\ttranslations\nhouse\tnoun\tbuilding\tcasa {f}; hogar {m}\nwater\tnoun\t\t水 [みず]\n",
        "word,translation,extra\n\"a \"\"b\"\"\nc\",\"x, y; z\",1\n",
        "Haus;house, home;noun\nHund;dog;noun\n",
    ]
    static let lines: [String] = [
        "家 [いえ] /(n) (1) house/residence/(2) (uk) family/(P)/\nヒート /(n) heat/\n",
        "# CC\n#! license=x\n學習 学习 [xue2 xi2] /to learn/to study/CL:個|个[ge4],家[jia1]/\n女 女 [nu:3] /woman; lady/\n",
    ]
}
