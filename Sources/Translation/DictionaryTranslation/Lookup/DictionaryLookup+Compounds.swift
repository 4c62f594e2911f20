import Language
import LanguageServices

/// A part of a compound with its translations.
package struct CompoundPart: Sendable {
    /// The index of its dictionary; preferred dictionaries come first.
    var dictionary: Int
    /// The headword.
    package var headword: String
    /// The translations, best first; not empty.
    package var translations: [String]
}

extension DictionaryLookup {
    /// The parts of a German compound that no dictionary contains: *Kühlschrank* and *Tür* for *Kühlschranktür*.
    ///
    /// The last part is a noun, possibly in the plural. The parts before it are nouns, verb stems or adjectives,
    /// optionally with linking elements (*Bahnhof-s-platz*, *Schul-bus*). The split with the fewest parts is chosen.
    /// Ties are broken in favour of parts from preferred dictionaries, then of the longest last part.
    ///
    /// - Parameter word: A word. Words with fewer than 7 or more than 64 letters are not split.
    /// - Returns: At least two parts; an empty array for languages other than German and for words that cannot be
    ///   split.
    /// - Throws: `ServiceError.Code.io` if a dictionary is damaged.
    package func compound(_ word: String) throws -> [CompoundPart] {
        guard folding.language == "de" else { return [] }
        let letters = Array(word.unicodeScalars.prefix(65))
        guard (7...64).contains(letters.count), letters.allSatisfy({ $0.properties.isAlphabetic }) else { return [] }
        // The best split of the suffix at each index, computed from the end.
        var best = [[CompoundPart]?](repeating: nil, count: letters.count + 1)
        func add(_ cut: [CompoundPart], at start: Int) {
            if let known = best[start], Self.cost(known) <= Self.cost(cut) { return }
            best[start] = cut
        }
        for start in stride(from: letters.count - Self.shortestPart, through: 0, by: -1) {
            if start > 0, let last = try lastPart(Self.text(letters[start...])) { add([last], at: start) }
            for end in stride(from: start + Self.shortestPart, through: letters.count - Self.shortestPart, by: 1) {
                guard let rest = best[end], rest.count < Self.maximumParts, rest.count < best[start]?.count ?? .max,
                    let first = try firstPart(Self.text(letters[start..<end]))
                else { continue }
                add([first] + rest, at: start)
            }
        }
        return best[0] ?? []
    }

    private static let shortestPart = 3
    private static let maximumParts = 4

    private static func cost(_ cut: [CompoundPart]) -> (Int, Int) {
        (cut.count, cut.reduce(0) { $0 + $1.dictionary })
    }

    private func lastPart(_ text: String) throws -> CompoundPart? {
        let noun = Self.capitalized(text)
        let hits = try hits(noun)
        if let part = self.part(hits, .noun) { return part }
        guard text.unicodeScalars.count > Self.shortestPart, let found = try lemma(noun, forms: hits.forms, .noun),
            found.best.partOfSpeech == .noun
        else { return nil }
        return Self.part(found.translations)
    }

    private func firstPart(_ text: String) throws -> CompoundPart? {
        // One dictionary may contain *Küchen* although a preferred one contains *Küche*.
        var noun = try part(hits(Self.capitalized(text)), .noun)
        let length = text.unicodeScalars.count
        for link in ["s", "es", "n", "en", "er", "e"] where text.hasSuffix(link) {
            guard length - link.count >= Self.shortestPart,
                let other = try part(hits(Self.capitalized(String(text.dropLast(link.count)))), .noun),
                other.dictionary < noun?.dictionary ?? .max
            else { continue }
            noun = other
        }
        if let noun { return noun }
        guard length > Self.shortestPart else { return nil }
        if let noun = try part(hits(Self.capitalized(text) + "e"), .noun) { return noun }
        return try part(hits(text.lowercased() + "en"), .verb) ?? part(hits(text.lowercased()), .adjective)
    }

    /// The translations from hits for a part of speech, if the text is spelled as in the dictionary.
    private func part(_ hits: LookupHits, _ kind: PartOfSpeech) -> CompoundPart? {
        guard hits.agreement == .exact else { return nil }
        var list = TranslationList(targetSpellings)
        list.add(hits.own, partOfSpeech: kind)
        return Self.part(list.translations.filter { $0.partOfSpeech == kind })
    }

    private static func part(_ translations: [LookupTranslation]) -> CompoundPart? {
        guard let first = translations.first else { return nil }
        return CompoundPart(
            dictionary: first.dictionary,
            headword: first.headword,
            translations: translations.map(\.word.text)
        )
    }

    private static func capitalized(_ text: String) -> String {
        text.prefix(1).uppercased() + text.dropFirst().lowercased()
    }

    private static func text(_ letters: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(letters))
    }
}
