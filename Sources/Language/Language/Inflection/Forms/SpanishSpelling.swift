/// How the end of a Spanish stem is written before different endings, so that it sounds the same.
struct SpanishSpelling {
    /// The vowel of the infinitive: *a*, *e* or *i*.
    let vowel: Character
    /// Whether the verb ends in a vowel and *-cer* or *-cir*, and has *-zco*.
    let hasZC: Bool

    /// A stem and an ending, as one writes them together.
    func joined(_ stem: String, _ ending: String) -> String {
        guard let first = ending.first else { return stem }
        let isFront = "eéií".contains(first)
        return isFront ? front(stem) + ending : back(stem) + ending
    }

    private func front(_ stem: String) -> String {
        guard vowel == "a" else { return stem }
        if stem.hasSuffix("gu") { return stem.dropLast(1) + "ü" }
        if stem.hasSuffix("c") { return stem.dropLast() + "qu" }
        if stem.hasSuffix("g") { return stem + "u" }
        if stem.hasSuffix("z") { return stem.dropLast() + "c" }
        return stem
    }

    private func back(_ stem: String) -> String {
        guard vowel != "a" else { return stem }
        if stem.hasSuffix("gu") || stem.hasSuffix("qu") {
            return stem.hasSuffix("qu") ? stem.dropLast(2) + "c" : String(stem.dropLast())
        }
        if stem.hasSuffix("g") { return stem.dropLast() + "j" }
        if stem.hasSuffix("c") { return stem.dropLast() + (hasZC ? "zc" : "z") }
        return stem
    }
}
