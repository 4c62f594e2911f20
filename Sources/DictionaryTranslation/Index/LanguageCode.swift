import LanguageServices
import Text

/// One code for one language: ISO 639-2 and 639-3 have several for some (`deu`, `ger`) that BCP 47 writes `de`.
enum LanguageCode {
    /// The shortest code of a language.
    static func canonical(_ code: String) -> String {
        code.utf8.count == 3 ? table[code] ?? code : code
    }

    /// The codes of three letters that have one of two letters, among the languages that dictionaries are found for.
    private static let table: [String: String] = [
        "eng": "en", "deu": "de", "ger": "de", "fra": "fr", "fre": "fr", "spa": "es", "ita": "it", "por": "pt",
        "nld": "nl", "dut": "nl", "swe": "sv", "nor": "no", "nob": "nb", "dan": "da", "ell": "el", "gre": "el",
        "cat": "ca",
    ]
}
