package import LanguageServices
import Platform

/// A provider that logs requests and answers to a file that outlives its process.
///
/// Each text has a line in the log: with `?` when it is requested, and with `=` when the answer is returned, as the
/// last action. A text that starts with `missing` has no translation.
package struct LoggedTranslation: TranslationProvider {
    package let descriptor = ProviderDescriptor(
        id: "logged",
        kind: "logged",
        version: "1",
        service: .translation,
        locality: .inProcess
    )
    private let log: Int32
    private let delay: Duration

    /// - Parameters:
    ///   - log: The file to append to.
    ///   - delay: The duration of a request.
    package init?(log path: String, delay: Duration) {
        log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
        guard log >= 0 else { return nil }
        self.delay = delay
    }

    package func languagePairs() async throws -> [LanguagePair] { [] }

    package func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        try note("?", request.texts)
        try await Task.sleep(for: delay)
        let results = request.texts.map { text -> Result<Translation, ServiceError> in
            text.hasPrefix("missing")
                ? .failure(ServiceError(.notFound, "no such word"))
                : .success(Translation(text: "<\(text)>", provider: descriptor.id))
        }
        try note("=", request.texts)
        return TranslationResponse(results: results, report: ServiceReport())
    }

    /// Appends lines in one call, so that those of two requests do not mix.
    private func note(_ mark: String, _ texts: [String]) throws {
        let lines = Array(texts.map { "\(mark)\($0)\n" }.joined().utf8)
        guard write(log, lines, lines.count) == lines.count else { throw ServiceError(.io, "cannot write the log") }
    }
}
