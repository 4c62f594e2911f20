import Language
import LanguageServices
import Platform

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
            if found % 4096 == 0, !isWanted() { throw ServiceError(.cancelled, "the request was cancelled") }
            try add(sentence)
        }
        try cutWaiting()
        seen = []
        if isFull { report.notices.append("only the first \(count) sentences were taken; more are not kept") }
    }

    private var isFull: Bool { count >= Self.mostSentences || texts.size >= Self.mostText }

    private mutating func add(_ found: FoundSentence) throws {
        guard !isFull, var text = TidySentence.of(found.text) else { return }
        if found.isCutOut { text = TidySentence.withoutQuotes(Self.withoutEmphasis(text)) }
        guard let surface = SentenceSurface(text, isSpaced: isSpaced) else { return }
        // A heading, a line of a poem, a part of a table.
        if found.isCutOut, !surface.beginsWhole || !surface.endsWhole && isSpaced { return }
        guard seen.insert(StableHash.of(text)).inserted else { return }
        var kept = found
        kept.text = text
        kept.translation = found.translation.flatMap(TidySentence.of)
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
