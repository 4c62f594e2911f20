/// German articles and their like, possessives and pronouns, in the form that agrees.
enum GermanPronouns {
    // MARK: Pronouns

    /// What stands for what a sentence speaks of, as it is for a man: *er, ihn, ihm, sich*; and his possessives: `seine`,
    /// `seinen`, `seinem`, `seiner`, `seines`, and `sein-n` without an ending, since *sein* is a verb.
    ///
    /// - Returns: `nil` when `name` is none.
    static func pronoun(_ name: String, _ agreement: Agreement) -> String? {
        if let row = table[name] { return row[column(agreement)] }
        guard let ending = possessives[name] else { return nil }
        let owner = owners[column(agreement)]
        // *euer*, but *eure*.
        return (owner == "euer" && !ending.isEmpty ? "eur" : owner) + ending
    }

    /// First, second person; third masculine, feminine, neuter; then the plural of all three.
    private static func column(_ agreement: Agreement) -> Int {
        switch (agreement.person, agreement.isPlural) {
        case (.first, false): 0
        case (.second, false): 1
        case (.third, false): 2 + GermanDeclension.column(agreement)
        case (.first, true): 5
        case (.second, true): 6
        case (.third, true): 7
        }
    }

    private static let table: [String: [String]] = [
        "er": ["ich", "du", "er", "sie", "es", "wir", "ihr", "sie"],
        "ihn": ["mich", "dich", "ihn", "sie", "es", "uns", "euch", "sie"],
        "ihm": ["mir", "dir", "ihm", "ihr", "ihm", "uns", "euch", "ihnen"],
        "sich": ["mich", "dich", "sich", "sich", "sich", "uns", "euch", "sich"],
        "sich-dative": ["mir", "dir", "sich", "sich", "sich", "uns", "euch", "sich"],
    ]

    private static let owners = ["mein", "dein", "sein", "ihr", "sein", "unser", "euer", "ihr"]

    private static let possessives: [String: String] = [
        "sein-n": "", "seine": "e", "seinen": "en", "seinem": "em", "seiner": "er", "seines": "es",
    ]

    // MARK: Before nouns

    private struct Determiner {
        /// Masculine, feminine, neuter, plural; `nil` where there is none.
        var forms: [String?]
        var place: GermanDeclension.Place
    }

    /// Whether a text is an article or its like, with or without adjectives behind it, as before a masculine noun.
    static func isDeterminer(_ phrase: String) -> Bool {
        determiner(phrase, Agreement(gender: .masculine)) != nil
    }

    /// What stands before a noun and agrees with it: *einen neuen* as *eine neue*; `nil` when there is none.
    static func determiner(_ phrase: String, _ agreement: Agreement) -> String? {
        let words = phrase.split(separator: " ").map(String.init)
        guard let first = words.first, let known = determiner(named: first) else { return nil }
        guard let text = known.forms[GermanDeclension.column(agreement)] else { return nil }
        var result = [text]
        let written = GermanDeclension.ending(known.place, Agreement(gender: .masculine))
        let wanted = GermanDeclension.ending(known.place, agreement)
        for adjective in words.dropFirst() {
            guard adjective.hasSuffix(written) else { return nil }
            result.append(adjective.dropLast(written.count) + wanted)
        }
        return result.joined(separator: " ")
    }

    private static func determiner(named name: String) -> Determiner? {
        if let row = articles[name] { return row }
        // *mein, keinen, dieser, jedem*
        for stem in mixed where name.hasPrefix(stem) {
            if stem == "ihr" || stem == "sein", name == stem { continue }
            let ending = String(name.dropFirst(stem.count))
            guard let found = endings[ending] else { continue }
            let bare = stem == "euer" || stem == "eur" ? "eur" : stem
            let isWithout = ending.isEmpty
            var forms = found.forms.map { Optional(bare + $0) }
            // The accusative of neuter nouns has no ending, as the nominative of masculine ones.
            let short = stem == "eur" ? "euer" : stem
            if isWithout { (forms[0], forms[2]) = (short, short) }
            if ending == "en" { forms[2] = short }
            if stem == "ein" { forms[3] = nil }
            return Determiner(forms: forms, place: .init(kind: .mixed, grammaticalCase: found.grammaticalCase))
        }
        for stem in weak where name.hasPrefix(stem) {
            guard let found = weakEndings[String(name.dropFirst(stem.count))] else { continue }
            var forms = found.forms.map { Optional(stem + $0) }
            if stem == "jed" { forms[3] = nil }
            return Determiner(forms: forms, place: .init(kind: .weak, grammaticalCase: found.grammaticalCase))
        }
        return nil
    }

    private static let mixed = ["ein", "kein", "mein", "dein", "sein", "ihr", "unser", "euer", "eur"]
    private static let weak = ["dies", "jed", "welch", "manch"]

    private typealias Row = (forms: [String], grammaticalCase: GermanDeclension.Case)

    private static let endings: [String: Row] = [
        "": (["", "e", "", "e"], .nominative), "en": (["en", "e", "", "e"], .accusative),
        "em": (["em", "er", "em", "en"], .dative), "es": (["es", "er", "es", "er"], .genitive),
    ]

    private static let weakEndings: [String: Row] = [
        "er": (["er", "e", "es", "e"], .nominative), "en": (["en", "e", "es", "e"], .accusative),
        "em": (["em", "er", "em", "en"], .dative), "es": (["es", "er", "es", "er"], .genitive),
    ]

    private static func article(_ text: String, _ grammaticalCase: GermanDeclension.Case) -> Determiner {
        let forms = text.split(separator: "|").map { Optional(String($0)) }
        return Determiner(forms: forms, place: .init(kind: .weak, grammaticalCase: grammaticalCase))
    }

    private static let articles: [String: Determiner] = [
        "der": article("der|die|das|die", .nominative), "den": article("den|die|das|die", .accusative),
        "dem": article("dem|der|dem|den", .dative), "des": article("des|der|des|der", .genitive),
        "im": article("im|in der|im|in den", .dative), "ins": article("in den|in die|ins|in die", .accusative),
        "am": article("am|an der|am|an den", .dative), "ans": article("an den|an die|ans|an die", .accusative),
        "zum": article("zum|zur|zum|zu den", .dative), "vom": article("vom|von der|vom|von den", .dative),
        "beim": article("beim|bei der|beim|bei den", .dative),
        "fürs": article("für den|für die|für das|für die", .accusative),
        "er": article("er|sie|es|sie", .nominative), "ihn": article("ihn|sie|es|sie", .accusative),
        "ihm": article("ihm|ihr|ihm|ihnen", .dative), "einer": article("einer|eine|eins|welche", .nominative),
    ]
}
