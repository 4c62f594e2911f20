/// How sentences are written in a file.
///
/// A line that begins with a number and a tab is known by what follows; the exports of Tatoeba and those of the
/// Leipzig Corpora Collection are so. See the guide on corpora for an example of each.
public enum CorpusFormat: String, Sendable, Hashable, CaseIterable {
    /// Running text: books, articles, subtitles without times.
    case text
    /// Tatoeba's sentences: `number ⇥ language ⇥ sentence`, and the author's name in the detailed export.
    case tatoeba
    /// Tatoeba's pairs: `number ⇥ sentence ⇥ number ⇥ translation`.
    case tatoebaPairs = "tatoeba-pairs"
    /// Pairs: `sentence ⇥ translation`, and who is to be named behind them, as manythings.org has it.
    case pairs
    /// Sentences with numbers: `number ⇥ sentence`.
    case numbered
}
