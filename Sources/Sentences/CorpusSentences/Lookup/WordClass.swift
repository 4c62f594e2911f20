import LanguageServices

/// Guesses from its neighbours what kind of word an English word is that may be several.
enum WordClass {
    /// - Parameters:
    ///   - place: The place of the word.
    ///   - words: The words of the sentence, in lower case.
    ///   - kinds: The kinds that it may be.
    /// - Returns: `nil` when the neighbours do not tell.
    static func guess(at place: Int, in words: [String], kinds: Set<PartOfSpeech>) -> PartOfSpeech? {
        guard words.indices.contains(place) else { return nil }
        let before = place > 0 ? words[place - 1] : nil
        let beforeThat = place > 1 ? words[place - 2] : nil
        let behind = place + 1 < words.count ? words[place + 1] : nil
        let found = guess(words[place], before, beforeThat, behind, kinds)
        guard let found, kinds.isEmpty || kinds.contains(found) else { return nil }
        return found
    }

    private static func guess(
        _ word: String,
        _ before: String?,
        _ beforeThat: String?,
        _ behind: String?,
        _ kinds: Set<PartOfSpeech>
    ) -> PartOfSpeech? {
        let mayBeAdjective = kinds.contains(.adjective)
        let leadsOn = behind.map { !closers.contains($0) && !finite.contains($0) } ?? false
        guard let before else {
            // What begins a sentence before an article is a command.
            return behind.map(determiners.contains) ?? false && kinds.contains(.verb) ? .verb : nil
        }
        if determiners.contains(before) {
            // *the cold water*, *the cold*
            if mayBeAdjective, leadsOn { return .adjective }
            return kinds.contains(.noun) || !mayBeAdjective ? .noun : .adjective
        }
        if before == "to" {
            // *to the run* has an article; *go to work* and *want to work* are told by the verb before.
            if motions.contains(beforeThat ?? "") { return nil }
            return kinds.contains(.verb) ? .verb : nil
        }
        if modals.contains(before) { return .verb }
        if subjects.contains(before), kinds.contains(.verb) { return .verb }
        if before == "not" || before == "never" || before == "always" || before == "often" {
            return kinds.contains(.verb) && !copulas.contains(beforeThat ?? "") ? .verb : nil
        }
        if copulas.contains(before) {
            if word.hasSuffix("ing"), kinds.contains(.verb) { return .verb }
            if mayBeAdjective { return .adjective }
            return nil
        }
        if intensifiers.contains(before) {
            if mayBeAdjective { return .adjective }
            return kinds.contains(.adverb) ? .adverb : nil
        }
        if prepositions.contains(before) {
            if mayBeAdjective, leadsOn { return nil }
            return kinds.contains(.noun) ? .noun : nil
        }
        if behind.map(determiners.contains) ?? false || behind.map(objects.contains) ?? false, kinds.contains(.verb) {
            return .verb
        }
        return nil
    }

    private static func words(_ text: String) -> Set<String> {
        Set(text.split { $0 == " " || $0 == "\n" }.map(String.init))
    }

    private static let determiners = words(
        "a an the my your his its our their this these those every each some any no another whose"
    )
    private static let modals = words(
        "will would can could may might must shall should don't doesn't didn't won't wouldn't can't couldn't cannot let's"
    )
    private static let subjects = words("i you he she we they who")
    private static let objects = words("me him us them it himself herself themselves myself yourself")
    private static let copulas = words(
        "is are was were am be been being feel feels felt seem seems seemed look looks looked"
    )
    private static let finite = words(
        "is are was were has have had will would can could may might must should do does did"
    )
    private static let intensifiers = words("very too so quite extremely really more most rather")
    private static let prepositions = words("of in on at with by from for into about under over between without")
    private static let motions = words("go goes went gone going come came coming get got drive drove walk walked")
    private static let closers = words("of in on at with by from for into and or but to than as when while if because")
}
