package import LanguageServices

/// A voice that an overlay adds to the installed ones.
package struct OwnVoice: Sendable, Hashable {
    /// What selects it here: `en-AU`, `en-AU-female`.
    package var id: String
    /// What selects it in espeak-ng: `own/en-AU`.
    package var identifier: String { "own/\(id)" }
    /// The name for people.
    package var name: String
    /// The accent it speaks.
    package var language: LanguageTag
    /// What it sounds like.
    package var gender: Voice.Gender
}

extension AccentDefinition {
    /// The voices that speak the accent, the first of which is meant by its tag alone.
    package var voices: [OwnVoice] {
        speakers.enumerated().map { index, speaker in
            OwnVoice(
                id: index == 0 ? language.text : "\(language.text)-\(speaker.gender.rawValue)",
                name: index == 0 ? name : "\(name), \(speaker.gender.rawValue)",
                language: language,
                gender: speaker.gender
            )
        }
    }

    /// espeak-ng's voice file of a speaker.
    ///
    /// - Parameters:
    ///   - index: Which speaker.
    ///   - isLinked: Whether the accent's own phonemes and words are there; otherwise it is made of replacements.
    func voiceFile(of index: Int, isLinked: Bool) -> String {
        guard voices.indices.contains(index) else { return "" }
        let rules = isLinked ? rules : coarse.rules ?? rules
        var lines = [
            "name \(voices[index].name)", "language \(language.text.lowercased()) 2", "",
            "phonemes \(isLinked ? ownName : coarse.table ?? table)",
            "dictionary \(isLinked && !words.isEmpty ? ownName : dictionary)",
        ]
        if !rules.isEmpty { lines.append("dictrules " + rules.map(String.init).joined(separator: " ")) }
        // A speaker's own setting takes the place of the accent's, which a formant has once for each number.
        func subject(_ setting: [String]) -> [String] { Array(setting.prefix(setting.first == "formant" ? 2 : 1)) }
        let own = Set(speakers[index].settings.map(subject))
        for setting in settings.filter({ !own.contains(subject($0)) }) + speakers[index].settings {
            lines.append(setting.joined(separator: " "))
        }
        for replacement in isLinked ? replacements : coarse.replacements {
            lines.append("replace 0\(replacement.flags) \(replacement.old) \(replacement.new)")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
