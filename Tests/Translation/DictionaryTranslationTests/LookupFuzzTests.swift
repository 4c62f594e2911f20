import DictionaryTranslation
import Language
import LanguageServices
import Platform
import Testing

/// Random texts: a result or a `ServiceError`, never a crash.
///
/// `PARLANCE_FUZZ_SECONDS` sets the duration; without it, the test is short.
@Suite struct LookupFuzzTests {
    private static let seconds = getenv("PARLANCE_FUZZ_SECONDS").flatMap { UInt64(String(cString: $0)) }

    private static let letters = Array(
        "aeiouäöüßéèñçœnrstlmdcgpqv'’-– .?!¿«»\u{0}\u{301}\u{323}\u{200D}\u{AD}ſıİﬁ日語かカーｶﾞ한ا ت\u{64B}א\u{5B8}й и\u{306}👩🇩\u{10FFFF}"
            .unicodeScalars
    )

    private static let pieces = [
        "ge", "zu", "auf", "ing", "ies", "ed", "mente", "los", "me", "l'", "n't", "'s", "aux", "issimo", "ção", "der ",
        "to ", "ll", "",
    ]

    private static func text(_ random: inout some RandomNumberGenerator) -> String {
        var result = ""
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            if Bool.random(using: &random) {
                result += pieces.randomElement(using: &random) ?? ""
            } else {
                for _ in 0..<Int.random(in: 0...6, using: &random) {
                    result.unicodeScalars.append(letters.randomElement(using: &random) ?? "a")
                }
            }
            // Any scalar.
            if Int.random(in: 0..<8, using: &random) == 0,
                let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random))
            {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    @Test func textsAtRandom() throws {
        let entries = DictionaryLookupTests.english
        let lookups = try LemmaRules.languages.map { try TestLookup($0, entries) } + [try TestLookup("ja", entries)]
        let foldings = ["en", "tr", "ar", ""].map { HeadwordFolding(language: $0) }
        var random = SystemRandomNumberGenerator()
        let end = ContinuousClock.now + .seconds(Int64((Self.seconds ?? 0) % 86_400))
        var count = 0
        repeat {
            let text = Self.text(&random)
            for folding in foldings {
                let key = folding.key(text)
                #expect(folding.key(key) == key, "\(text.unicodeScalars.map(\.value))")
                var comparison = HeadwordComparison(text, folding: folding)
                _ = comparison.agreement(with: Self.text(&random))
                let same = comparison.agreement(with: text)
                #expect(same == .exact)
            }
            for lookup in lookups {
                do {
                    let found = try lookup.search.find(text)
                    #expect(found?.translations.isEmpty != true)
                } catch {
                    #expect((error as? ServiceError)?.code == .invalidRequest, "\(error)")
                }
            }
            count += 1
        } while count < 300 || ContinuousClock.now < end
    }
}
