/// Lemmas without repetitions.
struct LemmaList {
    private var lemmas: [Lemma] = []

    /// More are not kept: of a word there are never so many, whatever is sent.
    private static let most = 256

    /// Adds a lemma, unless it is there already; of two equals the surer one stays.
    mutating func add(_ lemma: Lemma) {
        guard !lemma.text.isEmpty else { return }
        let place = lemmas.firstIndex { $0.text == lemma.text && $0.partOfSpeech == lemma.partOfSpeech }
        if let place {
            // Its place is that of the surer one as well.
            guard lemma.certainty < lemmas[place].certainty else { return }
            lemmas.remove(at: place)
            lemmas.append(lemma)
        } else if lemmas.count < Self.most {
            lemmas.append(lemma)
        }
    }

    /// The lemmas, the surer ones first, else in the order in which they came.
    var sorted: [Lemma] {
        lemmas.enumerated()
            .sorted { ($0.element.certainty, $0.offset) < ($1.element.certainty, $1.offset) }
            .map(\.element)
    }
}
