import Language
import LanguageServices
import Platform
import SentenceChecks

/// A corpus that has been read and cut into words, before its sentences are judged.
struct CorpusReading {
    /// The sentences, each with its translation and place behind it.
    private(set) var texts = TextArena()
    private(set) var forms: FormTable
    /// The numbers of all words' forms, sentence by sentence.
    private(set) var tokens: [Int32] = []
    /// Where the tokens of each sentence end.
    private(set) var tokenEnds: [Int] = []
    private(set) var surfaces: [SentenceSurface] = []
    private(set) var senses: [Int: ShownSense] = [:]
    /// The headwords that an analyser has given to forms.
    private(set) var lemmas: [Int32: String] = [:]
    /// What there is to say of the sources.
    private(set) var report = SourceReport()

    private let analysis: WordAnalysis
    private let isSpaced: Bool
    private var seen: Set<UInt64> = []
    private var waiting: [(sentence: FoundSentence, surface: SentenceSurface)] = []

    /// More sentences than this are not kept: they need some 250 bytes each while the index is made.
    static let mostSentences = 4_000_000
    /// Nor is more text than this.
    static let mostText = 1 << 30
    /// How many sentences are cut into words at a time.
    private static let batch = 512

    /// Texts of a sentence in ``texts``: the sentence, its translation, its place.
    static let textsOfSentence = 3

    var count: Int { tokenEnds.count }

    init(language: LanguageTag, analysis: WordAnalysis) {
        forms = FormTable(language: language)
        self.analysis = analysis
        isSpaced = !UnspacedLanguages.contains(language.language)
    }

    /// Reads a source to its end.
    ///
    /// - Parameter isWanted: Whether anybody still waits for the index.
    /// - Throws: `ServiceError`; `ServiceError.Code.cancelled` when nobody waits any more.
    mutating func read(_ source: any SentenceSource, isWanted: () -> Bool) throws {
        var found = 0
        report = try source.read { sentence in
            found += 1
            if found % 4096 == 0, !isWanted() { throw ServiceError.cancelled() }
            try add(sentence)
        }
        try cutWaiting()
        seen = []
        if isFull { report.notices.append("only the first \(count) sentences were taken; more are not kept") }
    }

    private var isFull: Bool { count >= Self.mostSentences || texts.size >= Self.mostText }

    private mutating func add(_ found: FoundSentence) throws {
        guard !isFull, var text = SentenceCleanup.of(found.text) else { return }
        if found.isCutOut { text = SentenceCleanup.withoutQuotes(Self.withoutEmphasis(text)) }
        guard let surface = SentenceSurface(text, isSpaced: isSpaced) else { return }
        // A heading, a line of a poem, a part of a table.
        if found.isCutOut, !surface.beginsWhole || !surface.endsWhole && isSpaced { return }
        guard seen.insert(StableHash.of(text)).inserted else { return }
        var kept = found
        kept.text = text
        kept.translation = found.translation.flatMap(SentenceCleanup.of)
        waiting.append((kept, surface))
        if waiting.count >= Self.batch { try cutWaiting() }
    }

    /// Books in plain text have underscores around what is printed in italics.
    private static func withoutEmphasis(_ text: String) -> String {
        text.utf8.contains(UInt8(ascii: "_")) ? text.replacing("_", with: "") : text
    }

    private mutating func cutWaiting() throws {
        guard !waiting.isEmpty else { return }
        let cut = try analysis.words(of: waiting.map(\.sentence.text))
        for ((sentence, surface), words) in zip(waiting, cut) {
            guard !words.isEmpty, words.count <= 60 else { continue }
            if let sense = sentence.sense { senses[count] = sense }
            texts.add(sentence.text)
            texts.add(sentence.translation ?? "")
            texts.add(sentence.place)
            for (index, word) in words.enumerated() {
                let form = forms.form(word.text, isFirst: index == 0)
                if let lemma = word.lemma, lemmas[form] == nil { lemmas[form] = lemma }
                tokens.append(form)
            }
            tokenEnds.append(tokens.count)
            surfaces.append(surface)
        }
        waiting.removeAll(keepingCapacity: true)
    }

