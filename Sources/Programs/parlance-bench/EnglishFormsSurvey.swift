import Language
import LanguageServices

/// Compares the irregular forms that WordNet lists with those that the rules of English make.
enum EnglishFormsSurvey {
    /// - Parameter arguments: The folder with WordNet's `*.exc`, and `--list` to see what differs; or `--table` and a starter
    ///   table, to see all forms of its words.
    static func run(_ arguments: [String]) throws {
        if arguments.count == 2, arguments[0] == "--table" { return try table(arguments[1]) }
        let folder = arguments.first { !$0.hasPrefix("--") } ?? "/usr/share/wordnet"
        guard let tag = LanguageTag("en"), let american = LanguageTag("en-US"), let rules = LemmaRules(language: tag)
        else { return }
        let makers = [EnglishForms(language: tag), EnglishForms(language: american)]
        for (name, part) in [("noun", PartOfSpeech.noun), ("verb", .verb), ("adj", .adjective), ("adv", .adverb)] {
            // A lemma is right when one of the forms that are listed for it is made.
            var forms: [String: Set<String>] = [:]
            var understood = 0
            var pairs = 0
            for line in try TextLines.of("\(folder)/\(name).exc", from: TextLines.ofWordNet) {
                let words = line.split(separator: " ").map { String($0).replacingUnderscores }
                guard let form = words.first else { continue }
                for lemma in words.dropFirst() {
                    forms[lemma, default: []].insert(form)
                    pairs += 1
                    if rules.lemmas(of: form).contains(where: { $0.text == lemma }) { understood += 1 }
                }
            }
            var made = 0
            var total = 0
            var missing: [String] = []
            for (lemma, known) in forms.sorted(by: { $0.key < $1.key }) {
                let all = Set(
                    makers.flatMap { maker in
                        maker.names(of: part).compactMap {
                            maker.form($0, of: InflectableWord(lemma, part), agreement: Agreement())
                        }
                    }
                )
                total += 1
                if all.isDisjoint(with: known) {
                    missing.append("\(lemma): \(known.sorted()), not \(all.sorted())")
                } else {
                    made += 1
                }
            }
            print(
                "\(name): \(made) of \(total) lemmas have one of their forms; \(understood) of \(pairs) forms are traced back"
            )
            if arguments.contains("--list") { for line in missing { print("  \(line)") } }
        }
    }

    /// Prints all forms of the nouns, verbs and adjectives of a table, for a spelling checker to read.
    private static func table(_ path: String) throws {
        guard let tag = LanguageTag("en") else { return }
        let maker = EnglishForms(language: tag)
        let parts: [Substring: PartOfSpeech] = ["n": .noun, "v": .verb, "adj": .adjective]
        for line in try TextLines.of(path) where !line.hasPrefix("#") {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
            guard cells.count > 1, let part = parts[cells[1]] else { continue }
            let word = InflectableWord(String(cells[0]), part)
            let forms = maker.names(of: part).compactMap { maker.form($0, of: word, agreement: Agreement()) }
            print("\(cells[0])\t\(cells[1])\t\(forms.joined(separator: "\t"))")
        }
    }
}

extension String {
    /// The text with spaces where WordNet has underscores.
    fileprivate var replacingUnderscores: String { String(map { $0 == "_" ? " " : $0 }) }
}
