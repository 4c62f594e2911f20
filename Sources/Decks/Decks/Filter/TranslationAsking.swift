package import LanguageServices
import Platform

/// Asks a provider for translations: each different text once, and a second time where that gives a better answer.
package struct TranslationAsking: Sendable {
    private let provider: any TranslationProvider
    private var request: TranslationRequest
    private let notice: @Sendable (String) -> Void

    /// What has been said once is not said for every batch.
    private let told = Once()

    /// Creates what asks.
    ///
    /// - Parameters:
    ///   - provider: Who is asked.
    ///   - request: What is asked for; its texts and its target are left open.
    ///   - notice: Told what reports say, each thing once.
    package init(
        _ provider: any TranslationProvider,
        _ request: TranslationRequest,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.provider = provider
        self.request = request
        self.notice = notice
    }

    /// The translation of each text, where each may have a context of its own; what it leaves open is that of the request.
    ///
    /// A call has one context, so texts are asked for together that have the same, and a few calls go at once.
    ///
    /// - Throws: What the provider throws when it fails as a whole for all of them.
    package func answers(
        toEach texts: [TextItem],
        in target: LanguageTag?
    ) async throws -> [Result<Translation, ServiceError>] {
        let groups = ContextGroups(texts, usual: request.context)
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
    package func answers(
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
        for notice in response.report.notices where told.isNew(notice) { self.notice(notice) }
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
        var known = OrderedNames<[UInt8]>()
        for text in all {
            let place = known.add(Array(text.utf8))
            if place == texts.count { texts.append(text) }
            places.append(place)
        }
    }
}

/// A text that is to be answered, and what is known beside it.
package struct TextItem: Sendable {
    /// The text.
    package var text: String

    /// What is known; `nil` when that is nothing.
    package var context: TranslationContext?

    /// What kind of word it is.
    package var partOfSpeech: PartOfSpeech?

    /// Which meaning is wanted.
    package var sense: String?

    /// Creates a text of which nothing else need be known.
    package init(
        text: String,
        context: TranslationContext? = nil,
        partOfSpeech: PartOfSpeech? = nil,
        sense: String? = nil
    ) {
        self.text = text
        self.context = context
        self.partOfSpeech = partOfSpeech
        self.sense = sense
    }
}

/// Texts by what is known beside them.
struct ContextGroups {
    /// Texts with the same context.
    struct Group: Sendable {
        /// What is known.
        let context: TranslationContext?

        /// Where the texts stand in the list.
        var places: [Int]
    }

    /// The groups, in the order of their first texts.
    private(set) var all: [Group] = []

    /// - Parameter usual: What holds where a text leaves something open.
    init(_ texts: [TextItem], usual: TranslationContext?) {
        var known = OrderedNames<TranslationContext?>()
        for (place, text) in texts.enumerated() {
            let context = Self.whole(text.context, usual)
            let group = known.add(context)
            if group == all.count { all.append(Group(context: context, places: [])) }
            all[group].places.append(place)
        }
    }

    private static func whole(_ own: TranslationContext?, _ usual: TranslationContext?) -> TranslationContext? {
        guard let usual, var whole = own else { return own ?? usual }
        if whole.previousMessages.isEmpty { whole.previousMessages = usual.previousMessages }
        if whole.level == nil { whole.level = usual.level }
        return whole
    }

    /// The results of all texts in the order of the list, from those of the groups.
    ///
    /// - Throws: The first failure when every group failed as a whole, or when the work was cancelled.
    func results(
        _ answers: [Result<[Result<Translation, ServiceError>], any Error>],
        count: Int
    ) throws -> [Result<Translation, ServiceError>] {
        let missing = ServiceError(.providerFailed, "the text was not asked for")
        var results = [Result<Translation, ServiceError>](repeating: .failure(missing), count: count)
        var failures: [any Error] = []
        for (group, answer) in zip(all, answers) {
            switch answer {
            case .success(let found):
                for (place, result) in zip(group.places, found) { results[place] = result }
            case .failure(let error):
                let known = ServiceError(error)
                guard error is ServiceError, known.code != .cancelled else { throw error }
                failures.append(error)
                for place in group.places { results[place] = .failure(known) }
            }
        }
        if failures.count == all.count, let first = failures.first { throw first }
        return results
    }
}
