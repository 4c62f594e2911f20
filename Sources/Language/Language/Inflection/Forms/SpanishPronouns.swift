/// Spanish articles, demonstratives, possessives and pronouns, in the form that agrees.
enum SpanishPronouns {
    /// What stands for what a sentence speaks of: *él, lo, le, se, mí*; and its possessives, by what is possessed: `su`,
    /// `su-f`, `sus`, `sus-f`.
    ///
    /// - Parameter hasVosotros: Whether several people who are spoken to are *vosotros*; else they are *ustedes*, who have
    ///   the pronouns of the third person.
    /// - Returns: `nil` when `name` is none.
    static func form(_ name: String, _ agreement: Agreement, hasVosotros: Bool = false) -> String? {
        guard let row = table[name] else { return nil }
        let isFeminine = agreement.gender == .feminine
        switch (agreement.person, agreement.isPlural) {
        case (.first, false): return row[0]
        case (.second, false): return row[1]
        case (.third, false): return row[isFeminine ? 3 : 2]
        case (.first, true): return row[isFeminine ? 5 : 4]
        case (.second, true) where hasVosotros: return row[isFeminine ? 9 : 8]
        case (.second, true) where name == "él": return "ustedes"
        case (_, true): return row[isFeminine ? 7 : 6]
        }
    }

    /// First, second, third person masculine and feminine; first person plural masculine and feminine; third one;
    /// *vosotros*.
    private static let table: [String: [String]] = [
        "él": ["yo", "tú", "él", "ella", "nosotros", "nosotras", "ellos", "ellas", "vosotros", "vosotras"],
        "lo": ["me", "te", "lo", "la", "nos", "nos", "los", "las", "os", "os"],
        "le": ["me", "te", "le", "le", "nos", "nos", "les", "les", "os", "os"],
        "se": ["me", "te", "se", "se", "nos", "nos", "se", "se", "os", "os"],
        "su": ["mi", "tu", "su", "su", "nuestro", "nuestro", "su", "su", "vuestro", "vuestro"],
        "su-f": ["mi", "tu", "su", "su", "nuestra", "nuestra", "su", "su", "vuestra", "vuestra"],
        "sus": ["mis", "tus", "sus", "sus", "nuestros", "nuestros", "sus", "sus", "vuestros", "vuestros"],
        "sus-f": ["mis", "tus", "sus", "sus", "nuestras", "nuestras", "sus", "sus", "vuestras", "vuestras"],
    ]

    /// What stands before a noun and agrees with it.
    ///
    /// - Parameters:
    ///   - name: The masculine: the singular, or the plural where the noun stands in the plural: *el, los*.
    ///   - isPlural: Whether the noun is plural in any case.
    ///   - next: The noun that follows at once; a feminine one with a stressed *a* has *el* and *un* before it.
    static func determiner(_ name: String, isFeminine: Bool, isPlural: Bool, next: String?) -> String? {
        if let row = determiners.first(where: { $0[0] == name || $0[2] == name }) {
            let plural = isPlural || row[2] == name
            if isFeminine, !plural, let next, masculineBeforeA.contains(name),
                SpanishSound(String(next.prefix { $0 != " " })).beginsWithStressedA
            {
                return row[0]
            }
            return row[(plural ? 2 : 0) + (isFeminine ? 1 : 0)]
        }
        return nil
    }

    private static let masculineBeforeA: Set<String> = ["el", "un", "algún", "ningún"]

    private static let determiners: [[String]] = [
        ["el", "la", "los", "las"], ["un", "una", "unos", "unas"], ["este", "esta", "estos", "estas"],
        ["ese", "esa", "esos", "esas"], ["aquel", "aquella", "aquellos", "aquellas"],
        ["nuestro", "nuestra", "nuestros", "nuestras"], ["vuestro", "vuestra", "vuestros", "vuestras"],
        ["mi", "mi", "mis", "mis"], ["tu", "tu", "tus", "tus"],
        ["su", "su", "sus", "sus"], ["mucho", "mucha", "muchos", "muchas"], ["poco", "poca", "pocos", "pocas"],
        ["otro", "otra", "otros", "otras"], ["algún", "alguna", "algunos", "algunas"],
        ["ningún", "ninguna", "ningunos", "ningunas"], ["todo", "toda", "todos", "todas"],
        ["cuánto", "cuánta", "cuántos", "cuántas"], ["lo", "la", "los", "las"], ["él", "ella", "ellos", "ellas"],
        ["demasiado", "demasiada", "demasiados", "demasiadas"], ["uno", "una", "unos", "unas"],
    ]
}
