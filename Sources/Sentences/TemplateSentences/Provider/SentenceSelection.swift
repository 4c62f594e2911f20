import Language
import LanguageServices
import Platform

/// Selects the sentences for a request.
struct SentenceSelection {
    let writer: SentenceWriter
    let request: SentenceRequest
    let provider: ProviderID

    /// The maximum number of sentences to write before a request with narrow limits is given up.
    private static let maximumAttempts = 20_000

    /// The sentences for words in the lexicon, one word after another.
    func sentences(of rows: [LexiconRow]) throws(ServiceError) -> [ExampleSentence] {
        let topic = SentenceTopic(request.topic, data: writer.data)
        let sources = try rows.map { (row) throws(ServiceError) in
            Source(
                sentences: try writer.sentences(
                    row,
                    asked: request.word,
                    level: request.level,
                    topic: topic,
                    seed: request.seed
                ),
                headword: row.headword,
                partOfSpeech: row.partOfSpeech,
                sense: row.sense
            )
        }
        return try sentences(of: sources)
    }

    /// The sentences for a word that is not in the lexicon.
    ///
    /// - Parameters:
    ///   - word: The word as it is to be written.
    ///   - part: Its part of speech; `nil` if unknown.
    ///   - startsWithVowel: Whether it starts with a vowel sound; `nil` if unknown.
    func sentences(
        ofUnknown word: String,
        _ part: PartOfSpeech?,
        startsWithVowel: Bool?
    ) throws(ServiceError) -> [ExampleSentence] {
        var unknown = SentenceWord(InflectableWord(word, part ?? .anyPart))
        unknown.startsWithVowel = startsWithVowel
        let source = Source(
            sentences: try WordSentences(
                unknown,
                row: nil,
                asked: nil,
                writer: writer,
                level: request.level,
                topic: SentenceTopic(request.topic, data: writer.data),
                random: SplitMix64(seed: request.seed ^ StableHash.of(word))
            ),
            headword: word,
            partOfSpeech: part,
            sense: nil,
            quality: .generic
        )
        return try sentences(of: [source])
    }

    /// The sentences for a word in one sense.
    private struct Source {
        var sentences: WordSentences
        var headword: String
        var partOfSpeech: PartOfSpeech?
        var sense: String?
        var quality = ExampleSentence.Quality.template
    }

    private func sentences(of sources: [Source]) throws(ServiceError) -> [ExampleSentence] {
        var sources = sources
        var result: [ExampleSentence] = []
        var seen = Set(request.avoiding)
        var tries = 0
        var position = 0
        while result.count < request.count, !sources.isEmpty, tries < Self.maximumAttempts {
            tries += 1
            if tries & 0xFF == 0, Task.isCancelled {
                throw ServiceError.cancelled(provider: provider)
            }
            if position >= sources.count { position = 0 }
            guard let next = sources[position].sentences.next() else {
                sources.remove(at: position)
                continue
            }
            // If a sentence is unsuitable, try the next one for the same word.
            guard isWanted(next), seen.insert(next.text).inserted else { continue }
            result.append(example(next, sources[position]))
            position += 1
        }
        return result
    }

    private func isWanted(_ sentence: WrittenSentence) -> Bool {
        guard let words = request.words else { return true }
        return words.contains(sentence.text.utf8.split(separator: UInt8(ascii: " ")).count)
    }

    private func example(_ sentence: WrittenSentence, _ source: Source) -> ExampleSentence {
        ExampleSentence(
            text: sentence.text,
            wordRanges: sentence.wordRanges,
            language: request.language == nil ? writer.data.language : nil,
            lemma: source.headword,
            partOfSpeech: source.partOfSpeech,
            sense: source.sense,
            level: sentence.level,
            licence: TemplateSentences.licence,
            checks: request.level == nil ? Self.checks : Self.checks + [.level],
            provider: provider,
            quality: source.quality
        )
    }

    private static let checks: [SentenceCheck] = [.grammarByConstruction, .word, .duplicate]
}

/// The topic of a request: its words, and the kinds named after them.
struct SentenceTopic {
    private var words: Set<String> = []
    private var kinds: Set<Int> = []

    /// - Returns: `nil` if the topic has no words.
    init?(_ topic: String?, data: SentenceData) {
        guard let topic else { return nil }
        for word in topic.lowercased().split(whereSeparator: { !$0.isLetter }).prefix(20) where word.utf8.count > 2 {
            let word = String(word)
            words.insert(word)
            // The topics *food* and *foods* also match the kind *food*.
            for name in [word, String(word.dropLast())] {
                if let kind = data.kindNames.known(name) { kinds.insert(kind) }
            }
            for row in data.rowsByHeadword[word] ?? [] { kinds.formUnion(data.rows[row].namedKinds) }
        }
        if words.isEmpty { return nil }
    }

    /// Whether a template is about the topic.
    func fits(_ template: Template, _ group: TemplateGroup) -> Bool {
        if group.required.contains(where: kinds.contains) { return true }
        return template.pieces.contains { piece in
            guard case .text(let text) = piece else { return false }
            return text.lowercased().split { !$0.isLetter }.contains { words.contains(String($0)) }
        }
    }
}
