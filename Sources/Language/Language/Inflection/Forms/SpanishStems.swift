/// Spanish verbs whose stem changes where it is stressed.
enum SpanishStems {
    /// How the stem of a verb changes.
    enum Change: String {
        case ie, ue, i
        /// The last *i* or *u* bears an accent: *envío, continúo, reúno*.
        case accent
    }

    /// The change of a verb, by its infinitive without a pronoun.
    static func change(of verb: String) -> Change? {
        if let known = changes[verb] { return known }
        for prefix in prefixes where verb.hasPrefix(prefix) {
            if let known = changes[String(verb.dropFirst(prefix.count))], !plain.contains(verb) { return known }
        }
        return nil
    }

    /// The stem where it is stressed.
    static func stressed(_ stem: String, _ change: Change) -> String {
        var letters = Array(stem)
        switch change {
        case .ie, .ue, .i:
            let vowel: Set<Character> = change == .ue ? ["o", "u"] : ["e", "i"]
            // The u behind q and g is silent.
            guard let place = letters.indices.last(where: { vowel.contains(letters[$0]) && !isSilent($0, letters) })
            else {
                return stem
            }
            let new = change == .ue && letters[..<place].last == "g" ? "üe" : change.rawValue
            letters.replaceSubrange(place...place, with: Array(new))
            // *huelo*: a word does not begin with *ue*.
            return place == 0 && change == .ue ? "h" + String(letters) : String(letters)
        case .accent:
            guard let place = letters.lastIndex(where: { $0 == "i" || $0 == "u" }) else { return stem }
            letters[place] = letters[place] == "i" ? "í" : "ú"
            return String(letters)
        }
    }

    /// The stem of verbs in *-ir* before a stressed *i* that is part of a diphthong: *sintió, durmió*.
    static func weak(_ stem: String, _ change: Change) -> String {
        var letters = Array(stem)
        let (from, to): (Character, Character) = change == .ue ? ("o", "u") : ("e", "i")
        guard let place = letters.lastIndex(of: from) else { return stem }
        letters[place] = to
        return String(letters)
    }

    private static func isSilent(_ place: Int, _ letters: [Character]) -> Bool {
        letters[place] == "u" && place > 0 && (letters[place - 1] == "q" || letters[place - 1] == "g")
            && place + 1 < letters.count && "ei".contains(letters[place + 1])
    }

    private static let prefixes = ["des", "re", "en", "con", "a", "pre", "com"]

    /// What only looks like a compound.
    private static let plain: Set<String> = [
        "contender", "depender", "aprender", "comprender", "rentar", "presentar", "atentar",
    ]

    private static let changes: [String: Change] = {
        var result: [String: Change] = [:]
        for (change, verbs) in table {
            for verb in verbs.split(whereSeparator: { $0 == " " || $0 == "\n" }) { result[String(verb)] = change }
        }
        return result
    }()

    private static let table: [(Change, String)] = [
        (
            .ie,
            """
            pensar cerrar empezar comenzar despertar sentar calentar recomendar confesar gobernar regar negar nevar temblar
            apretar atravesar helar fregar tropezar enterrar manifestar quebrar acertar alentar merendar encerrar plegar
            entender perder encender defender tender extender ascender descender atender querer verter
            sentir mentir preferir divertir convertir sugerir advertir herir invertir referir hervir digerir arrepentir
            consentir transferir interferir adherir ingerir conferir requerir adquirir inquirir discernir
            """
        ),
        (
            .ue,
            """
            contar encontrar costar mostrar recordar acordar almorzar probar volar soñar colgar rogar forzar esforzar acostar
            mover volver devolver resolver envolver doler morder llover soler demostrar comprobar aprobar apostar renovar
            poblar rodar soltar tostar torcer cocer oler desenvolver promover remover revolver disolver absolver jugar
            consolar sonar tronar reforzar avergonzar volcar dormir morir poder
            """
        ),
        (
            .i,
            """
            pedir repetir servir vestir seguir medir despedir impedir elegir corregir conseguir perseguir competir rendir
            reñir teñir derretir concebir gemir proseguir reelegir
            """
        ),
        (
            .accent,
            """
            enviar resfriar averiar esquiar confiar criar guiar variar ampliar vaciar fotografiar espiar enfriar desviar desafiar fiar liar
            actuar continuar graduar evaluar situar acentuar efectuar puntuar insinuar habituar reunir prohibir aislar
            """
        ),
    ]
}
