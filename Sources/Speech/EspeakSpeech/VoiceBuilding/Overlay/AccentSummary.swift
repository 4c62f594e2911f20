package import LanguageServices

/// What has to be known of an accent to speak it, when it has been built.
package struct AccentSummary: Sendable, Hashable {
    /// The accent.
    package var language: LanguageTag
    /// Tags that mean this accent too.
    package var alsoFor: [LanguageTag]
    /// The name for people.
    package var name: String
    /// The identifier of the installed voice that speaks it when nothing can be built, or `nil` when none comes near.
    package var base: String?
    /// Its voices, the first of which is meant by its tag alone.
    package var voices: [OwnVoice]
    /// espeak-ng's names of its phonemes by what they are in IPA, for those that words are written with.
    package var symbols: [String: String]
}

extension AccentDefinition {
    /// What has to be known to speak it.
    package var summary: AccentSummary {
        AccentSummary(
            language: language,
            alsoFor: alsoFor,
            name: name,
            base: base,
            voices: voices,
            symbols: phonemes.symbols
        )
    }
}

extension AccentSummary {
    /// The lines of a record: the accent, then its voices.
    var lines: [String] {
        let own = "accent\t\(language.text)\t\(alsoFor.map(\.text).joined(separator: ","))\t\(base ?? "")\t\(name)"
        return [own] + voices.map { "voice\t\($0.id)\t\($0.gender.rawValue)\t\($0.name)" }
            + symbols.sorted { $0.key < $1.key }.map { "symbol\t\($0.key)\t\($0.value)" }
    }

    /// Reads the first line of an accent.
    init?(accentLine fields: [String]) {
        guard fields.count == 5, let language = LanguageTag(fields[1]) else { return nil }
        self.init(
            language: language,
            alsoFor: fields[2].split(separator: ",").compactMap { LanguageTag(String($0)) },
            name: fields[4],
            base: fields[3].isEmpty ? nil : fields[3],
            voices: [],
            symbols: [:]
        )
    }

    /// Reads the line of a voice.
    ///
    /// - Returns: `false` when it is none.
    mutating func addVoice(line fields: [String]) -> Bool {
        guard fields.count == 4, let gender = Voice.Gender(rawValue: fields[2]) else { return false }
        voices.append(OwnVoice(id: fields[1], name: fields[3], language: language, gender: gender))
        return true
    }
}

extension PhonemeFile {
    /// The phonemes by the symbol that each always has; of several with one symbol the first, and none that only stands for
    /// another in weak syllables, whose names end in a sign or a digit.
    fileprivate var symbols: [String: String] {
        var result: [String: String] = [:]
        for phoneme in phonemes {
            guard
                phoneme.mnemonic == "3" || phoneme.mnemonic == "0" || phoneme.mnemonic.last?.isLetter == true
                    || phoneme.mnemonic.last == ":" || phoneme.mnemonic.last == "@" || phoneme.mnemonic == "i@3"
            else { continue }
            for statement in phoneme.statements where statement.conditions.isEmpty {
                guard case .symbol(let symbol) = statement.action else { continue }
                if result[symbol] == nil { result[symbol] = phoneme.mnemonic }
                break
            }
        }
        return result
    }
}
