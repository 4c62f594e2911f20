import LanguageServices
import Platform

/// Names files after what is spoken in them, so that a person finds them and a program finds them again.
///
/// Letters, digits and marks of every script stay, spaces become `_`, `' - , . + &` stay inside a name. Where that loses
/// something of the text, or the text is longer than 80 bytes, eight digits of its hash (FNV-1a, 64 bit) follow. So the
/// name depends on the text alone, with one exception: some file systems see no difference between upper and lower case,
/// so of two texts of one list that differ in nothing else, the later one gets the hash too.
struct FileNames {
    /// Whose name it is, by hashes: a list may be long, and nobody knows beforehand how long.
    private var owners: [UInt64: UInt64] = [:]

    /// The name for a text, without folder and extension; the same again for the same text.
    mutating func name(for text: String) -> String {
        let stem = FileStem(text, signs: "'’-,.+&", limit: Self.longest)
        let hash = StableHash.of(text)
        let padded = StableHash.hexadecimal(hash)
        let separator = stem.name.isEmpty ? "" : "-"
        let hashed = "\(stem.name)\(separator)\(padded.suffix(8))"
        let candidates = stem.isFaithful && !stem.name.isEmpty ? [stem.name, hashed] : [hashed]
        for candidate in candidates {
            let key = StableHash.of(candidate.lowercased())
            if owners[key, default: hash] == hash {
                owners[key] = hash
                return candidate
            }
        }
        // Two hashes that begin alike are written out.
        return "\(stem.name)\(separator)\(padded)"
    }

    private static let longest = 80
}
