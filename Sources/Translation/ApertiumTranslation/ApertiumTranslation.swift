import Language
public import LanguageServices
import Synchronization

/// Translation of words and sentences by an installed Apertium, offline.
///
/// Each direction is a pipeline of small programs, which is started at the first request, kept running, and started again
/// when it breaks. Nothing goes through a shell, and the network is not used.
///
/// Lines are translated one by one. HTML, `[sound:…]`, formulas, cloze marks, addresses and the like stay as they are and
/// where they are; a text of which the markup does not come back whole and in order fails, and is not given. A single word is
/// looked up in the pair's dictionary.
public final class ApertiumTranslation: TranslationProvider {
    /// What the provider says of itself.
    public let descriptor: ProviderDescriptor

    private struct State {
        var modes: [ApertiumMode] = []
        var translators: [String: ModeTranslator] = [:]
        var isShutDown = false
    }

    private let folder: ModeFolder
    private let patience: Duration
    private let clock: ServiceClock
    private let romanizer = Romanizer()
    private let state = Mutex(State())

    /// Creates a provider. Nothing is read and nothing started before the first request.
    ///
    /// - Parameters:
    ///   - id: The name under which it is registered.
    ///   - modes: The folder of the language pairs' modes; Debian's when it is not given.
    ///   - patience: How long nothing may come from programs that have work before they are started anew.
    ///   - clock: The clock for reports.
    public init(
        id: ProviderID = "apertium",
        modes: String? = nil,
        patience: Duration = .seconds(10),
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
        folder = ModeFolder(path: modes ?? ModeFolder.usual)
        self.patience = patience
        self.clock = clock
    }

    /// The kind `apertium`, for a registry.
    public static let kind = ProviderKind(
        name: "apertium",
        service: .translation,
        summary: "Translation of sentences by an installed Apertium: offline, by rules",
        locality: .plugin,
        options: [
            OptionDescription(
                "modes",
                .absolutePath,
                "The folder of the language pairs' modes, instead of \(ModeFolder.usual)"
            )
        ],
        make: { context in
            let modes = try context.options.absolutePath("modes")
            return ApertiumTranslation(id: context.id, modes: modes, clock: context.clock)
        }
    )

    /// Ready when there is a language pair.
    public func status() async -> ProviderStatus {
        do throws(ServiceError) {
            _ = try modes()
            return .ready
        } catch {
            return .unavailable(reason: error.message, remedy: error.remedy)
        }
    }

    /// The directions that are installed, by their names.
    public func languagePairs() async throws -> [LanguagePair] {
        try descriptor.id.naming { try modes().map(\.pair) }
    }

    /// Translates texts.
    ///
    /// With a limit of the search (`TranslationRequest.loosestMatch`) only single words are, from the pair's dictionary.
    /// What Apertium does not know stays as it is, and the translation's notes name it; a text of which it knows no word is
    /// `ServiceError.Code.notFound`.
    ///
    /// - Throws: `ServiceError.Code.unsupported` for a pair that is not installed, or a text without a language;
    ///   `ServiceError.Code.unavailable` when Apertium is not installed.
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

    /// Ends all programs; a later request fails.
    public func shutdown() async {
        let translators = state.withLock { state in
            state.isShutDown = true
            return Array(state.translators.values)
        }
        for translator in translators { await translator.shutdown() }
    }

    /// The process numbers of the pipelines for sentences, for tests.
    var identifiers: [Int32] { state.withLock { $0.translators.values.flatMap(\.identifiers) } }

    // MARK: Parts

    /// The modes. They are read again as long as there are none.
    private func modes() throws(ServiceError) -> [ApertiumMode] {
        let (known, isShutDown) = state.withLock { ($0.modes, $0.isShutDown) }
        if isShutDown { throw ServiceError(.unavailable, "the provider was shut down") }
        guard known.isEmpty else { return known }
        let found = try folder.modes()
        guard !found.isEmpty else {
            throw ServiceError(
                .unavailable,
                "no language pair of Apertium is installed in \(folder.path)",
                remedy: "install one, such as the package apertium-eng-spa"
            )
        }
        state.withLock { $0.modes = found }
        return found
    }

    private func pair(of request: TranslationRequest) throws(ServiceError) -> LanguagePair {
        guard let target = request.target else {
            throw ServiceError(.invalidRequest, "the request names no language to translate to", remedy: "name one")
        }
        guard let source = request.source else {
            throw ServiceError(
                .unsupported,
                "Apertium does not guess the language of a text",
                remedy: "name the language of the text"
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
                "Apertium does not translate from '\(pair.source)' to '\(pair.target)' here; it has \(installed)",
                remedy: remedy ?? "ask another provider: Debian has no package for this pair"
            )
        }
        return state.withLock { state in
            if let known = state.translators[mode.name] { return known }
            let new = ModeTranslator(mode, among: modes, patience: patience)
            state.translators[mode.name] = new
            return new
        }
    }

    private func translate(
        _ request: TranslationRequest,
        by translator: ModeTranslator
    ) async throws(ServiceError) -> [Result<Translation, ServiceError>] {
        // Who limits the search wants words as a dictionary has them: of other texts nothing is asked.
        let texts = request.texts.map { text in
            let pieces = TextSplitter.pieces(of: text)
            return request.loosestMatch == .gloss || Self.isWord(pieces) || BlankText.isBlank(text) ? pieces : nil
        }
        // What stands in several texts is translated once.
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
            "no word of Apertium's dictionary is found by the step '\(step.rawValue)' or a surer one"
        )
    }

    private func report(_ results: [Result<Translation, ServiceError>], _ duration: Duration) -> ServiceReport {
        let answered = results.count { (try? $0.get()) != nil }
        let outcome: ServiceReport.Outcome =
            answered == results.count ? .answered : answered > 0 ? .partlyAnswered : .missed
        return ServiceReport(attempts: [.init(provider: descriptor.id, outcome: outcome, duration: duration)])
    }
}
