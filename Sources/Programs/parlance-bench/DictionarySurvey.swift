import DictionaryImport
import DictionaryTranslation
import LanguageServices
import Platform

/// Reads every installed dictionary and prints statistics about its entries: `parlance-bench dictionaries [FOLDER]`.
///
/// The goals: nothing crashes, 99.5 % of the entries give a translation, and at most 0.5 % have leftover markup. An
/// entry has leftover markup if a translation contains `<>`, `{}`, `[]`, `|`, `//`, a parenthesis, or a number preceded
/// by a full stop.
enum DictionarySurvey {
    /// - Returns: The exit code: 0 if every dictionary could be read, regardless of the results.
    static func run(folder: String?) throws -> Int32 {
        let found = SystemDictionaries.available(in: folders(folder))
        guard !found.isEmpty else {
            let place = folder ?? "the system's folders"
            throw BenchmarkFailure(description: "no dictionary in \(place)", exitCode: 66)
        }
        var sum = Figures()
        var failures: Int32 = 0
        print(row("dictionary", "format", "entries", "translated", "markup", "seconds"))
        for dictionary in found {
            do {
                let figures = try survey(dictionary)
                sum.add(figures)
                print(figures.line(dictionary.name, dictionary.format.rawValue))
            } catch {
                failures += 1
                print(row(dictionary.name, dictionary.format.rawValue, "\(error)", "", "", ""))
            }
        }
        print(sum.line("\(found.count) dictionaries", ""))
        print("* less than 99.5 % translated, or more than 0.5 % with leftover markup")
        return failures == 0 ? 0 : 65
    }

    private static func folders(_ folder: String?) -> SystemDictionaries.Folders {
        if let folder { return SystemDictionaries.Folders(dictd: [folder], stardict: [folder], edict: [folder]) }
        var environment: [String: String] = [:]
        for name in ["HOME", "STARDICT_DATA_DIR"] {
            if let value = getenv(name) { environment[name] = String(cString: value) }
        }
        return .system(environment: environment)
    }

    private static func survey(_ dictionary: SystemDictionary) throws -> Figures {
        // StarDict files do not specify the dictionary's languages, which do not matter here.
        let unknown = LanguageTag("und")
        let options = DictionaryOptions(source: dictionary.source ?? unknown, target: dictionary.target ?? unknown)
        var figures = Figures()
        figures.duration = try ContinuousClock().measure {
            let source = try DictionaryOpening.open(path: dictionary.path, options: options)
            let report = try source.read(progress: { _ in }) { entry in
                if entry.senses.contains(where: { $0.translations.contains { hasMarkup($0.text) } }) {
                    figures.marked += 1
                }
            }
            figures.translated = report.entries
            figures.entries = report.entries + report.withoutTranslation + report.damaged
        }
        return figures
    }

    /// Whether a translation contains leftover markup.
    private static func hasMarkup(_ text: String) -> Bool {
        var previous: UInt8 = 0
        var isNumber = true
        for (place, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "{"), UInt8(ascii: "}"), UInt8(ascii: "["),
                UInt8(ascii: "]"), UInt8(ascii: "|"), UInt8(ascii: "("), UInt8(ascii: ")"):
                return true
            case UInt8(ascii: "/") where previous == byte: return true
            case UInt8(ascii: ".") where isNumber && place > 0: return true
            default: break
            }
            isNumber = isNumber && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
            previous = byte
        }
        return text.isEmpty
    }

    private struct Figures {
        var entries = 0
        var translated = 0
        var marked = 0
        var duration = Duration.zero

        mutating func add(_ other: Figures) {
            entries += other.entries
            translated += other.translated
            marked += other.marked
            duration += other.duration
        }

        func line(_ name: String, _ format: String) -> String {
            let translatedShare = Double(translated) * 100 / Double(max(1, entries))
            let markedShare = Double(marked) * 100 / Double(max(1, translated))
            let isShort = translatedShare < 99.5 || markedShare > 0.5
            return row(
                name,
                format,
                "\(entries)",
                Report.fixed(translatedShare, 2) + " %",
                Report.fixed(markedShare, 3) + " %",
                Report.fixed(duration / .seconds(1), 3)
            ) + (isShort ? " *" : "")
        }
    }

    private static func row(_ name: String, _ format: String, _ numbers: String...) -> String {
        var result = name + String(repeating: " ", count: max(1, 24 - name.count))
        result += format + String(repeating: " ", count: max(1, 9 - format.count))
        for number in numbers { result += String(repeating: " ", count: max(1, 11 - number.count)) + number }
        return result
    }
}
