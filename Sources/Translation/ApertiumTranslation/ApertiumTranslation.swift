import Language
public import LanguageServices
import Synchronization

/// Offline translation of words and sentences with a local Apertium installation.
///
/// Each translation direction is a pipeline of small programs. It is started on the first request, kept running, and
/// restarted after a failure. No shell or network access is used.
///
/// Lines are translated one by one. HTML, `[sound:…]`, formulas, cloze marks, addresses and similar content are left
/// unchanged and in place. A text fails if its markup is not returned completely and in order. A single word is looked
/// up in the language pair's dictionary.
public final class ApertiumTranslation: TranslationProvider {
    /// The description of the provider.
    public let descriptor: ProviderDescriptor

    private struct State {
        var modes: [ApertiumMode] = []
        var translators: [String: ModeTranslator] = [:]
        var isShutDown = false
    }

    private let folder: ModeFolder
    private let idleTimeout: Duration
    private let clock: ServiceClock
    private let romanizer = Romanizer()
    private let state = Mutex(State())

    /// Creates a provider. Nothing is read or started before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which the provider is registered.
    ///   - modes: The folder that contains the modes; `nil` means Debian's folder.
    ///   - idleTimeout: The maximum time without output before the programs are restarted.
    ///   - clock: The clock used for reports.
    public init(
        id: ProviderID = "apertium",
        modes: String? = nil,
        idleTimeout: Duration = .seconds(10),
        clock: ServiceClock = .system
    ) {
        descriptor = ProviderDescriptor(
            id: id,
            kind: "apertium",
            version: "1",
            service: .translation,
            locality: .plugin,
            attribution: "Apertium",
            licence: "GPL-3.0-or-later"
        )
        folder = ModeFolder(path: modes ?? ModeFolder.debianPath)
        self.idleTimeout = idleTimeout
        self.clock = clock
    }

    /// The provider kind `apertium`, to register with a `ServiceRegistry`.
    public static let kind = ProviderKind(
        name: "apertium",
        service: .translation,
        summary: "Translation of sentences by a local Apertium installation: offline, rule-based",
        locality: .plugin,
        options: [
            OptionDescription(
                "modes",
                .absolutePath,
                "The folder that contains the modes of the language pairs, instead of \(ModeFolder.debianPath)"
            )
        ],
        make: { context in
            let modes = try context.options.absolutePath("modes")
            return ApertiumTranslation(id: context.id, modes: modes, clock: context.clock)
        }
    )

    /// Ready if a language pair is installed.
    public func status() async -> ProviderStatus {
        do throws(ServiceError) {
            _ = try modes()
            return .ready
        } catch {
            return .unavailable(reason: error.message, remedy: error.remedy)
        }
    }

    /// The installed directions, sorted by name.
    public func languagePairs() async throws -> [LanguagePair] {
        try descriptor.id.naming { try modes().map(\.pair) }
    }

    /// Translates texts.
    ///
    /// With a match limit (`TranslationRequest.loosestMatch`), only single words are translated, from the language
    /// pair's dictionary. Unknown words are left unchanged and listed in the translation's notes. A text without known
    /// words fails with `ServiceError.Code.notFound`.
    ///
    /// - Throws: `ServiceError.Code.unsupported` if the pair is not installed, or a text has no language;
    ///   `ServiceError.Code.unavailable` if Apertium is not installed.
    public func translate(_ request: TranslationRequest) async throws -> TranslationResponse {
        let start = clock.now
        do throws(ServiceError) {
            try ServiceError.checkCancellation()
            let translator = try translator(for: try pair(of: request))
            let results = try await translate(request, by: translator)
            return TranslationResponse(results: results, report: report(results, clock.now - start))
        } catch {
            throw ServiceError(error, provider: descriptor.id)
        }
    }

    /// Terminates all processes; later requests fail.
    public func shutdown() async {
        let translators = state.withLock { state in
            state.isShutDown = true
            return Array(state.translators.values)
        }
        for translator in translators { await translator.shutdown() }
    }

    /// The process IDs of the sentence pipelines, for tests.
    var identifiers: [Int32] { state.withLock { $0.translators.values.flatMap(\.identifiers) } }

    // MARK: Parts

