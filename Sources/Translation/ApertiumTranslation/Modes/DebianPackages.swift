import Language
import LanguageServices

/// The Debian packages that add language pairs to Apertium.
enum DebianPackages {
    /// The package for a pair, in whichever direction it is named; `nil` when Debian has none.
    static func package(for pair: LanguagePair) -> String? {
        let (source, target) = (code(pair.source), code(pair.target))
        return names.first { name in
            let codes = name.split(separator: "-").compactMap { LanguageTag(String($0)).map(code) }
            return codes == [source, target] || codes == [target, source]
        }.map { "apertium-\($0)" }
    }

    private static func code(_ tag: LanguageTag) -> String {
        let canonical = TextLanguage.canonical(tag.language) ?? tag.language
        return same[canonical] ?? canonical
    }

    private static let same = [
        "hbs": "sh", "sr": "sh", "hr": "sh", "bs": "sh", "zlm": "ms", "nor": "no", "nb": "no", "nn": "no",
    ]

    /// As `apt-cache search apertium-` lists them in Debian 12, without the packages that only stand for others.
    private static let names = [
        "afr-nld", "arg-cat", "bel-rus", "br-fr", "cat-ita", "cat-srd", "dan-nor", "en-gl", "eng-cat", "eng-spa",
        "eo-ca",
        "eo-en", "eo-es", "eo-fr", "es-gl", "es-pt", "es-ro", "eu-en", "eu-es", "fr-es", "fra-cat", "fra-frp",
        "hbs-eng",
        "hbs-mkd", "hbs-slv", "ind-zlm", "isl-eng", "isl-swe", "mkd-bul", "mkd-eng", "nno-nob", "oc-ca", "oc-es",
        "oci-fra",
        "pol-szl", "por-cat", "pt-gl", "rus-ukr", "spa-arg", "spa-ast", "spa-cat", "spa-ita", "srd-ita", "swe-dan",
        "swe-nor", "urd-hin",
    ]
}
