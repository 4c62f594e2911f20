import LanguageServices
import RemoteService

/// The codes of a service that are not the language of a tag, with the tags that they mean.
///
/// What is not listed is called by its language alone: `en` for `en-AU`.
struct LanguageCodes: Sendable {
    /// Codes and tags. Of several codes that suit, the closest tag decides, and of equals the first.
    let special: [(code: String, tag: String)]

    /// What a service calls a language.
    func code(for tag: LanguageTag) -> String {
        let wanted = LanguageDistance.canonical(tag)
        var best: (code: String, distance: Int)?
        for entry in special {
            guard let given = LanguageTag(entry.tag), let distance = LanguageDistance.between(wanted, given) else {
                continue
            }
            if best.map({ distance < $0.distance }) ?? true { best = (entry.code, distance) }
        }
        return best?.code ?? wanted.language
    }

    /// What a code of the service means.
    func tag(of code: String) -> LanguageTag? {
        let folded = code.lowercased()
        let known = special.first { $0.code.lowercased() == folded }?.tag ?? code
        return LanguageTag(known).map(LanguageDistance.canonical)
    }
}
