/// A French verb that goes like another one: *devenir* like *venir*, *inscrire* like *écrire*.
struct FrenchCompoundVerb {
    /// The verb like which it goes.
    let base: String
    private let prefix: String
    /// What the base has in place of the prefix.
    private let replaced: Int

    /// - Returns: `nil` when it goes like none of the table.
    init?(_ verb: String) {
        for (base, ending, replaced) in Self.families where verb.hasSuffix(ending) && verb != base {
            self.base = base
            self.replaced = replaced
            prefix = String(verb.dropLast(ending.count))
            return
        }
        for base in Self.simple where verb.hasSuffix(base) {
            let prefix = String(verb.dropLast(base.count))
            guard Self.prefixes.contains(prefix), !Self.regular.contains(verb) else { continue }
            self.base = base
            self.prefix = prefix
            replaced = 0
            return
        }
        return nil
    }

    /// The form of this verb for one of its base.
    func form(_ form: String) -> String { prefix + form.dropFirst(replaced) }

    /// The verb of the table, the ending that tells its family, and how many letters of the former stand before the latter.
    private static let families: [(String, String, Int)] = [
        ("écrire", "écrire", 0), ("écrire", "crire", 1), ("construire", "struire", 3), ("conduire", "duire", 3),
        ("craindre", "aindre", 2), ("peindre", "eindre", 1), ("joindre", "joindre", 0), ("recevoir", "cevoir", 2),
        ("connaître", "connaître", 0), ("paraître", "paraître", 0), ("acquérir", "quérir", 2),
        ("cueillir", "cueillir", 0),
        ("prendre", "prendre", 0), ("mettre", "mettre", 0), ("venir", "venir", 0), ("battre", "battre", 0),
        ("couvrir", "couvrir", 0), ("vaincre", "vaincre", 0), ("faire", "faire", 0), ("suivre", "suivre", 0),
    ]

    private static let simple = [
        "tenir", "dire", "lire", "rire", "voir", "courir", "ouvrir", "dormir", "partir", "sortir", "sentir", "mentir",
        "servir", "vivre", "plaire", "fuir", "naître", "cuire", "coudre", "envoyer", "mouvoir", "croître",
    ]

    private static let prefixes: Set<String> = [
        "re", "r", "dé", "de", "con", "contre", "inter", "pré", "sou", "entre", "main", "ob", "appar", "dis", "par",
        "ac", "se",
        "en", "ren", "pres", "sur", "dés", "é", "res", "abs", "des", "pour",
    ]

    /// What only looks like a compound.
    private static let regular: Set<String> = ["répartir", "assortir", "asservir"]
}
