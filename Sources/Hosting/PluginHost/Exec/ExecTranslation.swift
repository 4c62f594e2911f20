package import LanguageServices
import Platform

/// Translation with a command that reads a text from standard input and writes the translation to standard output.
package final class ExecTranslation: TranslationProvider {
    /// The provider's descriptor.
    package let descriptor: ProviderDescriptor
    private let command: ExecCommand
    private let pair: LanguagePair
    private let isShutDown = AtomicFlag()

    init(_ command: ExecCommand, descriptor: ProviderDescriptor, pair: LanguagePair) {
        self.command = command
        self.descriptor = descriptor
        self.pair = pair
    }

    /// Ready if the program can be started.
    package func status() async -> ProviderStatus { command.status }

    /// Fails all later requests.
    package func shutdown() async { isShutDown.set() }

    /// The configured language pair.
    package func languagePairs() async throws -> [LanguagePair] { [pair] }

    /// Runs the command once for each text, at most four concurrently.
    package func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let start = command.clock.now
        try descriptor.id.naming { try check(request) }
        let work = OrderedWork<String, Result<Translation, ServiceError>>(width: 4)
        let results = try await work.results(for: request.texts) { await self.translation(of: $0) }
        try ServiceError.checkCancellation(provider: descriptor.id)
        // A configuration error affects every text.
        if case .failure(let error)? = results.first, error.code == .configuration { throw error }
        return TranslationResponse(
            results: results,
            report: .answered(by: descriptor.id, in: max(.zero, command.clock.now - start))
        )
    }

    private func check(_ request: TranslationRequest) throws(ServiceError) {
        if isShutDown.isSet { throw ServiceError(.unavailable, "the provider was shut down") }
        try ServiceError.checkCancellation()
        let isOther = request.source.map { $0 != pair.source } ?? false
        guard !isOther, request.target == nil || request.target == pair.target else {
            throw ServiceError(
                .unsupported,
                "the command only translates from '\(pair.source)' to '\(pair.target)'",
                remedy: "define a separate provider for each language pair"
            )
        }
        guard request.loosestMatch == .gloss else {
            throw ServiceError(.notFound, "commands do not report match types, which this request requires")
        }
    }

    private func translation(of text: String) async -> Result<Translation, ServiceError> {
        do throws(ServiceError) {
            let output = try await command.run(
                Array(text.utf8),
                replacing: ["{source}": pair.source.text, "{target}": pair.target.text]
            )
            guard var answer = String(validating: output, as: UTF8.self) else {
                throw ServiceError(
                    .protocolViolation,
                    "\(command.title) wrote text that is not UTF-8",
                    provider: descriptor.id
                )
            }
            // Programs usually end their output with a line break that is not part of the translation.
            if answer.last == "\n" || answer.last == "\r\n", text.last?.isNewline != true { answer.removeLast() }
            guard !BlankText.isBlank(answer) || BlankText.isBlank(text) else {
                throw ServiceError(.notFound, "\(command.title) wrote no translation", provider: descriptor.id)
            }
            return .success(Translation(text: answer, provider: descriptor.id))
        } catch {
            return .failure(error)
        }
    }
}

extension ExecCommand {
    /// Ready if the program can be started.
    var status: ProviderStatus {
        do throws(ServiceError) {
            _ = try program()
            return .ready
        } catch {
            return .unavailable(reason: error.message, remedy: error.remedy)
        }
    }
}
