import Language
package import LanguageServices

/// How far a language that is there is from the one that is wanted.
package enum LanguageDistance {
    /// The distance, 0 for the same; `nil` when one does not do for the other.
    ///
    /// A script must be the same where it tells languages apart; a region need not.
    package static func between(_ wanted: LanguageTag, _ given: LanguageTag) -> Int? {
        let wanted = canonical(wanted)
        let given = canonical(given)
        guard wanted.language == given.language else { return nil }
        var distance = 0
        if script(of: wanted) != script(of: given) {
            // "zh" alone is what the service makes of it; "zh-Hant" is not "zh-Hans".
            guard script(of: wanted) == nil || script(of: given) == nil else { return nil }
            distance += 2
        }
        if wanted.region != given.region { distance += distanceOfRegions(wanted.region, given.region) }
        if wanted.others != given.others { distance += 2 }
        return distance
    }

    /// Brazil and the United States write otherwise than all others who share their language.
    private static func distanceOfRegions(_ wanted: String?, _ given: String?) -> Int {
        guard let wanted, let given else { return 1 }
        let standsApart = ["BR", "US"]
        return standsApart.contains(wanted) != standsApart.contains(given) ? 4 : 3
    }

    /// The tag that BCP 47 prefers: `de` for `deu`, `nb` for `no`, `he` for `iw`.
    package static func canonical(_ tag: LanguageTag) -> LanguageTag {
        guard let text = TextLanguage.canonical(tag.text), let found = LanguageTag(text) else { return tag }
        return found.language == "no" ? LanguageTag("nb" + found.text.dropFirst(2)) ?? found : found
    }

    /// The script of Chinese, which services tell apart, also where only the region says it.
    package static func script(of tag: LanguageTag) -> String? {
        if let script = tag.script { return script }
        guard tag.language == "zh", let region = tag.region else { return nil }
        return ["TW", "HK", "MO"].contains(region) ? "Hant" : "Hans"
    }
}
