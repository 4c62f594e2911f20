import EspeakSpeech
import LanguageServices
import TemplateSentences

/// Compares *a* and *an* in WordNet's glosses with the choice made by spelling rules and by espeak-ng's phonemes.
enum EnglishArticlesSurvey {
    private struct Count {
        var texts = 0
        var wrong = 0
    }

    /// - Parameter arguments: The folder with WordNet's `data.*`, and `--list` to show the differences.
    static func run(_ arguments: [String]) async throws {
        let folder = arguments.first { !$0.hasPrefix("--") } ?? "/usr/share/wordnet"
        guard let english = LanguageTag("en-US") else { return }
        var pairs: [String: (a: Int, an: Int)] = [:]
        for name in ["noun", "verb", "adj", "adv"] {
            for line in try TextLines.of("\(folder)/data.\(name)", from: TextLines.ofWordNet) {
                guard let bar = line.firstIndex(of: "|") else { continue }
                let words = line[bar...].split(whereSeparator: { " ;:()`\"".contains($0) })
                for (article, word) in zip(words, words.dropFirst()) where article == "a" || article == "an" {
                    let word = word.trimmingMarks
                    guard word.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
                    if article == "a" {
                        pairs[word, default: (0, 0)].a += 1
                    } else {
                        pairs[word, default: (0, 0)].an += 1
                    }
                }
            }
        }
        var (letter, rules, espeak) = (Count(), Count(), Count())
        var total = 0
        for (word, counts) in pairs.sorted(by: { $0.key < $1.key }) {
            total += counts.a + counts.an
            let bySound = await EspeakSpeech.startsWithVowel(word, language: english)
            let byRule = ArticleTexts.article(before: word) == "an"
            let byLetter = word.first.map { "aeiouAEIOU".contains($0) } ?? false
            func add(_ count: inout Count, _ isVowel: Bool) {
                let wrong = isVowel ? counts.a : counts.an
                count.wrong += wrong
                if wrong > 0 { count.texts += 1 }
            }
            add(&letter, byLetter)
            add(&rules, byRule)
            add(&espeak, bySound ?? byRule)
            if arguments.contains("--list"), byRule != bySound || (byRule ? counts.a : counts.an) > 0 {
                print(
                    "\(word): a \(counts.a), an \(counts.an), rule \(byRule ? "an" : "a"), sound \(bySound.map { $0 ? "an" : "a" } ?? "?")"
                )
            }
        }
        print("\(total) pairs, \(pairs.count) words")
        for (name, count) in [("first letter", letter), ("spelling rules", rules), ("espeak-ng", espeak)] {
            print(
                "\(name): \(count.wrong) wrong (\(Report.fixed(100 * Double(count.wrong) / Double(max(1, total)), 3)) %)"
            )
        }
    }
}

extension Substring {
    /// The text without trailing punctuation.
    fileprivate var trimmingMarks: String {
        var text = self
        while let last = text.last, !last.isLetter, !last.isNumber { text.removeLast() }
        return String(text)
    }
}
