import DictionaryImport
import DictionaryTranslation
import LanguageServices

/// The entries of an index, to make another of them.
struct IndexSource: DictionarySource {
    let index: DictionaryIndex

    var info: DictionaryInfo { index.info }

    func read(progress: (Double) -> Void, entry: (TranslationEntry) throws -> Void) throws -> DictionaryReadReport {
        var report = DictionaryReadReport()
        let total = Double(max(index.info.entryCount, 1))
        try index.forEachEntry { value in
            var value = value
            value.dictionary = ""
            try entry(value)
            report.entries += 1
            if report.entries % 4096 == 0 { progress(Double(report.entries) / total) }
        }
        return report
    }
}
