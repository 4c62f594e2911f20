import LanguageServices

/// The description of a dictd dictionary, from its entries `00databaseshort`, `00databaseinfo` and `00databaseurl`.
struct DictdSelfDescription {
    /// The text of `…short`.
    var title = ""
    /// The text of `…info`.
    var info = ""
    /// The text of `…url`.
    var url = ""

    /// The title without the version.
    var shortTitle: String {
        guard let range = title.firstRange(of: " ver. ") else { return title }
        return String(title[..<range.lowerBound])
    }

    /// The version, from `ver.` in the title or from the `Edition:` line.
    var version: String {
        if let range = title.firstRange(of: " ver. ") { return String(title[range.upperBound...]) }
        return value(of: "Edition:") ?? value(of: "# Version ::") ?? ""
    }

    /// The sentence that names the licence, verbatim.
    var licence: String {
        if let line = value(of: "# License ::") { return line }
        let sentences = Self.sentences(availability)
        // A sentence that names the licence is preferred to one that states where to find it.
        let naming = sentences.first { Self.names.contains(where: $0.contains) }
        if let sentence = naming ?? sentences.first(where: { $0.lowercased().contains("licen") }) {
            return Self.trimmed(String(sentence.prefix(400)))
        }
        return Self.names.first(where: info.contains) ?? ""
    }

    /// The author, and the place of publication.
    var attribution: String {
        var parts: [String] = []
        let text = availability
        if let start = text.firstRange(of: "Copyright") {
            let rest = text[start.lowerBound...]
            let end = Self.grants.compactMap { rest.firstRange(of: $0)?.lowerBound }.min() ?? rest.endIndex
            parts.append(String(rest[..<end].prefix(300)))
        } else {
            for key in ["Publisher:", "Maintainer:", "# Copyright (c) ::"] {
                if let name = value(of: key), !name.hasPrefix("["), parts.last != Self.trimmed(name) {
                    parts.append(Self.trimmed(name))
                }
            }
        }
        let position = url.hasPrefix("http") ? url : value(of: "# URL ::") ?? value(of: "Published at:") ?? ""
        if !position.isEmpty { parts.append(position) }
        return parts.map(Self.trimmed).filter { !$0.isEmpty }.joined(separator: "; ")
    }

    /// The paragraph on the licence, on one line.
    private var availability: String {
        guard let start = info.firstRange(of: "Availability:") else { return "" }
        let rest = info[start.upperBound...]
        let end =
            ["Publication date:", "Published at:", "Notes:", "Source(s):", "Changelog:"]
            .compactMap { rest.firstRange(of: $0)?.lowerBound }.min() ?? rest.endIndex
        return rest[..<end].split { $0.isWhitespace }.joined(separator: " ")
    }

    /// The rest of the line after a keyword.
    private func value(of key: String) -> String? {
        guard let start = info.firstRange(of: key) else { return nil }
        let line = Self.trimmed(String(info[start.upperBound...].prefix { !$0.isNewline }))
        return line.isEmpty ? nil : line
    }

    /// Splits a text after full stops that precede a capital letter, and before the phrases that introduce a licence.
    private static func sentences(_ text: String) -> [Substring] {
        var result: [Substring] = []
        var start = text.startIndex
        var position = text.startIndex
        while position < text.endIndex {
            let rest = text[position...]
            if rest.hasPrefix(". "), rest.dropFirst(2).first?.isUppercase == true {
                result.append(text[start..<position])
                start = rest.index(position, offsetBy: 2)
            } else if position > start, Self.grants.contains(where: rest.hasPrefix) {
                result.append(text[start..<position])
                start = position
            }
            position = text.index(after: position)
        }
        result.append(text[start...])
        return result
    }

    /// The first words of sentences that grant a licence.
    private static let grants = [
        "This dictionary is", "This program is", "This work is", "Available under", "Licensed under", "Published under",
    ]

    private static func trimmed(_ text: String) -> String {
        String(text.trimmingSuffix { $0.isWhitespace || $0 == "." }.drop(while: \.isWhitespace))
    }

    private static let names = [
        "General Public License", "GNU GPL", "GPL", "Creative Commons", "CC-BY", "CC BY", "Free Documentation License",
        "public domain", "MIT", "BSD",
    ]
}
