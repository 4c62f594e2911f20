import LanguageServices
import Platform
import Synchronization

/// Asks a provider for translations: each different text once, and a second time where that gives a better answer.
struct TranslationAsking: Sendable {
    private let provider: any TranslationProvider
    private var request: TranslationRequest
    private let console: Console

    /// What has been said once is not said for every batch.
    private let told = Once()

    /// - Parameters:
    ///   - request: What is asked for; its texts and its target are left open.
    ///   - console: Where what a report says is noted, each thing once.
    init(_ provider: any TranslationProvider, _ request: TranslationRequest, console: Console) {
        self.provider = provider
        self.request = request
        self.console = console
    }

    /// The translation of each text, where each may have a context of its own; what it leaves open is that of the request.
    ///
    /// A call has one context, so texts are asked for together that have the same, and a few calls go at once.
    ///
    /// - Throws: What the provider throws when it fails as a whole for all of them.
    func answers(
        toEach texts: [AskedText],
        in target: LanguageTag?
    ) async throws -> [Result<Translation, ServiceError>] {
        let groups = ContextGroups(texts, usual: request.context)
        guard groups.all.count > 1 else {
            var asking = self
            if let group = groups.all.first { asking.request.context = group.context }
            return try await asking.answers(to: texts.map(\.text), in: target)
        }
        let work = OrderedWork<ContextGroups.Group, Result<[Result<Translation, ServiceError>], any Error>>(width: 4)
        let answers = try await work.results(for: groups.all) { group in
            var asking = self
            asking.request.context = group.context
            do {
                return .success(try await asking.answers(to: group.places.map { texts[$0].text }, in: target))
            } catch {
                return .failure(error)
            }
        }
        return try groups.results(answers, count: texts.count)
    }

    /// The translation of each text.
    ///
    /// - Parameter target: The language to translate to; `nil` leaves it to the configuration.
    /// - Throws: What the provider throws when it fails as a whole.
    func answers(
        to texts: [String],
        in target: LanguageTag?
    ) async throws -> [Result<Translation, ServiceError>] {
        guard !texts.isEmpty else { return [] }
        let different = DifferentTexts(texts)
        var request = request
        request.texts = different.texts
        request.target = target
        var results = try await results(of: request)
        if request.source == nil { results = try await better(results, of: request) }
        return different.places.map { results[$0] }
    }

    private func results(of request: TranslationRequest) async throws -> [Result<Translation, ServiceError>] {
        let response = try await provider.translate(request)
        for notice in response.report.notices where told.isNew(notice) { console.note(notice) }
        guard response.results.count == request.texts.count else {
            throw ServiceError(
                .protocolViolation,
                "\(response.results.count) answers came to \(request.texts.count) texts"
            )
        }
        return response.results
    }

    /// Asks once more for what was translated word by word, now with the language that it was taken for: a provider of
    /// whole sentences does not guess.
    private func better(
        _ results: [Result<Translation, ServiceError>],
        of request: TranslationRequest
    ) async throws -> [Result<Translation, ServiceError>] {
        var better = results
        var places: [LanguageTag: [Int]] = [:]
        for (place, result) in results.enumerated() {
            guard case .success(let found) = result, found.match?.step == .gloss, let source = found.source else {
                continue
            }
            places[source, default: []].append(place)
        }
        for (source, places) in places.sorted(by: { $0.key.text < $1.key.text }) {
            var again = request
            again.source = source
            again.texts = places.map { request.texts[$0] }
            let second: [Result<Translation, ServiceError>]
            do {
                second = try await self.results(of: again)
            } catch {
                let known = ServiceError(error)
                if known.code == .cancelled { throw known }
                // There is an answer already.
                continue
            }
            for (place, result) in zip(places, second) {
                guard case .success(var translation) = result else { continue }
                translation.source = source
                better[place] = .success(translation)
            }
        }
        return better
    }
}

/// Each different text of a list once, and where in these each text of the list is found.
struct DifferentTexts {
    private(set) var texts: [String] = []
    private(set) var places: [Int] = []

    /// Texts are different when a scalar is: those that only look the same may be translated in different ways.
    init(_ all: [String]) {
        var known: [[UInt8]: Int] = [:]
        places.reserveCapacity(all.count)
        for text in all {
            let place = known[Array(text.utf8), default: texts.count]
            if place == texts.count {
                known[Array(text.utf8)] = place
                texts.append(text)
            }
            places.append(place)
        }
    }
}

/// Remembers what has been said.
final class Once: Sendable {
    private let said = Mutex<Set<String>>([])

    /// Whether a text comes for the first time.
    func isNew(_ text: String) -> Bool { said.withLock { $0.insert(text).inserted } }
}
