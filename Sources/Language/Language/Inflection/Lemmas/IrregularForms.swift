import LanguageServices
import Synchronization

/// Irregular forms, and regular forms with irregular stems.
///
/// The table is parsed only when a lookup may need it. Most words are not in a table, and a program that looks up a
/// single word can finish in less time than it takes to parse the table.
final class IrregularForms: Sendable {
    private struct Form: Sendable {
        let text: String
        let lemma: Lemma
    }

    private let table: String
    private let endings: [String: [String]]
    private let folding = HeadwordFolding(language: "")
    /// The parsed table.
    private let known = AtomicLazyReference<Known>()
    /// The number of times the unparsed table has been searched.
    private let searchCount = Atomic<Int>(0)

    private final class Known: Sendable {
        let forms: [String: [Form]]

        init(_ forms: [String: [Form]]) { self.forms = forms }
    }

    /// The number of searches after which it is worth parsing the table.
    private static let searchLimit = 8

    /// Creates the forms from a table.
    ///
    /// A line `# verb` sets the part of speech for the lines that follow. Any other line contains a lemma and its
    /// forms, separated by spaces. A form `tuv~p` represents all forms that the paradigm *p* derives from the stem
    /// *tuv*.
    ///
    /// - Parameters:
    ///   - table: The table.
    ///   - paradigms: The endings of each paradigm.
    init(_ table: String, paradigms: [String: String] = [:]) {
        self.table = table
        endings = paradigms.mapValues { $0.split(separator: " ").map { $0 == "-" ? "" : String($0) } }
    }

    // MARK: The table

    /// All forms by their keys.
    ///
    /// Concurrent callers may each parse the table; only one of the results is kept.
    private var forms: [String: [Form]] { (known.load() ?? known.storeIfNil(Known(read()))).forms }

    private func read() -> [String: [Form]] {
        var forms: [String: [Form]] = [:]
        var kind: PartOfSpeech?
        for line in table.split(separator: "\n") {
            var words = line.split(separator: " ")[...]
            guard let lemma = words.popFirst() else { continue }
            if lemma == "#" {
                kind = words.first.map { PartOfSpeech(rawValue: String($0)) }
                continue
            }
            let meant = Lemma(String(lemma), partOfSpeech: kind, certainty: .known)
            for word in words {
                guard let mark = word.firstIndex(of: "~") else {
                    add(String(word), meant, to: &forms)
                    continue
                }
                let stem = String(word[..<mark])
                for ending in endings[String(word[word.index(after: mark)...])] ?? [] {
                    add(stem + ending, meant, to: &forms)
                }
            }
        }
        return forms
    }

    private func add(_ form: String, _ lemma: Lemma, to forms: inout [String: [Form]]) {
        // Lookups use lower case.
        let form = form.lowercased()
        let key = folding.key(form)
        guard !(forms[key]?.contains { $0.text == form && $0.lemma == lemma } ?? false) else { return }
        forms[key, default: []].append(Form(text: form, lemma: lemma))
    }

    /// Whether a key may belong to a form, judging by the words in the unparsed table.
    private func mightHave(_ key: String) -> Bool {
        guard let first = key.utf8.first else { return false }
        return table.utf8.withContiguousStorageIfAvailable { bytes in
            var position = 0
            var isLemma = true
            while position < bytes.count {
                var end = position
                while end < bytes.count, bytes[end] != UInt8(ascii: " "), bytes[end] != UInt8(ascii: "\n") { end += 1 }
                // A word that starts with a non-ASCII letter may have any key. An apostrophe at the start is not part
                // of the key.
                let start = end > position ? bytes[position] | 0x20 : 0
                let isLetter = start >= UInt8(ascii: "a") && start <= UInt8(ascii: "z")
                if !isLemma, !isLetter || start == first,
                    isForm(key, String(decoding: bytes[position..<end], as: UTF8.self))
                {
                    return true
                }
                isLemma = end < bytes.count && bytes[end] == UInt8(ascii: "\n")
                position = end + 1
            }
            return false
        } ?? true
    }

