import LanguageServices
import Platform
import RemoteState
import ServiceRegistry

/// A program that fills a cache, for tests that kill it or run several at once: `cache-trial FOLDER LOG NAME FIRST
/// COUNT`.
///
/// It stores answers in batches, and logs the number of a batch once the store has accepted it. The test can compute
/// the key and content for each name and number.
@main
enum CacheTrial {
    static func main() async {
        let arguments = CommandLine.arguments
        guard arguments.count == 6, let first = Int(arguments[4]), let count = Int(arguments[5]) else { exit(64) }
        let log = open(arguments[2], O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard log >= 0 else { exit(73) }
        let store = DiskResponseStore(folder: arguments[1]) { error in
            let line = Array("cache-trial: \(error)\n".utf8)
            _ = write(STDERR_FILENO, line, line.count)
        }
        for number in first..<first + count {
            let provider = Answers(name: arguments[3], number: number)
            let request = TranslationRequest(
                texts: provider.texts,
                source: LanguageTag("en"),
                target: LanguageTag("de")
            )
            guard let response = try? await provider.cached(in: store).translate(request),
                response.results.count == provider.texts.count
            else { exit(70) }
            let line = Array("\(arguments[3]) \(number)\n".utf8)
            guard write(log, line, line.count) == line.count else { exit(74) }
        }
    }
}

/// A provider whose answers are computed from the request.
private struct Answers: TranslationProvider {
    let name: String
    let number: Int

    var texts: [String] { (0..<5).map { "\(name) \(number) \($0)" } }

    var descriptor: ProviderDescriptor {
        ProviderDescriptor(id: "trial", kind: "trial", version: "1", service: .translation, locality: .network)
    }

    func languagePairs() async throws -> [LanguagePair] { [] }

    func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        TranslationResponse(
            results: request.texts.map { text in
                // Some are large enough to span several database pages.
                .success(
                    Translation(text: String(repeating: "<\(text)>", count: 1 + number % 7 * 40), provider: "trial")
                )
            },
            report: .answered(by: "trial", in: .zero)
        )
    }
}
