import Language
import LanguageServices
import Platform
import SentenceChecks

/// A corpus that has been read and split into words, before its sentences are scored.
struct CorpusReading {
    /// The sentences, each followed by its translation and location.
    private(set) var texts = TextArena()
    private(set) var forms: FormTable
    /// The form numbers of all words, sentence by sentence.
    private(set) var tokens: [Int32] = []
    /// For each sentence, the index in `tokens` at which it ends.
    private(set) var tokenEnds: [Int] = []
    private(set) var surfaces: [SentenceSurface] = []
    private(set) var senses: [Int: ShownSense] = [:]
    /// The headwords that an analyser has assigned to forms.
    private(set) var lemmas: [Int32: String] = [:]
    /// The report on the sources.
    private(set) var report = SourceReport()

    private let analysis: WordAnalysis
    private let isSpaced: Bool
    private var seen: Set<UInt64> = []
    private var waiting: [(sentence: FoundSentence, surface: SentenceSurface)] = []

    /// The maximum number of sentences kept; each takes about 250 bytes while the index is built.
    static let maximumSentences = 4_000_000
    /// The maximum size of all texts, in bytes.
    static let maximumTextSize = 1 << 30
    /// The number of sentences that are split into words in one batch.
    private static let batch = 512

    /// The number of texts per sentence in ``texts``: the sentence, its translation and its location.
    static let textsOfSentence = 3

    var count: Int { tokenEnds.count }

    init(language: LanguageTag, analysis: WordAnalysis) {
        forms = FormTable(language: language)
        self.analysis = analysis
        isSpaced = !UnspacedLanguages.contains(language.language)
    }

    /// Reads a source to the end.
    ///
    /// - Parameter isWanted: Whether any request is still waiting for the index.
    /// - Throws: `ServiceError`; `ServiceError.Code.cancelled` if no request is waiting any more.
    mutating func read(_ source: any SentenceSource, isWanted: () -> Bool) throws {
        var found = 0
        report = try source.read { sentence in
            found += 1
            if found % 4096 == 0, !isWanted() { throw ServiceError.cancelled() }
            try add(sentence)
        }
        try cutWaiting()
        seen = []
        if isFull {
            report.notices.append("only the first \(count) sentences were indexed, because the corpus is too large")
        }
    }

    private var isFull: Bool { count >= Self.maximumSentences || texts.size >= Self.maximumTextSize }

    private mutating func add(_ found: FoundSentence) throws {
        guard !isFull, var text = SentenceCleanup.of(found.text) else { return }
        if found.isCutOut { text = SentenceCleanup.withoutQuotes(Self.withoutEmphasis(text)) }
        guard let surface = SentenceSurface(text, isSpaced: isSpaced) else { return }
        // Skip headings, lines of verse and parts of tables.
        if found.isCutOut, !surface.beginsWhole || !surface.endsWhole && isSpaced { return }
        guard seen.insert(StableHash.of(text)).inserted else { return }
        var kept = found
        kept.text = text
        kept.translation = found.translation.flatMap(SentenceCleanup.of)
        waiting.append((kept, surface))
        if waiting.count >= Self.batch { try cutWaiting() }
    }

    /// Removes the underscores that mark italics in plain-text books.
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
            texts.add(sentence.location)
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

    /// Replaces the form of each sentence's first word with the form used inside sentences, where they differ.
    mutating func resolveStarts() {
        let resolved = forms.resolveStarts()
        for sentence in 0..<count {
            let start = sentence == 0 ? 0 : tokenEnds[sentence - 1]
            tokens[start] = resolved[Int(tokens[start])]
        }
    }
}

/// A corpus's vocabulary: the headwords of its forms, with their frequencies and levels.
struct CorpusVocabulary {
    /// A headword in the corpus.
    struct Term {
        var key: String
        /// The number of occurrences of its forms.
        var count = 0
        /// The level at which it is learned, 1…6; 0 if unknown.
        var level: UInt8 = 0
        /// How common it is, 0…1.
        var commonness = 0.0
        /// Whether it is a function word.
        var isSmall = false
    }

    /// The properties of a form, for scoring sentences.
    struct FormFacts {
        /// The headword under which the form is counted.
        var term: Int32
        var verb: FormReading.VerbForm
        var isName: Bool
        var isPronoun: Bool
        var isOpening: Bool
        var isSubject: Bool
        var isNumber: Bool
        var isSubordinator: Bool
        /// Whether it introduces a clause only at the start of a sentence, and elsewhere a comparison: *as*.
        var isComparison: Bool
        var isRelative: Bool
        /// Whether it is a past form. A sentence cannot begin with one.
        var isPast: Bool
        /// Whether an imperative sentence may begin with it: *please*.
        var leadsCommand: Bool
        /// Whether it may be a plural.
        var isPlural: Bool
        /// Whether it may be a noun; also true for a content word whose part of speech is unknown.
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
        // A word that occurs once in a small corpus is not necessarily common, so assume at least a million words.
        let perMillion = 1e6 / Double(max(total, 1_000_000))
        for position in terms.indices {
            if let level = known[terms[position].key]?.level { terms[position].level = UInt8(level.number) }
            terms[position].commonness = Self.commonness(
                level: terms[position].level,
                perMillion: Double(terms[position].count) * perMillion
            )
        }
    }

    /// How common a word is, based on the level at which it is learned, or else on its frequency, capped at 1000 per
    /// million.
    static func commonness(level: UInt8, perMillion: Double) -> Double {
        let byLevel = [0, 1, 0.95, 0.8, 0.65, 0.45, 0.3][min(Int(level), 6)]
        return max(byLevel, min(1, Logarithm.ten(perMillion + 1) / 3))
    }
}

extension LearnerLevel {
    /// 1…6.
    var number: Int { (Self.allCases.firstIndex(of: self) ?? 0) + 1 }
}

/// The distinct words in a corpus as written, called *forms*. Tokens are form numbers.
///
/// Inside a sentence, case distinguishes words: *Mark* is not *mark*, and *Essen* is not *essen*. At the start of a
/// sentence, a word is mapped to the form that is used inside sentences.
struct FormTable {
    /// A form and its counts.
    struct Form {
        var text: String
        /// The number of occurrences inside sentences.
        var inside = 0
        /// The number of occurrences anywhere in a sentence.
        var total = 0
        /// Whether it is capitalised inside sentences.
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

    /// The number of a word's form, which is added if it is new.
    ///
    /// - Parameters:
    ///   - text: The word as written.
    ///   - isFirst: Whether it begins a sentence.
    mutating func form(_ text: String, isFirst: Bool) -> Int32 {
        let found = (isFirst ? first[text] : inside[text]) ?? new(text, isFirst: isFirst)
        let position = Int(found)
        forms[position].total += 1
        if !isFirst { forms[position].inside += 1 }
        return found
    }

    private mutating func new(_ text: String, isFirst: Bool) -> Int32 {
        let isUpper = text.unicodeScalars.first?.properties.isUppercase ?? false
        let isPronoun = isEnglish && (text == "I" || text.hasPrefix("I'") || text.hasPrefix("I’"))
        // *UFO*, *USA*: these are not capitalised because they start a sentence.
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

    /// Maps each sentence-initial form to the form used inside sentences: the capitalised one if it is much more
    /// frequent there. The counts are corrected, and all other forms map to themselves.
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
        // Several sentence-initial forms may map to the same form, such as *The* and *the*.
        for (position, other) in result.enumerated() where Int(other) != position {
            let atStart = forms[position].total - forms[position].inside
            forms[position].total -= atStart
            forms[Int(other)].total += atStart
        }
        return result
    }
}