    /// Whether a key belongs to a form in the table, or to its stem with one of the endings.
    private func isForm(_ key: String, _ word: String) -> Bool {
        guard let mark = word.utf8.firstIndex(of: UInt8(ascii: "~")) else { return folding.key(word) == key }
        let stem = folding.key(String(word[..<mark]))
        guard key.utf8.starts(with: stem.utf8) else { return false }
        let remainder = key.utf8.dropFirst(stem.utf8.count)
        let endings = endings[String(word[word.utf8.index(after: mark)...])] ?? []
        return endings.contains { folding.key($0).utf8.elementsEqual(remainder) }
    }

    // MARK: Search

    /// Whether the table contains a form with a key.
    func has(_ key: String) -> Bool {
        if let known = known.load() { return known.forms[key] != nil }
        let count = searchCount.add(1, ordering: .relaxed).newValue
        return (count > Self.searchLimit || mightHave(key)) && forms[key] != nil
    }

    /// The lemmas of a form. If the given form has no accents, they may have been omitted in typing. In that case,
    /// lemmas whose form differs only in accents are included with less certainty.
    ///
    /// - Parameter text: The form in lower case and in composed Unicode form.
    func lemmas(of text: String) -> [Lemma] {
        guard let found = forms[folding.key(text)] else { return [] }
        let same = found.filter { $0.text == text }
        if !same.isEmpty { return same.map(\.lemma) }
        guard text.utf8.allSatisfy({ $0 < 0x80 }) else { return [] }
        return found.map { Lemma($0.lemma.text, partOfSpeech: $0.lemma.partOfSpeech, certainty: .regular) }
    }

    /// Whether words with this part of speech form compounds. Articles and pronouns do not.
    private static func isContent(_ part: PartOfSpeech?) -> Bool {
        part == .verb || part == .noun || part == .adjective
    }

    /// The lemmas of a form that ends in a form from the table, as *understood* ends in *stood*.
    ///
    /// - Parameter shortest: The minimum number of letters in the known form.
    func composed(of word: InflectedWord, shortest: Int = 3) -> [Lemma] {
        guard word.letters.count > shortest + 1 else { return [] }
        var result: [Lemma] = []
        for start in 2...(word.letters.count - shortest) {
            let tail = word.string(start..<word.letters.count)
            for lemma in lemmas(of: tail) where lemma.certainty == .known && Self.isContent(lemma.partOfSpeech) {
                let text = word.string(0..<start) + lemma.text
                result.append(Lemma(text, partOfSpeech: lemma.partOfSpeech, certainty: .composed))
            }
        }
        return result
    }
}

/// A table of irregular forms, indexed by lemma instead of by form.
struct IrregularParadigms: Sendable {
    static let english = IrregularParadigms(EnglishIrregulars.table)
    static let french = IrregularParadigms(FrenchIrregulars.table)
    static let german = IrregularParadigms(GermanIrregulars.table)
    static let spanish = IrregularParadigms(SpanishIrregulars.table)

    private var kinds: [String: [String: [String]]] = [:]

    /// Parses a table in the format of ``IrregularForms``; paradigms are not expanded.
    init(_ table: String) {
        var kind = ""
        for line in table.split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            guard let lemma = words.first else { continue }
            if lemma == "#" {
                kind = words.dropFirst().first ?? ""
            } else if kinds[kind]?[lemma] == nil {
                kinds[kind, default: [:]][lemma] = Array(words.dropFirst())
            }
        }
    }

    /// The forms of a lemma, in table order; `nil` for an unknown lemma.
    ///
    /// - Parameters:
    ///   - lemma: The lemma.
    ///   - kind: The part of speech, as in the table's headings.
    func forms(of lemma: String, _ kind: String) -> [String]? { kinds[kind]?[lemma] }
}
