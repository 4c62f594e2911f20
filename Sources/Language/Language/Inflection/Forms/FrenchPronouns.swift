/// French articles, demonstratives, possessives and pronouns, in the form that agrees.
enum FrenchPronouns {
    /// What stands for what a sentence speaks of: *il, lui, moi, se*; and its possessives, by what is possessed: `son`, `sa`,
    /// `ses`.
    ///
    /// - Returns: `nil` when `name` is none.
    static func form(_ name: String, _ agreement: Agreement) -> String? {
        guard let row = table[name] else { return nil }
        let isFeminine = agreement.gender == .feminine
        switch (agreement.person, agreement.isPlural) {
        case (.first, false): return row[0]
        case (.second, false): return row[1]
        case (.third, false): return row[isFeminine ? 3 : 2]
        case (.first, true): return row[4]
        case (.second, true): return row[5]
        case (.third, true): return row[isFeminine ? 7 : 6]
        }
    }

    /// First, second, third person masculine and feminine; first and second person plural; third one.
    private static let table: [String: [String]] = [
        "il": ["je", "tu", "il", "elle", "nous", "vous", "ils", "elles"],
        "moi": ["moi", "toi", "lui", "elle", "nous", "vous", "eux", "elles"],
        "lui": ["me", "te", "lui", "lui", "nous", "vous", "leur", "leur"],
        "se": ["me", "te", "se", "se", "nous", "vous", "se", "se"],
        "son": ["mon", "ton", "son", "son", "notre", "votre", "leur", "leur"],
        "sa": ["ma", "ta", "sa", "sa", "notre", "votre", "leur", "leur"],
        "ses": ["mes", "tes", "ses", "ses", "nos", "vos", "leurs", "leurs"],
    ]

    /// What stands before a noun and agrees with it.
    ///
    /// - Parameters:
    ///   - name: The masculine: the singular, or the plural where the noun stands in the plural: *le, les*; `du` is the
    ///     partitive article, and `au` the article with *à*.
    ///   - isPlural: Whether the noun is plural in any case.
    ///   - next: The noun that follows at once.
    static func determiner(_ name: String, isFeminine: Bool, isPlural: Bool, next: String?) -> String? {
        guard let row = determiners.first(where: { $0[0] == name || $0[2] == name }) else { return nil }
        let plural = isPlural || row[2] == name && row[0] != name
        let startsWithVowel = next.map(FrenchElision.startsWithVowel) ?? false
        if !plural, startsWithVowel, row.count > 4 { return row[isFeminine ? 5 : 4] }
        return row[(plural ? 2 : 0) + (isFeminine ? 1 : 0)]
    }

    /// Masculine, feminine, their plurals, and masculine and feminine before a vowel where these differ.
    private static let determiners: [[String]] = [
        ["le", "la", "les", "les", "l'", "l'"], ["un", "une", "des", "des"],
        ["du", "de la", "des", "des", "de l'", "de l'"],
        ["au", "à la", "aux", "aux", "à l'", "à l'"],
        ["ce", "cette", "ces", "ces", "cet", "cette"], ["mon", "ma", "mes", "mes", "mon", "mon"],
        ["ton", "ta", "tes", "tes", "ton", "ton"], ["son", "sa", "ses", "ses", "son", "son"],
        ["notre", "notre", "nos", "nos"], ["votre", "votre", "vos", "vos"], ["leur", "leur", "leurs", "leurs"],
        ["quel", "quelle", "quels", "quelles"], ["tout", "toute", "tous", "toutes"],
        ["aucun", "aucune", "aucuns", "aucunes"], ["beau", "belle", "beaux", "belles", "bel", "belle"],
        ["nouveau", "nouvelle", "nouveaux", "nouvelles", "nouvel", "nouvelle"],
        ["vieux", "vieille", "vieux", "vieilles", "vieil", "vieille"],
    ]
}
