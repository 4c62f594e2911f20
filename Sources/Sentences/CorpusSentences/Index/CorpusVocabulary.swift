import Language
import LanguageServices

/// What is known of the words of a corpus: the headwords of its forms, how usual they are, and at which level they are learned.
struct CorpusVocabulary {
    /// A headword of the corpus.
    struct Term {
        var key: String
        /// How often its forms were met.
        var count = 0
        /// The level at which it is learned: 1…6, or 0 where that is not known.
        var level: UInt8 = 0
        /// How usual it is, 0…1.
        var commonness = 0.0
        /// Whether it says nothing of what a sentence is about.
        var isSmall = false
    }

    /// What a form is, for the judging of sentences.
    struct FormFacts {
        /// The headword that it counts for.
        var term: Int32
        var verb: FormReading.VerbForm
        var isName: Bool
        var isPronoun: Bool
        var isOpening: Bool
        var isSubject: Bool
        var isNumber: Bool
        var isSubordinator: Bool
        /// Whether it leads a clause at the start of a sentence only: *as*.
        var isComparison: Bool
        var isRelative: Bool
        /// Whether it is a past form, with which no sentence begins.
        var isPast: Bool
        /// Whether a command may begin with it: *please*.
        var leadsCommand: Bool
        /// Whether it can be a plural.
        var isPlural: Bool
        /// Whether it can be a noun, as far as is known.
        var isNoun: Bool
    }

    private(set) var terms: [Term] = []
    private(set) var facts: [FormFacts] = []
    private(set) var readings: [FormReading] = []

    init(_ reading: CorpusReading, language: LanguageTag, known: KnownWords) {
        let folding = HeadwordFolding(language: language.text)
        let reader = FormReader(language: language, known: known)
        let small = ClauseWords.of(language.language)
        let capitalsNameNouns = ["de", "lb"].contains(language.language)
        var occurring: Set<String> = []
        for form in reading.forms.forms where form.total > 0 && !form.isCapital { occurring.insert(form.text) }
        if capitalsNameNouns { for form in reading.forms.forms { occurring.insert(form.text.lowercased()) } }
        var numbers: [String: Int32] = [:]
        func term(_ key: String) -> Int32 {
            if let known = numbers[key] { return known }
            let id = Int32(truncatingIfNeeded: terms.count)
            terms.append(Term(key: key))
            numbers[key] = id
            return id
        }
        var total = 0
        for (id, form) in reading.forms.forms.enumerated() {
            let isName = form.isCapital && !capitalsNameNouns && known[folding.key(form.text)]?.kinds == nil
            let read = reader.reading(
                of: form.text,
                lemma: reading.lemmas[Int32(truncatingIfNeeded: id)],
                isName: form.isCapital && !capitalsNameNouns,
                occurs: { occurring.contains($0) }
            )
            readings.append(read)
            let primary = term(read.primary)
            terms[Int(primary)].count += form.total
            total += form.total
            let lower = form.isCapital ? form.text.lowercased() : form.text
            if small.contains(lower) { terms[Int(primary)].isSmall = true }
            facts.append(
                FormFacts(
                    term: primary,
                    verb: read.verb,
                    isName: isName,
                    isPronoun: small.pronouns.contains(lower),
                    isOpening: small.openings.contains(lower),
                    isSubject: small.subjects.contains(lower),
                    isNumber: form.text.unicodeScalars.first?.properties.numericType != nil,
                    isSubordinator: small.subordinators.contains(lower),
                    isComparison: lower == "as",
                    isRelative: small.relatives.contains(lower),
                    isPast: read.verb >= .inflected && !lower.hasSuffix("s") && !small.finite.contains(lower)
                        && read.primary != folding.key(lower),
                    leadsCommand: small.commands.contains(lower),
                    isPlural: lower.hasSuffix("s")
                        && read.headwords.contains { $0.certainty != .itself && $0.kinds.contains(.noun) },
                    isNoun: !small.contains(lower)
                        && (read.headwords.contains { $0.kinds.contains(.noun) }
                            || read.headwords.allSatisfy { $0.kinds.isEmpty })
                )
            )
        }
        // In a small corpus a word that is met once is not therefore usual.
        let perMillion = 1e6 / Double(max(total, 1_000_000))
        for place in terms.indices {
            if let level = known[terms[place].key]?.level, let number = LearnerLevel.allCases.firstIndex(of: level) {
                terms[place].level = UInt8(truncatingIfNeeded: number + 1)
            }
            terms[place].commonness = Self.commonness(
                level: terms[place].level,
                perMillion: Double(terms[place].count) * perMillion
            )
        }
    }

    /// How usual a word is: by the level at which it is learned, else by how often it is met, a thousand times in a million
    /// words being as usual as can be.
    static func commonness(level: UInt8, perMillion: Double) -> Double {
        let byLevel = [0, 1, 0.95, 0.8, 0.65, 0.45, 0.3][min(Int(level), 6)]
        return max(byLevel, min(1, Logarithm.ten(perMillion + 1) / 3))
    }
}
