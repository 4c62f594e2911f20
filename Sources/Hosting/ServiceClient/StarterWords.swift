import DictionaryImport
import DictionaryTranslation
package import Exercises
package import LanguageServices
package import ServiceConfiguration

/// The words of a starter dictionary, from which exercises choose wrong answers.
package enum StarterWords {
    /// The words of a language with their meanings in another; `nil` if no starter dictionary covers the pair.
    ///
    /// - Parameters:
    ///   - data: Locates the starter dictionaries.
    ///   - language: The language of the words.
    ///   - meanings: The language of the meanings.
    package static func pool(_ data: DataLocator, language: LanguageTag, meanings: LanguageTag) -> WordList? {
        guard let folder = data.folder("Dictionaries") else { return nil }
        for (source, target) in [(language, meanings), (meanings, language)] {
            let path = "\(folder)/\(source.language)-\(target.language)/words.tsv"
            guard let table = try? TableSource(path: path), var cards = try? cards(of: table) else { continue }
            if source != language { cards = inverted(cards) }
            return WordList(cards)
        }
        return nil
    }

    private static func cards(of table: TableSource) throws -> [StudyCard] {
        var cards: [StudyCard] = []
        _ = try table.read(progress: { _ in }) { entry in
            cards.append(
                StudyCard(
                    word: entry.headword,
                    meanings: entry.senses.flatMap(\.translations).map(\.text),
                    partOfSpeech: entry.partsOfSpeech.first,
                    sense: entry.senses.first?.definition,
                    level: entry.labels.lazy.compactMap { LearnerLevel(rawValue: $0) }.first
                )
            )
        }
        return cards
    }

    /// Cards in the other direction: each main translation with the headwords that it translates.
    private static func inverted(_ cards: [StudyCard]) -> [StudyCard] {
        var inverted: [StudyCard] = []
        var places: [String: Int] = [:]
        for card in cards {
            guard let word = card.meanings.first else { continue }
            let key = "\(word)\u{1F}\(card.partOfSpeech?.rawValue ?? "")"
            if let place = places[key] {
                inverted[place].meanings.append(card.word)
            } else {
                places[key] = inverted.count
                inverted.append(
                    StudyCard(
                        word: word,
                        meanings: [card.word],
                        partOfSpeech: card.partOfSpeech,
                        level: card.level
                    )
                )
            }
        }
        return inverted
    }
}
