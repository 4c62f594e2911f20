import ApertiumTranslation
import DictionaryImport
import DictionaryTranslation
import Language
import LanguageServices
import Platform

/// Compares the starter dictionaries with all other installed sources: `parlance-bench agreement [--list] [--count
/// UNIT] [--dictionaries FOLDER] [LANGUAGE…]`, from the package folder.
///
/// A headword agrees when another source gives one of its translations as well. The goal is agreement for 95 % of the
/// headwords that another source contains. Disagreements are only listed, for manual review.
enum AgreementSurvey {
    /// - Returns: The exit code: 0 if everything could be read, regardless of the results.
    static func run(_ arguments: [String]) async throws -> Int32 {
        func usageFailure(_ description: String) -> BenchmarkFailure {
            BenchmarkFailure(description: description, exitCode: 64)
        }
        var isListing = false
        var unit = StarterTable.Unit.headwords
        var folders = SystemDictionaries.Folders.system(environment: [:])
        var languages: [String] = []
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--list": isListing = true
            case "--count":
                guard let chosen = rest.popFirst().flatMap(StarterTable.Unit.init(rawValue:)) else {
                    throw usageFailure("--count requires headwords, rows or words")
                }
                unit = chosen
            case "--dictionaries":
                guard let folder = rest.popFirst() else {
                    throw usageFailure("--dictionaries requires a folder")
                }
                folders.dictd.append(folder)
                folders.stardict.append(folder)
                folders.edict.append(folder)
            case _ where argument.hasPrefix("-"):
                throw usageFailure(
                    "unknown option '\(argument)'; use --list, --count UNIT or --dictionaries FOLDER"
                )
            default: languages.append(argument)
            }
        }
        let tables = ((try? Folder.names(in: "Dictionaries")) ?? []).sorted().filter { name in
            name.hasPrefix("en-") && (languages.isEmpty || languages.contains(String(name.dropFirst(3))))
        }
        guard !tables.isEmpty, tables.count >= languages.count else {
            throw BenchmarkFailure(
                description: "no such table in 'Dictionaries'; run this command in the package folder",
                exitCode: 66
            )
        }
        let dictionaries = SystemDictionaries.available(in: folders)
        let apertium = ApertiumTranslation()
        var result: Int32 = 0
        print("language   \(padded(unit.rawValue, 9, isNumber: true))   known elsewhere   agreeing   percent   sources")
        for table in tables {
            do {
                let starter = try StarterTable(path: "Dictionaries/\(table)/words.tsv", unit: unit)
                let sources = AgreementSources(dictionaries: dictionaries, target: starter.target)
                let others = try await sources.translations(of: starter, apertium: apertium)
                report(starter, others, isListing: isListing)
            } catch {
                Report.fail("\(table): \(error)")
                result = 65
            }
        }
        await apertium.shutdown()
        return result
    }

    private static func report(
        _ starter: StarterTable,
        _ others: OtherTranslations,
        isListing: Bool
    ) {
        var known = 0
        var disagreeing: [Int] = []
        for (number, item) in starter.items.enumerated() where others.knows(number) {
            known += 1
            if !others.agree(item.translations, with: number) { disagreeing.append(number) }
        }
        let agreeing = known - disagreeing.count
        let share = Double(agreeing) * 100 / Double(max(1, known))
        print(
            padded(starter.target.description, 8) + padded("\(starter.items.count)", 12, isNumber: true)
                + padded("\(known)", 18, isNumber: true) + padded("\(agreeing)", 11, isNumber: true)
                + padded(known == 0 ? "-" : Report.fixed(share, 1), 10, isNumber: true) + "   "
                + others.sources.joined(separator: ", ")
        )
        guard isListing else { return }
        for number in disagreeing {
            let own = starter.items[number].translations.map(\.text).joined(separator: "; ")
            print("  \(starter.items[number].title)\t\(own)\t\(others.texts(of: number).joined(separator: "; "))")
        }
    }

    private static func padded(_ text: String, _ width: Int, isNumber: Bool = false) -> String {
        let space = String(repeating: " ", count: max(0, width - text.count))
        return isNumber ? space + text : text + space
    }
}

/// The installed sources that cover the headwords of a starter dictionary.
struct AgreementSources {
    private typealias Directed = (dictionary: SystemDictionary, isReversed: Bool)

    private let target: LanguageTag
    private let direct: [Directed]
    /// Third languages, each with dictionaries from English to that language and from that language to the target.
    private let indirect: [(language: String, first: [Directed], second: [Directed])]

    init(dictionaries: [SystemDictionary], target: LanguageTag) {
        self.target = target
        func between(_ source: String, _ target: String) -> [Directed] {
            dictionaries.compactMap { dictionary in
                switch (dictionary.source?.language, dictionary.target?.language) {
                case (source, target): (dictionary, false)
                case (target, source): (dictionary, true)
                default: nil
                }
            }
        }
        direct = between("en", target.language)
        indirect = Set(dictionaries.compactMap(\.source?.language) + dictionaries.compactMap(\.target?.language))
            .subtracting(["en", target.language]).sorted().compactMap { language in
                let first = between("en", language)
                let second = between(language, target.language)
                return first.isEmpty || second.isEmpty ? nil : (language, first, second)
            }
    }

