import CorpusSentences
import LanguageServices

/// Prints the sentences that a corpus contains for words, for manual review: `parlance-bench sentence-survey
/// FILE|wordnet LANGUAGE COUNT WORD…`, from the package folder.
enum SentenceSurvey {
    static func run(_ arguments: [String]) async throws {
        guard arguments.count >= 4, let language = LanguageTag(arguments[1]), let count = Int(arguments[2]) else {
            throw BenchmarkFailure(
                description: "sentence-survey requires a file or 'wordnet', a language, a count and words",
                exitCode: 64
            )
        }
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let locations = CorpusLocations(cache: folder.path, dictionaries: "Dictionaries")
        let provider: any SentenceProvider =
            arguments[0] == "wordnet"
            ? try WordNetSentences(locations: locations)
            : CorpusSentences(settings: .init(paths: [arguments[0]], language: language), locations: locations)
        for word in arguments[3...] {
            print("\n\(word)")
            do {
                let request = SentenceRequest(word: word, language: language, count: count)
                for sentence in try await provider.sentences(for: request).sentences {
                    print("  \(line(sentence))")
                }
            } catch let error as ServiceError where error.code == .notFound {
                print("  – \(error.message)")
            }
        }
    }

    private static func line(_ sentence: ExampleSentence) -> String {
        let text = sentence.parts.map { $0.isWord ? "[\($0.text)]" : $0.text }.joined()
        let kind = sentence.partOfSpeech.map { " \($0)" } ?? ""
        let level = sentence.level.map { " \($0.rawValue)" } ?? ""
        return "\(text)  –\(kind)\(level) \(sentence.sense ?? "")"
    }
}
