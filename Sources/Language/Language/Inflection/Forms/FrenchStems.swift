/// How the stem of French verbs in *-er* changes before different endings.
enum FrenchStems {
    /// The stem before an ending that is not spoken.
    static func mute(_ stem: String, verb: String) -> String {
        if doubling.contains(where: verb.hasSuffix), let last = stem.last { return stem + String(last) }
        if let changed = withI(stem) { return changed }
        return grave(stem, from: "eé") ?? stem
    }

    /// The stem before the *-er-* of the future, where *é* stays: *répétera, lèvera*.
    static func future(_ stem: String, verb: String) -> String {
        if doubling.contains(where: verb.hasSuffix), let last = stem.last { return stem + String(last) }
        if let changed = withI(stem) { return changed }
        return grave(stem, from: "e") ?? stem
    }

    /// The stem before *a* and *o*: *mangeons, commençons*.
    static func soft(_ stem: String) -> String {
        if stem.hasSuffix("g") { return stem + "e" }
        if stem.hasSuffix("c") { return stem.dropLast() + "ç" }
        return stem
    }

    /// *nettoie, essuie, paie*.
    private static func withI(_ stem: String) -> String? {
        ["oy", "uy", "ay"].contains(where: stem.hasSuffix) ? stem.dropLast() + "i" : nil
    }

    /// The stem with *è*, when its last vowel is one of `vowels` before consonants that do not close it: *lèv-, répèt-, règl-*.
    private static func grave(_ stem: String, from vowels: String) -> String? {
        let letters = Array(stem)
        // The u of *-gu-* and *-qu-* is silent.
        let isSilent = letters.count > 2 && letters.last == "u" && "gq".contains(letters[letters.count - 2])
        let end = isSilent ? letters.count - 1 : letters.count
        guard let place = letters[..<end].lastIndex(where: { "aeiouyéèêâîôûœ".contains($0) }), place + 1 < end,
            vowels.contains(letters[place])
        else { return nil }
        let consonants = String(letters[(place + 1)..<end])
        let isOpen = consonants.count == 1 || letters[place] == "é" || consonants == "vr"
        guard isOpen, consonants != "x", consonants != "w" else { return nil }
        return String(letters[..<place]) + "è" + String(letters[(place + 1)...])
    }

    /// Verbs that double their consonant instead.
    private static let doubling = [
        "appeler", "épeler", "renouveler", "jeter", "projeter", "feuilleter", "étinceler", "chanceler", "ruisseler",
        "ficeler", "cacheter", "niveler", "ensorceler", "morceler",
    ]
}
