import LanguageServices

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
        let found: Int32
        if let known = isFirst ? first[text] : inside[text] {
            found = known
        } else {
            found = new(text, isFirst: isFirst)
        }
        let place = Int(found)
        forms[place].total += 1
        if !isFirst { forms[place].inside += 1 }
        return found
    }

    private mutating func new(_ text: String, isFirst: Bool) -> Int32 {
        let isUpper = text.unicodeScalars.first?.properties.isUppercase ?? false
        let isPronoun = isEnglish && (text == "I" || text.hasPrefix("I'") || text.hasPrefix("I’"))
        let plain: String
        if isPronoun || isUpper && isFirst && !Self.isAbbreviation(text) {
            plain = text.lowercased()
        } else {
            plain = text
        }
        let isCapital = isUpper && !isPronoun && !(isFirst && !Self.isAbbreviation(text))
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

    /// *UFO*, *USA*: capitals that are no capital of a beginning.
    static func isAbbreviation(_ text: String) -> Bool {
        var letters = 0
        for scalar in text.unicodeScalars where scalar.properties.isAlphabetic {
            guard scalar.properties.isUppercase else { return false }
            letters += 1
        }
        return letters > 1
    }
}
