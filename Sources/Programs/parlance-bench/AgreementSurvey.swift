import ApertiumTranslation
import DictionaryImport
import DictionaryTranslation
import Language
import LanguageServices
import Platform

/// Compares the starter dictionaries with all other sources that are installed:
/// `parlance-bench agreement [--list] [--count UNIT] [--dictionaries FOLDER] [LANGUAGE…]`, from the folder of the package.
///
/// A headword agrees when another source gives one of its translations as well. The goal: 95 % of those that another
/// source knows. What disagrees is listed for a human eye; nothing is decided here.
enum AgreementSurvey {
    /// - Returns: The exit code: 0 when everything could be read, whatever the figures.
    static func run(_ arguments: [String]) async -> Int32 {
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
                    Report.fail("--count is to be followed by headwords, rows or words")
                    return 64
                }
                unit = chosen
            case "--dictionaries":
                guard let folder = rest.popFirst() else {
                    Report.fail("--dictionaries is to be followed by a folder")
                    return 64
                }
                folders.dictd.append(folder)
                folders.stardict.append(folder)
                folders.edict.append(folder)
            case _ where argument.hasPrefix("-"):
                Report.fail(
                    "there is no option '\(argument)'; there are --list, --count UNIT and --dictionaries FOLDER"
                )
                return 64
            default: languages.append(argument)
            }
        }
        let tables = ((try? Folder.names(in: "Dictionaries")) ?? []).sorted().filter { name in
            name.hasPrefix("en-") && (languages.isEmpty || languages.contains(String(name.dropFirst(3))))
        }
        guard !tables.isEmpty, tables.count >= languages.count else {
            Report.fail("there is no such table in 'Dictionaries'; run it in the folder of the package")
            return 66
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
