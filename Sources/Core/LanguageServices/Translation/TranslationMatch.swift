/// How a text was found in a dictionary.
public struct TranslationMatch: Sendable, Hashable, Codable {
    /// How far the search had to go.
    public var step: Step

    /// The headword that was found, as the dictionary spells it.
    public var headword: String

    /// Creates a match.
    public init(step: Step, headword: String) {
        self.step = step
        self.headword = headword
    }

    /// The steps of a search, the surest first. A later step is taken only when no earlier one finds anything.
    public enum Step: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
        /// The text is a headword.
        case exact
        /// It is one but for upper and lower case.
        case letterCase = "case"
        /// It is one but for accents, ligatures and script: *naive* for *naïve*, *strasse* for *Straße*, *學習* for *学习*.
        case accents
        /// It is one but for punctuation, spaces and hyphens: *icecream* for *ice cream*.
        case punctuation
        /// It is an inflected form of one: *went* for *go*.
        case lemma
        /// It holds one: *kick the bucket* in *he kicked the bucket*.
        case expression
        /// It is close to one in spelling: *recieve* for *receive*.
        case spelling
        /// No headword covers it; it was translated word by word.
        case gloss

        /// Whether a step is surer than another.
        public static func < (first: Step, second: Step) -> Bool {
            first.place < second.place
        }

        // A search compares steps all the time, and to look for them among all cases would make a list of these.
        private var place: Int {
            switch self {
            case .exact: 0
            case .letterCase: 1
            case .accents: 2
            case .punctuation: 3
            case .lemma: 4
            case .expression: 5
            case .spelling: 6
            case .gloss: 7
            }
        }
    }
}