    /// The modes. The folder is reread on each call until it contains at least one mode.
    private func modes() throws(ServiceError) -> [ApertiumMode] {
        let (known, isShutDown) = state.withLock { ($0.modes, $0.isShutDown) }
        if isShutDown { throw ServiceError(.unavailable, "the provider was shut down") }
        guard known.isEmpty else { return known }
        let found = try folder.modes()
        guard !found.isEmpty else {
            throw ServiceError(
                .unavailable,
                "no Apertium language pair is installed in \(folder.path)",
                remedy: "install one, such as the package apertium-eng-spa"
            )
        }
        state.withLock { $0.modes = found }
        return found
    }

    private func pair(of request: TranslationRequest) throws(ServiceError) -> LanguagePair {
        guard let target = request.target else {
            throw ServiceError(.invalidRequest, "no target language given", remedy: "specify one")
        }
        guard let source = request.source else {
            throw ServiceError(
                .unsupported,
                "Apertium does not detect the language of a text",
                remedy: "specify the language of the text"
            )
        }
        return LanguagePair(source: source, target: target)
    }

    private func translator(for pair: LanguagePair) throws(ServiceError) -> ModeTranslator {
        let modes = try modes()
        guard let mode = ModeFolder.best(modes, for: pair) else {
            let installed = modes.map(\.name).joined(separator: ", ")
            let remedy = DebianPackages.package(for: pair).map { "install the package \($0)" }
            throw ServiceError(
                .unsupported,
                "no Apertium pair from '\(pair.source)' to '\(pair.target)' is installed; installed: \(installed)",
                remedy: remedy ?? "use another provider: Debian has no package for this pair"
            )
        }
        return state.withLock { state in
            if let known = state.translators[mode.name] { return known }
            let new = ModeTranslator(mode, among: modes, idleTimeout: idleTimeout)
            state.translators[mode.name] = new
            return new
        }
    }

    private func translate(
        _ request: TranslationRequest,
        by translator: ModeTranslator
    ) async throws(ServiceError) -> [Result<Translation, ServiceError>] {
        // With a match limit, only dictionary words are requested, so other texts are not sent.
        let texts = request.texts.map { text in
            let pieces = TextSplitter.pieces(of: text)
            return request.loosestMatch == .gloss || Self.isWord(pieces) || BlankText.isBlank(text) ? pieces : nil
        }
        // Segments that occur in several texts are translated once.
        var segments: [Segment] = []
        var seen: Set<Segment> = []
        for case .segment(let segment) in texts.compactMap({ $0 }).joined() where seen.insert(segment).inserted {
            segments.append(segment)
        }
        let outcomes = try await translator.translate(
            segments,
            partOfSpeech: request.partOfSpeech,
            loosestMatch: request.loosestMatch
        )
        return zip(request.texts, texts).map { text, pieces in
            do throws(ServiceError) {
                guard let pieces else { throw Self.beyond(request.loosestMatch) }
                var translation = try TextAssembly.translation(of: text, pieces, outcomes, provider: descriptor.id)
                guard
                    request.loosestMatch == .gloss
                        || translation.match.map({ $0.step <= request.loosestMatch }) ?? false
                else { throw Self.beyond(request.loosestMatch) }
                if request.romanizes {
                    translation.romanization = romanizer.romanization(
                        of: translation.text,
                        language: translator.mode.pair.target.text
                    )
                }
                return .success(translation)
            } catch {
                return .failure(ServiceError(error, provider: descriptor.id))
            }
        }
    }

    private static func isWord(_ pieces: [TextPiece]) -> Bool {
        guard pieces.count == 1, case .segment(let segment)? = pieces.first else { return false }
        return segment.singleWord != nil
    }

    private static func beyond(_ step: TranslationMatch.Step) -> ServiceError {
        ServiceError(
            .notFound,
            "Apertium's dictionary has no match at the step '\(step.rawValue)' or a stricter one"
        )
    }

    private func report(_ results: [Result<Translation, ServiceError>], _ duration: Duration) -> ServiceReport {
        let answered = results.count { (try? $0.get()) != nil }
        let outcome: ServiceReport.Outcome =
            answered == results.count ? .answered : answered > 0 ? .partlyAnswered : .missed
        return ServiceReport(attempts: [.init(provider: descriptor.id, outcome: outcome, duration: duration)])
    }
}