    /// The translations that the sources give for the headwords of a table.
    ///
    /// - Throws: `ServiceError` when a dictionary cannot be read.
    func translations(of table: StarterTable, apertium: ApertiumTranslation) async throws -> OtherTranslations {
        guard let english = LanguageTag("en") else { throw BenchmarkFailure(description: "'en' is not a language") }
        let headwords = table.items.map(\.headword)
        var result = OtherTranslations(headwords: headwords, source: english, target: target)
        for (dictionary, isReversed) in direct {
            try result.add(dictionary, isReversed: isReversed)
            result.sources.append(dictionary.name)
        }
        for (name, first, second) in indirect {
            if let language = LanguageTag(name) { try result.add(through: language, first, second) }
        }
        if !indirect.isEmpty { result.sources.append("through \(indirect.map(\.language).joined(separator: ", "))") }
        let request = TranslationRequest(texts: headwords, source: english, target: target, loosestMatch: .lemma)
        // Apertium supports few pairs and may not be installed.
        guard let response = try? await apertium.translate(request) else { return result }
        result.sources.append("Apertium")
        for (number, answer) in response.results.enumerated() {
            guard case .success(let translation) = answer, translation.match?.step == .exact else { continue }
            for text in [translation.text] + translation.alternatives { result.add(text, to: number) }
        }
        return result
    }
}

/// Normalises words for comparison, because dictionaries use different citation forms.
///
/// Case, accents and punctuation are ignored. The following are ignored too: articles, reflexive pronouns, trailing
/// prepositions, Romance plurals, suffixes that change the word class in Japanese and Chinese, and the *be* in English
/// translations of Japanese and Chinese words. In English, apostrophes are significant: *he'll* is not *hell*.
struct ComparableWord {
    private let spellings: HeadwordSpellings
    private let folding: HeadwordFolding
    private let prepositions: Set<String>
    private let elided: [String]
    private let beginnings: [String]
    private let endings: [(ending: String, replacement: String)]
    private let isEnglish: Bool

    init(language: LanguageTag) {
        spellings = HeadwordSpellings(language: language)
        folding = HeadwordFolding(language: language.language)
        prepositions = Self.prepositions[language.language] ?? []
        elided = language.language == "fr" ? ["s'", "s’", "d'", "d’"] : []
        beginnings = Self.beginnings[language.language] ?? []
        endings = Self.endings[language.language] ?? []
        isEnglish = language.language == "en"
    }

    /// The comparison keys of a text; two words are equal when they share one.
    func keys(_ text: String) -> Set<String> {
        var keys: Set<String> = []
        for spelling in spellings.all(text, parts: []) {
            var variants = [spelling]
            if let mark = elided.first(where: { spelling.hasPrefix($0) }) {
                variants.append(String(spelling.dropFirst(mark.count)))
            }
            if isEnglish, spelling.hasPrefix("be ") { variants.append(String(spelling.dropFirst(3))) }
            var words = spelling.split(separator: " ")
            if words.count > 1, let last = words.last, prepositions.contains(String(last)) {
                words.removeLast()
                variants.append(words.joined(separator: " "))
            }
            let apostrophe = isEnglish && spelling.contains { $0 == "'" || $0 == "’" } ? "'" : ""
            for key in variants.map(folding.key) where !key.isEmpty {
                keys.formUnion(stems(key).map { $0 + apostrophe })
            }
        }
        return keys
    }

    /// A key, and its variants without optional affixes.
    private func stems(_ key: String) -> Set<String> {
        var stems: Set = [key]
        for beginning in beginnings where key.hasPrefix(beginning) && key.count > beginning.count {
            stems.insert(String(key.dropFirst(beginning.count)))
        }
        for stem in stems {
            for (ending, replacement) in endings where stem.hasSuffix(ending) && stem.count > ending.count {
                stems.insert(stem.dropLast(ending.count) + replacement)
            }
        }
        return stems
    }

    private static let prepositions: [String: Set<String>] = [
        "es": ["de", "a", "con", "en", "que", "por"],
        "fr": ["de", "à", "que", "par"],
        "it": ["di", "a", "da", "con", "che", "in"],
        "pt": ["de", "a", "com", "em", "que", "por"],
    ]

    /// Prefixes as they appear in keys, without accents and hyphens.
    private static let beginnings: [String: [String]] = [
        "ja": ["の", "に", "を", "が", "と"],
        "zh": ["在"],
    ]

    private static let endings: [String: [(ending: String, replacement: String)]] = [
        "es": [("arse", "ar"), ("erse", "er"), ("irse", "ir"), ("s", ""), ("es", "")],
        "fr": [("s", ""), ("x", "")],
        "it": [
            ("arsi", "are"), ("ersi", "ere"), ("irsi", "ire"), ("arsela", "are"), ("i", "o"), ("i", "e"), ("e", "a"),
        ],
        "pt": [("arse", "ar"), ("erse", "er"), ("irse", "ir"), ("orse", "or"), ("s", "")],
        "ja": [
            ("をする", ""), ("する", ""), ("な", ""), ("の", ""), ("に", ""), ("と", ""), ("だ", ""), ("で", ""), ("を", ""),
            ("へ", ""), ("もの", ""), ("ている", "る"),
        ],
        "zh": [("的", ""), ("地", ""), ("着", ""), ("了", ""), ("好", "")],
    ]
}
