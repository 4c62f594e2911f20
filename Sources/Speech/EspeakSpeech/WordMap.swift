import Language
import LanguageServices

/// Ties the words of a text to the moments at which they are heard.
///
/// The words are cut by us, not by the library: its own events are wrong for numbers (several for one), and missing for
/// short words that it speaks together with the one before. Each of its events belongs to the word in which it stands, the
/// first one counts, and words without one are found among the phonemes of their neighbour.
struct WordMap: Sendable {
    /// A word of the text that is heard.
    struct Word: Sendable, Hashable {
        /// Where it stands in the text, in Unicode scalars.
        var range: Range<Int>
        /// Where it begins in the audio of the piece, in samples.
        var sample: Int
        /// Its phonemes; several parts for a number, which is spoken as several words.
        var parts: [[Transcript.Phoneme]]
    }

    private let scalars: [Unicode.Scalar]
    private let tokens: [TextSegment]
    private let sentences: [Range<Int>]
    /// The first token that has not been heard.
    private var next = 0
    /// The first sentence that has not begun.
    private var nextSentence = 0

    /// Cuts a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - language: The language by whose rules it is cut.
    ///   - words: Its words, where they are known better than by rules.
    init(_ text: String, language: String?, words: [Range<Int>] = []) {
        scalars = Array(text.unicodeScalars)
        let segmenter = TextSegmenter(language: language)
        tokens =
            words.isEmpty
            ? segmenter.words(in: scalars).filter { $0.kind != .space }
            : words.map { TextSegment(range: $0, kind: .word) }
        sentences = segmenter.sentences(in: scalars)
    }

    /// Finds the words of the next piece of the text.
    ///
    /// - Parameters:
    ///   - groups: What the library has said of it.
    ///   - offsets: Where each scalar of the piece stands in the text.
    ///   - alone: The phonemes of a word when it is said alone.
    mutating func words(
        _ groups: [Transcript.Group],
        offsets: [Int],
        alone: (String) async throws(ServiceError) -> [String]
    ) async throws(ServiceError) -> [Word] {
        var result: [Word] = []
        for (run, groups) in runs(of: groups, offsets: offsets) {
            let first = groups[0]
            if run.count == 1 || groups.count > 1 {
                // What follows a number without an event is silent; numbers are not run together with words.
                result.append(
                    Word(range: tokens[run[0]].range, sample: first.sample, parts: groups.map(\.phonemes))
                )
                continue
            }
            var phonemes: [[String]] = []
            for token in run { phonemes.append(try await alone(text(of: token))) }
            let starts = PhonemeAlignment.starts(of: phonemes, in: first.phonemes.map(\.ipa))
            for (place, token) in run.enumerated() {
                let end = place + 1 < starts.count ? starts[place + 1] : first.phonemes.count
                let part = Array(first.phonemes[min(starts[place], end)..<end])
                // A word of which nothing is heard has no mark.
                guard let start = place == 0 ? first.sample : part.first?.sample else { continue }
                result.append(Word(range: tokens[token].range, sample: start, parts: [part]))
            }
        }
        return result
    }

    /// The sentences that begin with one of these words, and the word with which each begins.
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

    /// Which groups belong to which tokens: the first token of a run has the groups, the others have none of their own.
    private mutating func runs(
        of groups: [Transcript.Group],
        offsets: [Int]
    ) -> [(run: [Int], groups: [Transcript.Group])] {
        var owners: [(token: Int, group: Transcript.Group)] = []
        let places = groups.map { $0.position < offsets.count ? offsets[$0.position] : scalars.count }
        // The tokens at whose very beginning a group stands, and the first such group: what is said of the inside of such
        // a token before that is a number that has more words than digits.
        var exact: [Int: Int] = [:]
        for (index, place) in places.enumerated() {
            if let token = token(at: place), tokens[token].range.lowerBound == place, exact[token] == nil {
                exact[token] = index
            }
        }
        for (index, group) in groups.enumerated() {
            let found = token(at: places[index])
            guard let last = owners.last?.token else {
                // What is left of a word of the piece before has its mark already.
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

    /// The token that holds a place of the text, or the next one behind it.
    private func token(at place: Int) -> Int? {
        var low = 0
        var high = tokens.count
        while low < high {
            let middle = (low + high) / 2
            if tokens[middle].range.upperBound <= place { low = middle + 1 } else { high = middle }
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
