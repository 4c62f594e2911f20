import Language
import LanguageServices

/// Maps the words of a text to their start times in the audio.
///
/// The text is segmented here because the library's word events are unreliable: a number has several of them, and short
/// words that the library merges with the preceding word have none. Each event is assigned to the word at its position;
/// if a word has several events, the first one is used. Words without an event are located in the phonemes of the
/// preceding word.
struct WordMap: Sendable {
    /// A spoken word in the text.
    struct Word: Sendable, Hashable {
        /// The range in the text, in Unicode scalars.
        var range: Range<Int>
        /// The position at which the word starts in the piece's audio, in samples.
        var sample: Int
        /// The phonemes; a number that is spoken as several words has several parts.
        var parts: [[Transcript.Phoneme]]
    }

    private let scalars: [Unicode.Scalar]
    private let tokens: [TextSegment]
    private let sentences: [Range<Int>]
    /// The index of the first token that has not been spoken.
    private var next = 0
    /// The index of the first sentence that has not started.
    private var nextSentence = 0

    /// Segments a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - language: The language whose rules split the text into words.
    ///   - words: Word ranges that are more accurate than those derived from the rules; empty if there are none.
    init(_ text: String, language: String?, words: [Range<Int>] = []) {
        scalars = Array(text.unicodeScalars)
        let segmenter = TextSegmenter(language: language)
        tokens =
            words.isEmpty
            ? segmenter.words(in: scalars).filter { $0.kind != .space }
            : words.map { TextSegment(range: $0, kind: .word) }
        sentences = segmenter.sentences(in: scalars)
    }

    /// Locates the words in the next piece.
    ///
    /// - Parameters:
    ///   - groups: The words that the library reported.
    ///   - offsets: For each scalar in the piece, its offset in the text.
    ///   - alone: Returns the phonemes of a word in isolation.
    mutating func words(
        _ groups: [Transcript.Group],
        offsets: [Int],
        alone: (String) async throws(ServiceError) -> [String]
    ) async throws(ServiceError) -> [Word] {
        var result: [Word] = []
        for (run, groups) in runs(of: groups, offsets: offsets) {
            let first = groups[0]
            if run.count == 1 || groups.count > 1 {
                // Words without events after a number are silent, because the library never merges a number with the
                // words after it.
                result.append(
                    Word(range: tokens[run[0]].range, sample: first.sample, parts: groups.map(\.phonemes))
                )
                continue
            }
            var phonemes: [[String]] = []
            for token in run { phonemes.append(try await alone(text(of: token))) }
            let starts = PhonemeAlignment.starts(of: phonemes, in: first.phonemes.map(\.ipa))
            for (offset, token) in run.enumerated() {
                let end = offset + 1 < starts.count ? starts[offset + 1] : first.phonemes.count
                let part = Array(first.phonemes[min(starts[offset], end)..<end])
                // A silent word has no mark.
                guard let start = offset == 0 ? first.sample : part.first?.sample else { continue }
                result.append(Word(range: tokens[token].range, sample: start, parts: [part]))
            }
        }
        return result
    }

    /// The sentences that start with one of these words, each paired with that word.
    mutating func sentences(beginningWith words: [Word]) -> [(range: Range<Int>, word: Word)] {
        var result: [(range: Range<Int>, word: Word)] = []
        for word in words {
            while nextSentence < sentences.count, sentences[nextSentence].upperBound <= word.range.lowerBound {
                nextSentence += 1
            }
            guard nextSentence < sentences.count, sentences[nextSentence].lowerBound <= word.range.lowerBound else {
                continue
            }
            result.append((trimmed(sentences[nextSentence]), word))
            nextSentence += 1
        }
        return result
    }

    // MARK: Parts

    /// Assigns groups to tokens: the first token of a run gets the groups, and the others get none.
    private mutating func runs(
        of groups: [Transcript.Group],
        offsets: [Int]
    ) -> [(run: [Int], groups: [Transcript.Group])] {
        var owners: [(token: Int, group: Transcript.Group)] = []
        let positions = groups.map { $0.position < offsets.count ? offsets[$0.position] : scalars.count }
        // The tokens whose start matches a group exactly, each with the first such group. Earlier groups within such a
        // token belong to a preceding number that is spoken as more words than it has digits.
        var exact: [Int: Int] = [:]
        for (index, position) in positions.enumerated() {
            if let token = token(at: position), tokens[token].range.lowerBound == position, exact[token] == nil {
                exact[token] = index
            }
        }
        for (index, group) in groups.enumerated() {
            let found = token(at: positions[index])
            guard let last = owners.last?.token else {
                // A word that continues from the previous piece already has a mark.
                if let found, found >= next { owners.append((found, group)) }
                continue
            }
            let isOverrun = found.map { $0 > last && (exact[$0] ?? -1) > index } ?? true
            owners.append((isOverrun ? last : max(last, found ?? last), group))
        }
        let pieceEnd = offsets.last.map { $0 + 1 } ?? 0
        var result: [(run: [Int], groups: [Transcript.Group])] = []
        for (index, entry) in owners.enumerated() {
            if index > 0, owners[index - 1].token == entry.token {
                result[result.count - 1].groups.append(entry.group)
                continue
            }
            result.append(([entry.token], [entry.group]))
        }
        for index in result.indices {
            let first = result[index].run[0]
            let end = index + 1 < result.count ? result[index + 1].run[0] : tokens.count
            for token in (first + 1)..<max(first + 1, end)
            where tokens[token].kind == .word && tokens[token].range.lowerBound < pieceEnd {
                result[index].run.append(token)
            }
        }
        if let last = result.last?.run.last { next = last + 1 }
        return result
    }

    /// The token at a position in the text, or the next one.
    private func token(at position: Int) -> Int? {
        var low = 0
        var high = tokens.count
        while low < high {
            let middle = (low + high) / 2
            if tokens[middle].range.upperBound <= position { low = middle + 1 } else { high = middle }
        }
        return low < tokens.count ? low : nil
    }

    private func text(of token: Int) -> String {
        String(String.UnicodeScalarView(scalars[tokens[token].range]))
    }

    private func trimmed(_ range: Range<Int>) -> Range<Int> {
        var range = range
        while let last = range.last, scalars[last].properties.isWhitespace { range = range.lowerBound..<last }
        while let first = range.first, scalars[first].properties.isWhitespace { range = (first + 1)..<range.upperBound }
        return range
    }
}
