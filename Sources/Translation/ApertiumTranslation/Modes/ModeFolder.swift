import Language
import LanguageServices
import Platform

/// The folder in which Apertium's language pairs install their modes.
struct ModeFolder: Sendable {
    /// The folder on Debian.
    static let debianPath = "/usr/share/apertium/modes"

    /// The path.
    let path: String

    /// The usable modes, sorted by name.
    ///
    /// Modes for a single step (`eng-spa-tagger`) and modes that need a shell are omitted. If a pair has two modes, the
    /// one with longer codes is used, since it is newer.
    ///
    /// - Throws: `ServiceError.Code.unavailable` if the folder cannot be read.
    func modes() throws(ServiceError) -> [ApertiumMode] {
        let names: [String]
        do throws(ServiceError) {
            names = try Folder.names(in: path)
        } catch {
            throw ServiceError(
                .unavailable,
                "Apertium is not installed: cannot read the folder \(SystemFailure.quoted(path))",
                remedy: "install apertium and a package for the languages, such as apertium-eng-spa"
            )
        }
        var found: [LanguagePair: ApertiumMode] = [:]
        for file in names where file.hasSuffix(".mode") {
            let name = String(file.dropLast(5))
            guard let pair = Self.pair(name),
                let bytes = try? WholeFile.read("\(path)/\(file)", limit: 100_000),
                let stages = ModeFile.stages(String(decoding: bytes, as: UTF8.self))
            else { continue }
            if let known = found[pair], known.name.utf8.count >= name.utf8.count { continue }
            found[pair] = ApertiumMode(name: name, pair: pair, stages: stages)
        }
        return found.values.sorted { $0.name < $1.name }
    }

    /// The languages in a mode's name: `eng-spa`, `spa-eng_US`.
    static func pair(_ name: String) -> LanguagePair? {
        let codes = name.split(separator: "-", omittingEmptySubsequences: false)
        guard codes.count == 2, let source = language(codes[0]), let target = language(codes[1]), source != target
        else {
            return nil
        }
        return LanguagePair(source: source, target: target)
    }

    /// The language for a code: an ISO 639 code, optionally followed by an underscore and a region or variant.
    private static func language(_ code: Substring) -> LanguageTag? {
        guard let canonical = TextLanguage.canonical(code.map { $0 == "_" ? "-" : String($0) }.joined()),
            let tag = LanguageTag(canonical)
        else { return LanguageTag(String(code)) }
        guard let usual = inUse[tag.language] else { return tag }
        return LanguageTag(([usual, tag.script, tag.region].compactMap { $0 } + tag.others).joined(separator: "-"))
    }

    /// The more common equivalents of some codes.
    private static let inUse = ["hbs": "sh", "zlm": "ms", "cmn": "zh", "pes": "fa", "nor": "no"]

    /// The mode for a language pair.
    ///
    /// A language with a region or variant matches a mode for exactly that variety, or else a mode for the generic
    /// language. Bosnian, Croatian and Serbian match Serbo-Croatian; Norwegian matches Bokmål.
    static func best(_ modes: [ApertiumMode], for pair: LanguagePair) -> ApertiumMode? {
        modes.compactMap { mode -> (mode: ApertiumMode, score: Int)? in
            guard let source = score(mode.pair.source, pair.source), let target = score(mode.pair.target, pair.target)
            else { return nil }
            return (mode, source + target)
        }.max { $0.score < $1.score }?.mode
    }

    /// Whether an installed language is the requested one or a variety of it.
    static func isSame(_ offered: LanguageTag, as wanted: LanguageTag) -> Bool { score(offered, wanted) != nil }

    private static func score(_ offered: LanguageTag, _ wanted: LanguageTag) -> Int? {
        let canonical = TextLanguage.canonical(wanted.text).flatMap { LanguageTag($0) } ?? wanted
        if offered == canonical { return 4 }
        let isSame = offered.language == canonical.language
        guard isSame || whole[canonical.language] == offered.language else { return nil }
        // If no variety is requested, the generic language is best.
        if offered.region == nil, offered.others.isEmpty { return isSame ? 3 : 2 }
        return canonical.region == nil || canonical.region == offered.region ? 1 : 0
    }

    private static let whole = [
        "sr": "sh", "hr": "sh", "bs": "sh", "hbs": "sh", "no": "nb", "nor": "nb", "zlm": "ms", "cmn": "zh",
    ]
}

/// The Debian packages that add language pairs to Apertium.
enum DebianPackages {
    /// The package for a pair, in either direction; `nil` if Debian has none.
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

    /// As listed by `apt-cache search apertium-` on Debian 12, without transitional packages.
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