    /// The tokens of a sentence.
    func tokens(of sentence: Int) -> ArraySlice<Int32> {
        tokens[(sentence == 0 ? 0 : tokenEnds[sentence - 1])..<tokenEnds[sentence]]
    }

    /// Puts the form that stands inside sentences in the place of each sentence's first one, where it is another.
    mutating func resolveStarts() {
        let resolved = forms.resolveStarts()
        for sentence in 0..<count {
            let start = sentence == 0 ? 0 : tokenEnds[sentence - 1]
            tokens[start] = resolved[Int(tokens[start])]
        }
    }
}

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
            if let level = known[terms[place].key]?.level { terms[place].level = UInt8(level.number) }
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

extension LearnerLevel {
    /// 1…6.
    var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}

/// The different words of a corpus, each as it is written: a *form*. Tokens are numbers of forms.
///
/// A word inside a sentence is told from the same word with a capital: *Mark* is no *mark*, and *Essen* no *essen*. At the
/// start of a sentence every word has a capital; there it is taken for what it is inside sentences.
struct FormTable {
    /// A form, and how often it was met.
    struct Form {
        var text: String
        /// How often it stands inside a sentence.
        var inside = 0
        /// How often it stands, whatever the place.
        var total = 0
        /// Whether it begins with a capital inside a sentence.
        var isCapital: Bool
    }

    private(set) var forms: [Form] = []
    private var inside: [String: Int32] = [:]
    private var first: [String: Int32] = [:]
    private let isEnglish: Bool
    private let capitalsNameNouns: Bool

    init(language: LanguageTag) {
        isEnglish = language.language == "en"
        capitalsNameNouns = language.language == "de" || language.language == "lb"
    }

    /// The form of a word.
    ///
    /// - Parameters:
    ///   - text: The word as it is written.
    ///   - isFirst: Whether it begins a sentence.
    mutating func form(_ text: String, isFirst: Bool) -> Int32 {
        let found = (isFirst ? first[text] : inside[text]) ?? new(text, isFirst: isFirst)
        let place = Int(found)
        forms[place].total += 1
        if !isFirst { forms[place].inside += 1 }
        return found
    }

    private mutating func new(_ text: String, isFirst: Bool) -> Int32 {
        let isUpper = text.unicodeScalars.first?.properties.isUppercase ?? false
        let isPronoun = isEnglish && (text == "I" || text.hasPrefix("I'") || text.hasPrefix("I’"))
        // *UFO*, *USA*: capitals that are no capital of a beginning.
        let isOfStart = isFirst && !Capitals.isAllCapitals(text)
        let plain = isPronoun || isUpper && isOfStart ? text.lowercased() : text
        let isCapital = isUpper && !isPronoun && !isOfStart
        let id: Int32
        if let known = inside[plain] {
            id = known
        } else {
            id = Int32(truncatingIfNeeded: forms.count)
            forms.append(Form(text: plain, isCapital: isCapital))
            inside[plain] = id
        }
        if isFirst { first[text] = id } else { inside[text] = id }
        return id
    }

    /// For each form with which sentences begin, what it is there: the word with a capital, when that is much the more
    /// frequent one inside sentences. Counts are corrected; every form stands for itself afterwards.
    mutating func resolveStarts() -> [Int32] {
        var result = forms.indices.map { Int32(truncatingIfNeeded: $0) }
        for (text, id) in first {
            guard let other = inside[text], other != id, text.unicodeScalars.first?.properties.isUppercase ?? false
            else { continue }
            let small = forms[Int(id)].inside
            let large = forms[Int(other)].inside
            guard capitalsNameNouns ? large > small : large > 2 * small else { continue }
            result[Int(id)] = other
        }
        // Two texts of one start may differ in case: *The*, *the*.
        for (place, other) in result.enumerated() where Int(other) != place {
            let atStart = forms[place].total - forms[place].inside
            forms[place].total -= atStart
            forms[Int(other)].total += atStart
        }
        return result
    }
}
